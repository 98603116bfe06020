# Reads a puzzle on each line, writes a solution or "-". Backtracking at the cell with the fewest candidates; for boards of side 9.
import sys

UNITS = [[(r, c) for c in range(9)] for r in range(9)] + [[(r, c) for r in range(9)] for c in range(9)]
UNITS += [[(r + i, c + k) for i in range(3) for k in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
PEERS = [{9 * r + c for u in UNITS if (i // 9, i % 9) in u for r, c in u} - {i} for i in range(81)]


def solve(cells):
    best, options = None, None
    for i in range(81):
        if cells[i] == ".":
            left = set("123456789") - {cells[k] for k in PEERS[i]}
            if best is None or len(left) < len(options):
                best, options = i, left
    if best is None:
        return True
    for digit in sorted(options):
        cells[best] = digit
        if solve(cells):
            return True
    cells[best] = "."
    return False


def valid(cells):
    return all(cells[i] == "." or all(cells[k] != cells[i] for k in PEERS[i]) for i in range(81))


for line in sys.stdin:
    board = list(line.strip())
    print("".join(board) if valid(board) and solve(board) else "-", flush=True)
