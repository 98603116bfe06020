// Answers by the protocol of sudokulab bench: the cell with the fewest candidates first, up to two solutions.
use std::io::{self, BufRead, BufWriter, Write};

struct Board { cells: [u8; 81], used: [[u16; 9]; 3], first: Option<[u8; 81]>, found: u32, guesses: u64 }

fn units(i: usize) -> [usize; 3] { [i / 9, i % 9, i / 27 * 3 + i % 9 / 3] }

impl Board {
    fn free(&self, i: usize) -> u16 { !units(i).iter().enumerate().fold(0, |m, (k, &u)| m | self.used[k][u]) & 511 }
    fn flip(&mut self, i: usize, bit: u16) { for (k, &u) in units(i).iter().enumerate() { self.used[k][u] ^= bit } }
    fn search(&mut self) {
        let Some(i) = (0..81).filter(|&i| self.cells[i] == b'.').min_by_key(|&i| self.free(i).count_ones()) else {
            self.first.get_or_insert(self.cells);
            self.found += 1;
            return;
        };
        let mut free = self.free(i);
        self.guesses += (free.count_ones() > 1) as u64;
        while free != 0 && self.found < 2 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.flip(i, bit);
            self.cells[i] = b'1' + bit.trailing_zeros() as u8;
            self.search();
            self.flip(i, bit);
            self.cells[i] = b'.';
        }
    }
}

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines() {
        let cells: [u8; 81] = line?.as_bytes().try_into().expect("81 cells");
        let mut b = Board { cells, used: [[0; 9]; 3], first: None, found: 0, guesses: 0 };
        let mut clash = false;
        for i in 0..81 {
            if cells[i] == b'.' { continue }
            let bit = 1 << (cells[i] - b'1');
            clash |= b.free(i) & bit == 0;
            b.flip(i, bit);
        }
        if !clash { b.search() }
        let grid = b.first.map_or("-".to_string(), |g| String::from_utf8_lossy(&g).into_owned());
        writeln!(out, "{} {} guesses={}", grid, b.found, b.guesses)?;
    }
    out.flush()
}
