// Reads a puzzle on each line, writes a solution, 1 or 2 for one or several, and the guesses; or "- 0". For boards of side 9.
#include <stdio.h>
#include <string.h>

static unsigned rows[9], columns[9], boxes[9];
static char cells[82], first[82];
static long guesses;

// count searches for up to two solutions.
static int count(void) {
  int best = -1, least = 10, found = 0;
  unsigned options = 0;
  for (int i = 0; i < 81; i++) {
    if (cells[i] != '.') continue;
    unsigned free = 511u & ~(rows[i / 9] | columns[i % 9] | boxes[i / 27 * 3 + i % 9 / 3]);
    int n = 0;
    for (unsigned b = free; b; b &= b - 1) n++;
    if (n < least) best = i, least = n, options = free;
  }
  if (best < 0) return first[0] ? 1 : (strcpy(first, cells), 1);
  guesses += least > 1;
  for (int d = 0; d < 9 && found < 2; d++) {
    unsigned bit = 1u << d;
    if (!(options & bit)) continue;
    unsigned *units[] = {&rows[best / 9], &columns[best % 9], &boxes[best / 27 * 3 + best % 9 / 3]};
    for (int k = 0; k < 3; k++) *units[k] |= bit;
    cells[best] = (char)('1' + d);
    found += count();
    cells[best] = '.';
    for (int k = 0; k < 3; k++) *units[k] &= ~bit;
  }
  return found;
}

int main(void) {
  while (scanf("%81s", cells) == 1) {
    int bad = strlen(cells) != 81;
    memset(rows, 0, sizeof rows), memset(columns, 0, sizeof columns), memset(boxes, 0, sizeof boxes);
    for (int i = 0; i < 81 && !bad; i++) {
      if (cells[i] == '.') continue;
      unsigned bit = 1u << (cells[i] - '1'), *r = &rows[i / 9], *c = &columns[i % 9], *b = &boxes[i / 27 * 3 + i % 9 / 3];
      bad = ((*r | *c | *b) & bit) != 0;
      *r |= bit, *c |= bit, *b |= bit;
    }
    first[0] = 0, guesses = 0;
    int n = bad ? 0 : count();
    printf("%s %d guesses=%ld\n", n ? first : "-", n, guesses);
  }
  return 0;
}
