# Reads lines of JSON with puzzles, writes lines of JSON with as many answers: what stands where a network would is the first rule
# that any player learns, a cell with one candidate left.
import json
import sys


def fill(board):
    side = int(len(board) ** 0.5)
    box = int(side ** 0.5)
    digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:side]
    cells, changed = list(board), True
    while changed:
        changed = False
        for i, cell in enumerate(cells):
            r, c = divmod(i, side)
            peers = {k for k in range(side * side) if k // side == r or k % side == c or (k // side // box, k % side // box) == (r // box, c // box)}
            left = [d for d in digits if all(cells[k] != d for k in peers)]
            if cell == "." and len(left) == 1:
                cells[i], changed = left[0], True
    return "".join(cells)


for line in sys.stdin:
    print(json.dumps({"answers": [fill(p) for p in json.loads(line)["puzzles"]]}), flush=True)
