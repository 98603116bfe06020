// Reads a puzzle on each line, writes a solution or "-". Backtracking over sets of digits as bits; for boards of side 9.
use std::io::{self, BufRead, Write};

fn units(i: usize) -> [usize; 3] {
    [i / 9, 9 + i % 9, 18 + i / 27 * 3 + i % 9 / 3]
}

fn search(cells: &mut [u16; 81], used: &mut [u16; 27]) -> bool {
    let free = |i: usize, used: &[u16; 27]| 511 & !units(i).iter().fold(0, |all, &u| all | used[u]);
    let open = (0..81).filter(|&i| cells[i] == 0);
    let Some(i) = open.min_by_key(|&i| free(i, used).count_ones()) else { return true };
    let mut left = free(i, used);
    while left != 0 {
        cells[i] = left & left.wrapping_neg();
        units(i).iter().for_each(|&u| used[u] |= cells[i]);
        if search(cells, used) {
            return true;
        }
        units(i).iter().for_each(|&u| used[u] &= !cells[i]);
        left &= left - 1;
    }
    cells[i] = 0;
    false
}

fn answer(line: &str) -> Option<String> {
    let (mut cells, mut used) = ([0u16; 81], [0u16; 27]);
    for (i, c) in line.chars().enumerate() {
        cells[i] = c.to_digit(10).map_or(0, |d| 1 << (d - 1));
        for u in units(i) {
            if used[u] & cells[i] != 0 {
                return None;
            }
            used[u] |= cells[i];
        }
    }
    search(&mut cells, &mut used).then(|| cells.iter().map(|b| char::from(b'1' + b.trailing_zeros() as u8)).collect())
}

fn main() {
    let out = io::stdout();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let text = answer(line.trim()).unwrap_or_else(|| "-".into());
        writeln!(out.lock(), "{text}").expect("standard output");
    }
}
