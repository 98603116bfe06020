"""Answers by the protocol of sudokulab bench: the cell with the fewest candidates first."""
import sys

UNITS = [(i // 9, 9 + i % 9, 18 + i // 27 * 3 + i % 9 // 3) for i in range(81)]


def search(cells, used):
    """Fills cells and returns whether that was possible. used holds a bit for each digit of each unit."""
    best, free = None, 0
    for i in range(81):
        if not cells[i]:
            r, c, b = UNITS[i]
            mask = 511 & ~(used[r] | used[c] | used[b])
            if best is None or mask.bit_count() < free.bit_count():
                best, free = i, mask
                if mask & (mask - 1) == 0:
                    break
    if best is None:
        return True
    while free:
        bit = free & -free
        free ^= bit
        cells[best] = bit.bit_length()
        for u in UNITS[best]:
            used[u] |= bit
        if search(cells, used):
            return True
        for u in UNITS[best]:
            used[u] ^= bit
    cells[best] = 0
    return False


def solve(line):
    cells, used = [0 if c == "." else int(c) for c in line], [0] * 27
    for i, d in enumerate(cells):
        for u in UNITS[i]:
            if used[u] & 1 << d >> 1:
                return "-"  # two equal givens
            used[u] |= 1 << d >> 1
    return "".join(map(str, cells)) if search(cells, used) else "-"


if __name__ == "__main__":
    for line in sys.stdin:
        print(solve(line.strip()))
