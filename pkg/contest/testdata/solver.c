// Answers by the protocol of sudokulab bench: the cell with the fewest candidates first, up to two solutions.
#include <stdio.h>
#include <string.h>

static char grid[90], first[90];
static unsigned row[9], col[9], box[9]; // digits used, a bit each
static int found;
static long guesses;

// put sets or clears a digit's bit in the units of a cell and returns those that were set already.
static unsigned put(int i, unsigned bit) {
  unsigned *r = &row[i / 9], *c = &col[i % 9], *b = &box[i / 27 * 3 + i % 9 / 3], clash = (*r | *c | *b) & bit;
  *r ^= bit, *c ^= bit, *b ^= bit;
  return clash;
}

static void search(void) {
  int best = -1, fewest = 10;
  for (int i = 0; i < 81; i++) {
    if (grid[i] != '.') continue;
    int n = 9 - __builtin_popcount(row[i / 9] | col[i % 9] | box[i / 27 * 3 + i % 9 / 3]);
    if (n < fewest) fewest = n, best = i;
  }
  if (best < 0) {
    if (found++ == 0) memcpy(first, grid, 82);
    return;
  }
  if (fewest > 1) guesses++;
  for (unsigned free = ~(row[best / 9] | col[best % 9] | box[best / 27 * 3 + best % 9 / 3]) & 511; free && found < 2; free &= free - 1) {
    unsigned bit = free & -free;
    put(best, bit), grid[best] = '1' + __builtin_ctz(bit);
    search();
    put(best, bit), grid[best] = '.';
  }
}

int main(void) {
  for (char line[90]; fgets(line, sizeof line, stdin);) {
    memset(row, 0, sizeof row), memset(col, 0, sizeof col), memset(box, 0, sizeof box);
    memcpy(grid, line, 81), grid[81] = 0, found = 0, guesses = 0;
    unsigned clash = 0;
    for (int i = 0; i < 81; i++)
      if (grid[i] != '.') clash |= put(i, 1u << (grid[i] - '1'));
    if (!clash) search();
    printf("%s %d guesses=%ld\n", found ? first : "-", found, guesses);
  }
}
