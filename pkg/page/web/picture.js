// Pictures of boards: a frame of the protocol as SVG, in the colours of the page.

import { tints } from "./grid.js";
import { digitsOf, readCells, shapeOf, single, symbol } from "./shape.js";

const CELL = 100;
const MARGIN = 4;

/** The inks, the strongest last, by their bits in a frame's marks. */
const INKS = ["given", "filled", "open", "single", "guess", "removed", "conflict"];
const HIGHLIGHT = 128;
const FOCUS = 256;

/** @param {string} name @param {object} attributes @param {...(Node | string)} children @returns {SVGElement} */
function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** What pictures are made of, by picture: their shapes, and the contents of each cell with what they show. */
const made = new WeakMap();

/**
 * picture draws a frame.
 * @param {object} frame as package protocol has it
 * @param {import("./shape.js").Shape | null} [likely] the shape that its board is likely to have, so that it need not be made
 * @param {SVGElement | null} [before] a picture made here; if it has the same shape, it is changed into the new one, where they differ
 * @returns {SVGElement} with the caption as its name
 */
export function picture(frame, likely = null, before = null) {
  const shape = likely ?? made.get(before)?.shape;
  const { cells: digits, diagonals = false, regions = "" } = frame.board;
  const fits = shape && shape.cells === digits.length && shape.diagonals === diagonals && shape.regions === regions;
  const of = fits ? shape : shapeOf(frame.board);
  const parts = before && made.get(before)?.shape === of ? made.get(before) : null;
  const svgOf = parts ? before : blank(of);
  const { cells, top } = parts ?? made.get(svgOf);
  const drawing = new Drawing(frame, of);
  for (let c = 0; c < of.cells; c++) {
    const shown = drawing.shown(c);
    if (cells[c].shown !== shown) {
      cells[c].shown = shown;
      cells[c].bed.replaceChildren(...drawing.beds(c));
      cells[c].content.replaceChildren(...drawing.content(c));
    }
  }
  top.replaceChildren(...drawing.top());
  svgOf.setAttribute("aria-label", [frame.title, frame.caption, ...legend(frame)].filter(Boolean).join(". ") || "board");
  return svgOf;
}

/** closeUp draws one cell of a frame. @param {object} frame @param {number} c @returns {SVGElement} */
export function closeUp(frame, c) {
  const shape = shapeOf(frame.board);
  const drawing = new Drawing(frame, shape);
  const { x, y } = drawing.at(c);
  return svg("svg", { class: "picture", viewBox: `${x} ${y} ${CELL} ${CELL}` },
    svg("rect", { class: `pic-cell tint-${tints(shape)[c]}`, ...drawing.square(c) }), ...drawing.beds(c), ...drawing.content(c), ...drawing.top());
}

