// Answers by the protocol of sudokulab bench: the cell with the fewest candidates first.
const units = Array.from({ length: 81 }, (_, i) => [(i / 9) | 0, 9 + (i % 9), 18 + ((i / 27) | 0) * 3 + (((i % 9) / 3) | 0)]);
const count = (m) => { let n = 0; for (; m; m &= m - 1) n++; return n; };

function search(cells, used) {
  let best = -1, free = 0, fewest = 10;
  for (let i = 0; i < 81; i++) {
    if (cells[i]) continue;
    const [r, c, b] = units[i], mask = 511 & ~(used[r] | used[c] | used[b]), n = count(mask);
    if (n < fewest) [best, free, fewest] = [i, mask, n];
  }
  if (best < 0) return true;
  for (; free; free &= free - 1) {
    const bit = free & -free;
    cells[best] = 32 - Math.clz32(bit);
    for (const u of units[best]) used[u] |= bit;
    if (search(cells, used)) return true;
    for (const u of units[best]) used[u] &= ~bit;
  }
  cells[best] = 0;
  return false;
}

require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const cells = [...line].map((c) => (c === "." ? 0 : Number(c))), used = new Array(27).fill(0);
  let clash = 0;
  cells.forEach((d, i) => { if (d) for (const u of units[i]) { clash |= used[u] & (1 << (d - 1)); used[u] |= 1 << (d - 1); } });
  process.stdout.write((!clash && search(cells, used) ? cells.join("") : "-") + "\n");
});
