"""Observes the window of the CSP document's program, item by item, on a screen in memory; a picture of it is left beside."""

import contextlib
import io
import os
import struct
import subprocess
import sys
import zlib
from os import path

from observing import folder, say, units

sys.path.insert(0, path.join(folder, "src"))

SETTLED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"  # the document's, by AC-3 alone
OPEN = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # one solution, past AC-3
RED, GREEN, GREY = "#ff3333", "#2ecc71", "#a8b2d1"
SCREEN = (1280, 1024)


class Screen:
    """A screen that is kept in a file."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "%dx%dx24" % SCREEN, "-fbdir", ".", "-nolisten", "tcp"], pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(write)
        number = os.read(read, 16).strip()
        if not number:
            raise SystemExit("Xvfb did not start")
        os.environ["DISPLAY"] = ":" + number.decode()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def picture(self, name, width, height):
        """Writes what the screen shows at its upper left."""
        with open("Xvfb_screen0", "rb") as f:
            text = f.read()
        head = struct.unpack(">25I", text[:100])  # the X window dump format, version 7
        start, per_line = head[0] + head[19] * 12, head[12]
        lines = []
        for y in range(min(height, head[5])):
            line = text[start + y * per_line : start + y * per_line + 4 * min(width, head[4])]
            rgb = bytearray(len(line) // 4 * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[2::4], line[1::4], line[0::4]
            lines.append(b"\0" + bytes(rgb))
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        size = struct.pack(">IIBBBBB", (len(lines[0]) - 1) // 3, len(lines), 8, 2, 0, 0, 0)
        with open(name + ".png", "wb") as f:
            f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))


class Window:
    """The program's window. What it tells in boxes of its own is kept instead of shown, as nobody is there to close them."""

    def __init__(self):
        import gui
        import tkinter

        self.gui, self.tk, self.told, self.faults = gui, tkinter, [], []
        for kind in ("showinfo", "showwarning", "showerror"):
            setattr(gui.messagebox, kind, lambda title, text, kind=kind: self.told.append((kind, title, text)))
        self.root = tkinter.Tk()
        self.root.report_callback_exception = lambda *fault: self.faults.append(fault)
        self.app = gui.SudokuGUI(self.root)
        self.status = [self.app.status_var.get()]
        self.app.status_var.trace_add("write", lambda *_: self.status.append(self.app.status_var.get()))
        self.root.update()

    def all(self, kind, below=None):
        for w in (below or self.root).winfo_children():
            if w.winfo_class() == kind:
                yield w
            yield from self.all(kind, w)

    def button(self, word):
        found = [b for b in self.all("Button") if word in b.cget("text")]
        return found[0] if len(found) == 1 else None

    def press(self, word, seconds=60):
        """Presses a button and goes on until the program is at rest."""
        self.button(word).invoke()
        rounds = [int(seconds * 50)]
        def look():
            rounds[0] -= 1
            if rounds[0] > 0 and self.app.is_solving:
                self.root.after(20, look)
            else:
                self.root.quit()
        self.root.after(20, look)
        self.root.mainloop()
        self.root.update()

    def type(self, cell, key, fresh=True):
        entry = self.app.cells[cell // 9][cell % 9]
        entry.focus_force()
        self.root.update()
        for k in (["BackSpace"] if fresh and entry.get() else []) + [key]:
            entry.event_generate("<KeyPress>", keysym=k)
            entry.event_generate("<KeyRelease>", keysym=k)
        self.root.update()
        return entry.get()

    def enter(self, text):
        self.press("Clear")
        for cell, digit in enumerate(text):
            if digit in "123456789":
                self.type(cell, digit)

    def board(self):
        return [int(e.get() or 0) for row in self.app.cells for e in row]

    def domain(self, cell):
        label = self.app.domain_labels[cell // 9][cell % 9]
        return label.cget("text"), str(label.cget("fg")).lower()

    def color(self, cell):
        return str(self.app.cells[cell // 9][cell % 9].cget("fg")).lower()


PEERS = [[b for b in range(81) if b != a and set(units(a)) & set(units(b))] for a in range(81)]


def left(board):
    """The digits that no peer has, of each empty cell."""
    return {c: [d for d in range(1, 10) if d not in {board[p] for p in PEERS[c]}] for c, v in enumerate(board) if not v}


def valid(board):
    return all(sorted(board[c] for c in range(81) if u in units(c)) == list(range(1, 10)) for u in range(27))


def domains_right(w):
    """How many empty cells show the digits that are left to them, as digits alone, and how many there are."""
    want = left(w.board())
    return sum(w.domain(c)[0].replace("\n", "") == "".join(map(str, d)) for c, d in want.items() if d), sum(1 for d in want.values() if d)


def light(color, w):
    r, g, b = (v / 65535 for v in w.root.winfo_rgb(color))
    return sum(k * (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4) for k, v in ((0.2126, r), (0.7152, g), (0.0722, b)))


def place(widget):
    return widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_rootx() + widget.winfo_width(), widget.winfo_rooty() + widget.winfo_height()


def cells(w):
    at = [[place(e)[:2] for e in row] for row in w.app.cells]
    say("cells in nine rows of nine", sum(len(row) for row in at if len(at) == 9 and row == sorted(row) and len({y for _, y in row}) == 1), "cells")
    ground = [str(w.app.cells[3 * b][3 * c].cget("bg")) for b in range(3) for c in range(3)]
    pairs = [(a, b) for a in range(9) for b in range(a) if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1]
    say("neighbouring boxes alike", sum(ground[a] == ground[b] for a, b in pairs), "pairs", len(pairs))


def typing(w):
    """Keys: what a cell takes, a clash in each unit, and the same clash put right in one cell and in the other."""
    keys = [chr(c) for c in range(33, 127)]
    taken = []
    for k in keys:
        entry = w.app.cells[0][0]
        entry.delete(0, "end")
        entry.focus_force()
        entry.insert("insert", k)
        w.root.update()
        if entry.get():
            taken.append(entry.get())
    say("digits taken", sum(k in "123456789" for k in taken), "keys", 9)
    say("others taken", sum(k not in "123456789" for k in taken), "keys", len(keys) - 9)
    typed = other = after = stays = 0
    for far in (8, 72, 10):  # in the row, the column and the box of the first cell
        w.press("Clear")
        w.type(0, "5")
        w.type(far, "5")
        typed, other = typed + (w.color(far) == RED), other + (w.color(0) == RED)
        w.type(far, "6")
        after += w.color(far) == RED
        w.type(far, "5")
        w.type(0, "6")
        stays += w.color(far) == RED
    say("clash: the digit typed is red", typed, "clashes", 3)
    say("clash: the other digit is red", other, "clashes", 3)
    say("clash put right in the cell typed last: red stays", after, "clashes", 3)
    say("clash put right in the other cell: red stays", stays, "clashes", 3)
    stuck(w)
    say("a board without clash and without solution is entered, nothing red", int(all(w.color(c) != RED for c in range(81)) and [] in left(w.board()).values()), "boards")


def stuck(w):
    """Digits in a row, a column and a box that leave a cell none, and clash nowhere."""
    w.press("Clear")
    for cell, digit in zip((0, 1, 2, 3, 13, 22, 31, 40, 49), "123456789"):
        w.type(cell, digit)


def domains(w):
    w.press("Clear")
    w.press("Domains")
    right = all_cells = 0
    for cell, digit in enumerate(SETTLED):
        if digit != ".":
            w.type(cell, digit)
            r, n = domains_right(w)
            right, all_cells = right + r, all_cells + n
    say("domains right after each digit typed", right, "domains", all_cells)
    one, several, none = [], [], []
    for c, d in left(w.board()).items():
        (none if not d else one if len(d) == 1 else several).append(w.domain(c))
    say("domains of one value in green", sum(color == GREEN for _, color in one), "domains", max(1, len(one)))
    say("domains of several values in grey", sum(color == GREY for _, color in several), "domains", max(1, len(several)))
    w.screen.picture("window", *w.size)
    shown = [w.domain(c)[0] for c in left(w.board())]
    w.press("Hide")
    say("domains shown when hidden", sum(1 for c in range(81) if w.domain(c)[0]), "domains")
    w.press("Domains")
    say("domains back when shown again", sum(a == b for a, b in zip(shown, [w.domain(c)[0] for c in left(w.board())])), "domains", len(shown))
    stuck(w)
    w.press("Domains")
    none = [w.domain(c) for c, d in left(w.board()).items() if not d]
    say("empty domains as a red cross", sum(text in ("X", "✗", "✘", "×") and color == RED for text, color in none), "domains", max(1, len(none)))
    w.press("Clear")
    w.press("Domains")
    texts = [w.domain(c)[0] for c in range(81)]
    say("lines of nine digits.max", max(t.count("\n") + 1 for t in texts), "lines", 81)
    say("domains of nine digits wider or lower than their cell", sum(
        label.winfo_reqwidth() > frame.winfo_width() or place(label)[3] > place(frame)[3] for ls, fs in zip(w.app.domain_labels, w.app.cell_frames) for label, frame in zip(ls, fs)
    ), "domains", 81, False)  # fmt: skip
    w.press("Hide")


def buttons(w):
    for level in ("Easy", "Medium", "Hard"):
        before, printed = len(w.status), io.StringIO()
        with contextlib.redirect_stdout(printed):
            w.press(level)
        say(f"{level}: givens", sum(map(bool, w.board())), "givens", 1, False)
        say(f"{level}: messages while it works", len(set(w.status[before:])), "messages", 1, False)
    say("sliders", len(list(w.all("Scale"))) + len(list(w.all("TScale"))), "sliders")
    solved = said = 0
    for text in (SETTLED, OPEN):
        w.enter(text)
        before = len(w.status)
        w.press("Solve")
        board = w.board()
        solved += valid(board) and all(g == "." or int(g) == d for g, d in zip(text, board))
        said = max(said, len(set(w.status[before:])))
    say("solve: boards filled rightly", solved, "boards", 2)
    say("solve: messages while it works.max", said, "messages", 2)
    stuck(w)
    w.press("Solve")
    say("solve: a board without solution told from a solved one", int(w.told[-1][0] != "showinfo" and w.status[-1] not in ("", w.status[0])), "boards")
    answers = []
    for text in (SETTLED, "." * 81, None):
        stuck(w) if text is None else w.enter(text)
        w.press("Validate")
        answers.append((w.told[-1][0], w.told[-1][1], w.status[-1]))
    say("validate: messages of a unique, an empty and a stuck board that differ", len({a[1] for a in answers}), "messages", 3)
    say("validate: called unique", sum("UNIQUE" in a[1].upper() for a in answers), "boards", 3)
    w.enter(OPEN)
    w.press("Validate")
    say("validate: a puzzle with one solution past AC-3 called unique", int("UNIQUE" in w.told[-1][1].upper()), "boards")
    w.press("Domains")
    w.press("Clear")
    say("clear: cells and domains left", sum(map(bool, w.board())) + sum(1 for c in range(81) if w.domain(c)[0]), "cells")
    say("clear: red or given cells left", sum(w.color(c) != "#ffffff" for c in range(81)), "cells", 81)


def looks(w):
    grounds = {str(x.cget("bg")) for kind in ("Frame", "Entry", "Label", "Labelframe", "Canvas") for x in w.all(kind)}
    say("lightness of grounds.max", max(light(g, w) for g in grounds if g != w.app.colors["highlight"]), "of white", len(grounds))
    contrast = lambda a, b: (max(light(a, w), light(b, w)) + 0.05) / (min(light(a, w), light(b, w)) + 0.05)  # noqa: E731
    texts = [x for kind in ("Entry", "Label", "Labelframe", "Button") for x in w.all(kind)]
    say("contrast of texts.min", min(contrast(str(x.cget("fg")), str(x.cget("bg"))) for x in texts), "ratio", len(texts))
    controls = [*w.all("Button"), *w.all("Entry")]
    canvas = next(w.all("Canvas"))
    # Sizes are those of this machine's fonts.
    for width, height in ((320, 480), (500, 600), (750, 800), (1000, 900)):
        w.root.geometry(f"{width}x{height}")
        w.root.update()
        w.root.update()
        x0, _, x1, _ = place(canvas)
        reached = set()
        for step in range(0, 101, 5):
            canvas.yview_moveto(step / 100)
            w.root.update()
            y0, y1 = place(canvas)[1], place(canvas)[3]
            reached |= {str(c) for c in controls if place(c)[1] >= y0 - 1 and place(c)[3] <= y1 + 1}
        canvas.yview_moveto(0)
        w.root.update()
        say(f"window of {width} by {height}: controls scrolled to", len(reached), "controls", len(controls), False)
        say(f"window of {width} by {height}: controls cut off at the side", sum(place(c)[0] < x0 or place(c)[2] > x1 for c in controls), "controls", len(controls), False)
        boxes = [place(c) for c in controls]
        say(f"window of {width} by {height}: controls that overlap", sum(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for i, a in enumerate(boxes) for b in boxes[:i]), "pairs", len(boxes) * (len(boxes) - 1) // 2, False)
    w.root.geometry("%dx%d" % w.size)
    w.root.update()


def failures(w):
    """Its generator fails in four ways, which stand for what may go wrong behind an action; each is followed by the action that works."""
    def fails(error):
        def made(_level):
            raise error
        return made
    plain, told, works = w.gui.generate_sudoku, 0, 0
    for made in (fails(ValueError("a fault")), fails(MemoryError()), lambda _level: None, lambda _level: [0] * 81):
        w.gui.generate_sudoku, before = made, len(w.told)
        with contextlib.redirect_stdout(io.StringIO()):
            w.press("Easy")
        told += any(kind == "showerror" for kind, _, _ in w.told[before:])
        w.gui.generate_sudoku = lambda _level: [int(c) if c != "." else 0 for c in SETTLED]
        w.press("Easy")
        works += sum(map(bool, w.board())) == 30
    w.gui.generate_sudoku = plain
    say("failures reported", told, "failures", 4)
    say("failures after which the action works", works, "failures", 4)
    say("errors that nothing caught", len(w.faults), "errors")


with Screen() as screen:
    w = Window()
    w.screen, w.size = screen, (750, 800)
    for part in (cells, looks, typing, domains, buttons, failures):
        part(w)
    w.root.destroy()