/** blank is a picture of an empty board. @param {import("./shape.js").Shape} shape @returns {SVGElement} */
function blank(shape) {
  const size = shape.side * CELL + 2 * MARGIN;
  const drawing = new Drawing({ board: { cells: "" } }, shape);
  const each = Array.from({ length: shape.cells }, (_, c) => c);
  const tint = tints(shape);
  const cells = each.map(() => ({ shown: "", bed: svg("g", {}), content: svg("g", {}) }));
  const top = svg("g", {});
  const all = svg("svg", { class: "picture", viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`, role: "img" },
    ...each.map((c) => svg("rect", { class: `pic-cell tint-${tint[c]}`, ...drawing.square(c) })),
    ...cells.map((c) => c.bed),
    ...(shape.diagonals ? [drawing.stripe(0, 0, 1, 1), drawing.stripe(0, 1, 1, 0)] : []),
    drawing.lines(),
    ...cells.map((c) => c.content),
    top);
  made.set(all, { shape, cells, top });
  return all;
}

/**
 * legend says what the letters and shades of a frame mean.
 * @param {object} frame @returns {string[]} a line for each, none if there are none
 */
export function legend(frame) {
  const words = new Map((frame.tags ?? []).map((t) => [t.letter, t.word ?? t.letter]));
  const lines = [...words].map(([letter, word]) => `${letter} = ${word}`);
  if (frame.heat && (frame.heat_low || frame.heat_high)) {
    lines.push(`shades: from ${frame.heat_low} to ${frame.heat_high}`);
  }
  return lines;
}

/** Drawing has the layers of one picture. */
class Drawing {
  constructor(frame, shape) {
    this.frame = frame;
    this.shape = shape;
    this.cells = readCells(frame.board.cells);
    this.givens = frame.givens ? readCells(frame.givens) : this.cells;
    this.yours = readCells(frame.yours ?? "");
    this.places = Math.ceil(Math.sqrt(shape.side));
    this.step = 84 / this.places;
  }

  /** shown tells apart what cells show. */
  shown(c) {
    const { heat, candidates, removed, strong } = this.frame;
    const { side } = this.shape;
    return [this.cells[c], this.givens[c], this.yours[c], candidates ? candidates[c] : "-", removed ? removed[c] : "-", strong?.[c], this.mark(c), heat?.slice(c * side, (c + 1) * side)].join(" ");
  }

  content(c) {
    return [...(this.frame.heat ? this.heat(c) : []), ...(this.cells[c] ? [this.digit(c)] : this.candidates(c))];
  }

  /** top is what stands above the cells. */
  top() {
    const { frame, shape } = this;
    const framed = Array.from({ length: shape.cells }, (_, c) => c).filter((c) => this.mark(c) & FOCUS);
    return [
      ...(frame.squares ?? []).map((s) => this.small(s)),
      ...(frame.tags ?? []).flatMap((t) => this.tag(t)),
      ...framed.map((c) => svg("rect", { class: "pic-focus", ...this.square(c, 5) })),
      ...(frame.links ?? []).flatMap((l) => this.link(l)),
    ];
  }

  mark(c) {
    return this.frame.marks?.[c] ?? 0;
  }

  at(c) {
    const { side } = this.shape;
    return { x: (c % side) * CELL, y: Math.floor(c / side) * CELL };
  }

  square(c, inset = 0) {
    const { x, y } = this.at(c);
    return { x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset };
  }

  /** spot is the middle of a candidate's place, or of the cell for digit 0. */
  spot(c, digit) {
    const { x, y } = this.at(c);
    const offset = (i) => CELL / 2 + (i - (this.places - 1) / 2) * this.step;
    return digit ? { x: x + offset((digit - 1) % this.places), y: y + offset(Math.floor((digit - 1) / this.places)) } : { x: x + CELL / 2, y: y + CELL / 2 };
  }

  has(sets, c, digit) {
    return Boolean(sets && sets[c] & (1 << (digit - 1)));
  }

  beds(c) {
    const marks = this.mark(c);
    const beds = [];
    if (marks & HIGHLIGHT) {
      beds.push(svg("rect", { class: "pic-highlight", ...this.square(c) }));
    }
    if (marks & 64) {
      beds.push(svg("rect", { class: "pic-conflict-bed", ...this.square(c) }));
    }
    return beds;
  }

  stripe(x1, y1, x2, y2) {
    const all = this.shape.side * CELL;
    return svg("line", { class: "pic-diagonal", x1: x1 * all, y1: y1 * all, x2: x2 * all, y2: y2 * all });
  }

  /** lines are the edges of cells, thick between regions. */
  lines() {
    const { side, region } = this.shape;
    const all = side * CELL;
    let thin = "";
    let thick = `M0 0H${all}V${all}H0Z`;
    for (let i = 1; i < side; i++) {
      thin += `M0 ${i * CELL}H${all}M${i * CELL} 0V${all}`;
    }
    for (let c = 0; c < region.length; c++) {
      const { x, y } = this.at(c);
      if ((c + 1) % side && region[c] !== region[c + 1]) {
        thick += `M${x + CELL} ${y}v${CELL}`;
      }
      if (c + side < region.length && region[c] !== region[c + side]) {
        thick += `M${x} ${y + CELL}h${CELL}`;
      }
    }
    return svg("g", {}, svg("path", { class: "pic-rule", d: thin }), svg("path", { class: "pic-frame", d: thick }));
  }

  /** ink is the class of a cell's digit or candidates. */
  ink(c, otherwise) {
    const marks = this.mark(c);
    for (let i = INKS.length - 1; i >= 0; i--) {
      if (marks & (1 << i)) {
        return INKS[i];
      }
    }
    return otherwise;
  }

  text(at, size, name, content) {
    return svg("text", { class: `pic-text ${name}`, x: at.x, y: at.y, "font-size": size }, content);
  }

  digit(c) {
    const by = this.cells[c] === this.givens[c] ? "given" : this.cells[c] === this.yours[c] ? "yours" : "filled";
    const ink = this.ink(c, by);
    const name = ink === "given" || ink === "filled" ? by : ink; // to the engine all digits that it was asked about are given
    const { x, y } = this.spot(c, 0);
    const parts = [this.text({ x, y }, 58, name, symbol(this.cells[c]))];
    if (name === "conflict" || name === "removed") {
      parts.push(svg("path", { class: `pic-strike ${name}`, d: `M${x - 26} ${y + 26}L${x + 26} ${y - 26}` }));
    } else if (name === "single") {
      parts.push(svg("path", { class: "pic-strike single", d: `M${x - 18} ${y + 34}h36` }));
    }
    return svg("g", {}, ...parts);
  }

  candidates(c) {
    const { candidates, removed, strong, heat } = this.frame;
    if (!candidates && !removed) {
      return [];
    }
    const left = candidates?.[c] ?? 0;
    const gone = removed?.[c] ?? 0;
    const name = this.ink(c, left === 0 ? "conflict" : single(left) ? "single" : "open");
    if (!left && !gone) {
      return candidates && name === "conflict" ? [this.text(this.spot(c, 0), 58, "conflict", "X")] : [];
    }
    return digitsOf(left | gone).flatMap((digit) => {
      const at = this.spot(c, digit);
      const struck = this.has(removed, c, digit) || name === "removed";
      const set = this.has(strong, c, digit);
      const parts = [];
      if (set) {
        parts.push(svg("circle", { class: heat ? "pic-ring" : "pic-strong", cx: at.x, cy: at.y, r: this.step * 0.46 }));
      }
      const shade = Number(heat?.[c * this.shape.side + digit - 1] ?? 0);
      const ink = shade > 3 ? "on-heat" : shade > 0 ? "on-pale-heat" : set ? "strong" : name;
      parts.push(this.text(at, this.step * 0.82, struck ? "removed" : ink, symbol(digit)));
      if (struck) {
        const r = this.step * 0.36;
        parts.push(svg("path", { class: "pic-strike removed", d: `M${at.x - r} ${at.y + r}L${at.x + r} ${at.y - r}` }));
      }
      return parts;
    });
  }

  heat(c) {
    const { heat, candidates } = this.frame;
    const { side } = this.shape;
    return this.cells[c] ? [] : digitsOf(candidates?.[c] ?? this.shape.all).flatMap((digit) => {
      const shade = heat[c * side + digit - 1];
      const { x, y } = this.spot(c, digit);
      const half = this.step / 2 - 1;
      return shade === "0" ? [] : [svg("rect", { class: `pic-heat-${shade}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4 })];
    });
  }

  small({ cell, digit, number, hollow }) {
    const full = this.cells[cell] !== 0;
    // In a cell with a digit, the square for the digit in its middle stands at the place of the cell's own.
    const middle = this.places % 2 === 1 && digit === (this.places * this.places + 1) / 2;
    const { x, y } = this.spot(cell, full && middle ? this.cells[cell] : digit);
    const half = this.step * (this.has(this.frame.removed, cell, digit) ? 0.16 : 0.28);
    return svg("rect", { class: `pic-square-${((number - 1) % 4) + 1}${hollow ? " hollow" : ""}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  }

  tag({ cell, digit, letter, outline, word }) {
    const { x, y } = this.spot(cell, digit);
    const r = this.step * 0.46;
    const around = [
      () => svg("circle", { class: "pic-ring", cx: x, cy: y, r }),
      () => svg("rect", { class: "pic-ring", x: x - r, y: y - r, width: 2 * r, height: 2 * r }),
      () => svg("path", { class: "pic-ring", d: `M${x} ${y - 1.15 * r}l${1.15 * r} ${1.15 * r}l${-1.15 * r} ${1.15 * r}l${-1.15 * r} ${-1.15 * r}Z` }),
    ][outline]?.();
    const said = svg("title", {}, word ?? letter);
    return [svg("g", {}, said, ...(around ? [around] : []), this.text({ x: x + r * 0.95, y: y - r * 0.8 }, this.step * 0.5, "tag", letter))];
  }

  link({ from, from_digit: fromDigit = 0, to, to_digit: toDigit = 0, weak }) {
    const a = this.spot(from, fromDigit);
    const b = this.spot(to, toDigit);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const gap = toDigit ? this.step * 0.5 : 24;
    if (length < gap * 1.5) {
      return [];
    }
    // Bent a little, so that an arrow past a cell is not taken for one that ends there.
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const bend = Math.min(40, length * 0.12);
    const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
    const start = { x: a.x + ux * gap, y: a.y + uy * gap };
    const away = Math.hypot(b.x - middle.x, b.y - middle.y);
    const [vx, vy] = [(b.x - middle.x) / away, (b.y - middle.y) / away];
    const tip = { x: b.x - vx * gap, y: b.y - vy * gap };
    const head = `M${tip.x} ${tip.y}L${tip.x - vx * 16 - vy * 7} ${tip.y - vy * 16 + vx * 7}L${tip.x - vx * 16 + vy * 7} ${tip.y - vy * 16 - vx * 7}Z`;
    return [
      svg("path", { class: weak ? "pic-link weak" : "pic-link", d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${tip.x - vx * 12} ${tip.y - vy * 12}` }),
      svg("path", { class: "pic-head", d: head }),
    ];
  }
}
