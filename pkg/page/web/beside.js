// What a method has left of its own structure, beside the board: bars that shrink, and the rows and columns of a cover.

import { el } from "./parts.js";

/** The pixels of one row or column of a cover: many where they are few. @param {number} across how many stand on a line */
const dotOf = (across) => (across > 100 ? 3 : 8);

/** strip draws a character each as a dot: full if it is chosen, smaller if it is left. @param {HTMLCanvasElement} canvas */
function strip(canvas, text, across) {
  const down = Math.ceil(text.length / across);
  const dot = dotOf(across);
  const [width, height] = [across * dot, down * dot];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const ink = canvas.getContext("2d");
  const colours = getComputedStyle(canvas);
  ink.clearRect(0, 0, width, height);
  for (const [char, colour, size] of [["#", colours.getPropertyValue("color"), dot * 0.7], ["*", colours.getPropertyValue("border-top-color"), dot]]) {
    ink.fillStyle = colour;
    for (let i = text.indexOf(char); i >= 0; i = text.indexOf(char, i + 1)) {
      ink.fillRect((i % across) * dot, Math.floor(i / across) * dot, size, size);
    }
  }
}

const count = (text, char) => text.split(char).length - 1;

/** makeBeside makes the place, empty and out of sight until a frame has something to show there. */
export function makeBeside() {
  const title = el("p", { class: "beside-title" });
  const bars = el("ul", { class: "beside-bars" });
  const tables = ["rows", "columns"].map((name) => {
    const canvas = el("canvas", { class: "beside-strip", role: "img" });
    const words = el("p", { class: "note" });
    return { name, canvas, words, element: el("div", { hidden: true }, words, canvas) };
  });
  const element = el("div", { class: "beside", hidden: true }, title, bars, ...tables.map((t) => t.element));
  let names = "";

  /** lines makes the bars, if they have other names than those there. */
  function lines(all) {
    const now = all.map((b) => b.name).join("\n");
    if (now === names) {
      return;
    }
    names = now;
    bars.replaceChildren(...all.map((b) => el("li", {}, el("span", {}, b.name), el("meter", { min: 0, "aria-label": b.name }), el("span", { class: "player-count" }))));
  }

  return {
    element,
    /** show draws what a frame has. @param {any} frame of the protocol */
    show(frame) {
      const { beside } = frame;
      element.hidden = !beside;
      if (!beside) {
        return;
      }
      const { title: name, bars: all = [] } = beside;
      title.textContent = name;
      lines(all);
      all.forEach((b, i) => {
        const [, meter, said] = bars.children[i].children;
        meter.max = Math.max(1, b.of);
        meter.value = b.left;
        said.textContent = `${b.left.toLocaleString("en")} / ${b.of.toLocaleString("en")}`;
      });
      for (const t of tables) {
        const text = beside[t.name] ?? "";
        t.element.hidden = text === "";
        if (text !== "") {
          strip(t.canvas, text, frame.board.cells.length);
          const words = `${beside[`${t.name === "rows" ? "row" : "column"}_names`] ?? t.name}: ${[[count(text, "#"), "left"], [count(text, "*"), "chosen"]].filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`).join(", ") || "none left"}, of ${text.length}`;
          t.words.textContent = words;
          t.canvas.setAttribute("aria-label", words);
        }
      }
    },
  };
}
