// Two methods side by side on one puzzle: both films step together, and their counters stand in one table.

import { makeBeside } from "./beside.js";
import { choose, counters, fineness } from "./methods.js";
import { button, el, field, plural, repaint, sentence } from "./parts.js";
import { Film, makePlayer } from "./player.js";

/** Pair plays two films as one: the shorter one waits at its end. */
class Pair {
  constructor(films) {
    this.films = films;
  }

  get length() {
    return Math.max(...this.films.map((f) => f.length));
  }

  /** at is the frame of one of them while the pair shows frame i. */
  at(which, i) {
    return Math.min(i, this.films[which].length - 1);
  }

  delay(i) {
    return Math.max(...this.films.map((f) => (i < f.length ? f.delay(i) : 0)));
  }

  words(i) {
    return this.films.map((f, which) => (f.length ? `${["Left", "Right"][which]}: ${f.words(this.at(which, i))}` : "")).join(" ");
  }
}

/**
 * compare makes the dialog.
 * @param {any} lab @param {() => any[]} methods those that the board's shape has
 */
export function compare(lab, methods) {
  let pair = new Pair([new Film(), new Film()]);
  const sides = ["left", "right"].map((name, which) => {
    const side = {
      choice: el("select", { id: `compare-${name}`, onchange: () => fineness(side.detail, methods().find((m) => m.name === side.choice.value)) }),
      detail: el("select", { id: `compare-${name}-detail` }),
      picture: el("div", { class: "compare-picture" }),
      words: el("p", { class: "compare-words" }),
      beside: makeBeside(),
    };
    side.element = el("section", { class: "compare-side", "aria-label": `The method on the ${name}` },
      el("div", { class: "form" }, field(`Method on the ${name}`, side.choice), field("Detail", side.detail)), side.picture, side.words, side.beside.element);
    side.draw = (frame) => {
      repaint(side.picture, lab.picture(frame, lab.shape(), side.picture.firstElementChild));
      side.beside.show(frame);
    };
    side.show = (i) => {
      const film = pair.films[which];
      if (film.length > 0) {
        side.draw(film.frames[pair.at(which, i)]);
        side.words.textContent = film.words(pair.at(which, i));
      }
    };
    return side;
  });
  const player = makePlayer(lab, { id: "pair", label: "Player of both films", show: (i) => sides.forEach((s) => s.show(i)) });
  const counted = el("div", { id: "compare-counters" });
  const said = el("p", { class: "note", role: "status", id: "compare-said" });
  let stop = null;
  const dialog = el("dialog", {
    class: "compare", id: "compare", "aria-labelledby": "compare-title", onclose: () => {
      stop?.abort();
      player.stop();
    },
  },
  el("header", {}, el("h2", { id: "compare-title" }, "Two methods side by side"), button("compare-start", "Start both", start, { class: "chief" }), button("compare-close", "Close", () => dialog.close())),
  el("div", { class: "compare-sides" }, ...sides.map((s) => s.element)),
  said, player.element, counted);
  document.body.append(dialog);
  lab.on("change", () => dialog.close()); // its films are of the board before

  /** one runs one method; a method without a film is solved, and its only picture is the end. */
  async function one(method, detail, film, of, signal) {
    const { board } = of;
    if (method.watched) {
      const onEvent = (frame) => film.add(of.film(frame));
      return lab.engine.call("watch", { board, method: method.name, frames: detail || undefined }, { signal, onEvent });
    }
    const solved = await lab.engine.call("solve", { board, method: method.name }, { signal });
    film.add(of.dress({
      board: { ...board, cells: solved.grid || board.cells },
      caption: `${sentence(method.unwatched ?? `${method.name} has no film`)} This is ${solved.grid ? "its solution" : "the board, for which it has no solution"}.`,
    }));
    return solved;
  }

  async function start() {
    const of = lab.subject("yours");
    const films = [new Film(), new Film()];
    const chosen = sides.map((s) => methods().find((m) => m.name === s.choice.value));
    const own = new AbortController();
    stop?.abort();
    stop = own;
    counted.replaceChildren();
    const runs = [];
    for (const [which, method] of chosen.entries()) {
      said.textContent = `${method.name} is running…`;
      try {
        runs.push({ solved: await one(method, sides[which].detail.value, films[which], of, own.signal), method });
      } catch (err) {
        if (!err.code) {
          throw err;
        }
        said.textContent = err.code === "cancelled" ? "Stopped." : `${method.name}: ${err.message}`;
        return;
      }
    }
    pair = new Pair(films);
    said.textContent = films.map((film, i) =>
      `${chosen[i].name}${of.aside}: ${plural(film.length, "picture")}${film.cut ? ", the first ones of a longer film and its last" : ""}.`).join(" ");
    player.start(pair);
    player.grown();
    player.finish();
    sides.forEach((s) => s.show(player.index));
    counted.replaceChildren(counters(runs));
  }

  return {
    /** open shows the dialog with a method on the left. */
    open(name) {
      const all = methods();
      const other = all.find((m) => m.watched && m.family !== all.find((x) => x.name === name)?.family);
      sides.forEach((s, i) => {
        choose(s.choice, all);
        s.choice.value = i === 0 ? name : s.choice.value === name ? other?.name ?? name : s.choice.value;
        fineness(s.detail, all.find((m) => m.name === s.choice.value));
        const of = lab.subject("yours");
        s.draw(of.dress({ board: of.board }));
        s.words.textContent = "";
      });
      said.textContent = "";
      counted.replaceChildren();
      dialog.showModal();
    },
  };
}
