// Reads a puzzle on each line, writes a solution or "-". Backtracking over sets of digits as bits; for boards of side 9.
const lines = require("node:readline").createInterface({ input: process.stdin });
const unitsOf = (i) => [Math.floor(i / 9), 9 + (i % 9), 18 + 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3)];

function answer(puzzle) {
  const used = new Array(27).fill(0), cells = [...puzzle].map((c) => (c === "." ? 0 : 1 << (Number(c) - 1)));
  for (let i = 0; i < 81; i++) {
    for (const u of unitsOf(i)) {
      if (cells[i] && used[u] & cells[i]) return "-";
      used[u] |= cells[i];
    }
  }
  const search = () => {
    let best = -1, left = 0, least = 10;
    for (let i = 0; i < 81; i++) {
      if (cells[i]) continue;
      const free = 511 & ~unitsOf(i).reduce((all, u) => all | used[u], 0);
      let n = 0;
      for (let b = free; b; b &= b - 1) n++;
      if (n < least) [best, left, least] = [i, free, n];
    }
    if (best < 0) return true;
    for (; left; left &= left - 1) {
      cells[best] = left & -left;
      for (const u of unitsOf(best)) used[u] |= cells[best];
      if (search()) return true;
      for (const u of unitsOf(best)) used[u] &= ~cells[best];
    }
    cells[best] = 0;
    return false;
  };
  return search() ? cells.map((b) => 1 + Math.log2(b)).join("") : "-";
}

lines.on("line", (line) => process.stdout.write(answer(line.trim()) + "\n"));
