// The panel in which a method is watched: its film over the board, a player, and what the run counted.

import { makeBeside } from "./beside.js";
import { compare } from "./compare.js";
import { choose, counters, fineness, methodsFor, statuses } from "./methods.js";
import { attempt, button, el, field, makeMirror, plural, sentence, shapeKey } from "./parts.js";
import { Film, makePlayer } from "./player.js";

/** @param {any} lab @param {import("./parts.js").Stage} stage */
export function watch(lab, stage) {
  const { element, body } = lab.section("Watch a method", { id: "section-watch" });
  let methods = [];
  let known = ""; // the shape whose methods are listed
  let solved = null;
  let own = null; // ends the run when its film has left the board

  const choice = el("select", { id: "watch-method", onchange: () => described() });
  const detail = el("select", { id: "watch-detail" });
  const about = el("p", { class: "note", id: "watch-about" });
  const lacks = el("p", { class: "note", hidden: true }, "No learned methods here: “sudokulab page --networks” and “sudokulab serve” have them.");
  const player = makePlayer(lab, { id: "film", label: "Player of the film", show });
  const beside = makeBeside();
  const mirror = makeMirror();
  const begin = button("watch-start", "Watch", () => start(), { class: "chief" });
  const off = button("watch-off", "Back to my board", () => {
    stage.clear();
    begin.focus();
  }, { hidden: true });
  const fill = button("watch-fill", "Fill in the solution", () => {
    const { method: by } = solved;
    const frozen = lab.answering(() => lab.fill(solved.grid));
    lab.say(`The solution that ${by} found is filled in.${frozen}`);
    begin.focus();
  }, { hidden: true });
  const counted = el("div", { id: "watch-counters" });
  let of = null; // what the counters are of
  const release = () => {
    own?.abort();
    player.stop();
    beside.element.hidden = true;
    off.hidden = fill.hidden = true;
  };
  const both = compare(lab, () => methods);

  function show(i) {
    const frame = player.film.frames[i];
    stage.draw(frame);
    beside.show(frame);
  }

  const method = () => methods.find((m) => m.name === choice.value);

  function described() {
    const m = method();
    fineness(detail, m);
    about.textContent = m ? `${m.about[0].toUpperCase()}${m.about.slice(1)}.${m.refuses ? ` Not for this board: ${m.refuses}.` : m.unwatched ? ` ${sentence(m.unwatched)}` : ""}` : "";
  }

  /** list asks for the methods if the board has got another shape. */
  async function list() {
    const { board } = lab.subject("puzzle");
    const key = shapeKey(board);
    if (key === known) {
      return;
    }
    known = key;
    try {
      ({ methods } = await methodsFor(lab, board));
    } catch (err) {
      known = "";
      about.textContent = err.message;
      return;
    }
    choose(choice, methods);
    lacks.hidden = methods.some((m) => m.learned);
    described();
  }

  async function start() {
    await list();
    const m = method();
    if (!m) {
      return;
    }
    const not = m.refuses ? `Not for this board: ${m.refuses}` : m.unwatched;
    if (not) {
      lab.say(sentence(not), "bad");
      return;
    }
    own?.abort();
    own = new AbortController();
    const gone = own.signal;
    stage.take(release, mirror);
    const film = new Film();
    player.start(film);
    const asked = lab.subject("yours");
    of = asked;
    counted.replaceChildren();
    off.hidden = false;
    fill.hidden = true;
    const done = await attempt(lab, `Watching ${m.name}`, ({ signal, progress }) => lab.engine.call("watch",
      { board: asked.board, method: m.name, frames: detail.value || undefined },
      {
        signal: AbortSignal.any([signal, gone]), onEvent(frame) {
          film.add(asked.film(frame));
          if (player.film === film) {
            player.grown();
          }
          progress(null, plural(film.length, "picture"));
        },
      }));
    if (player.film !== film) {
      return;
    }
    player.finish();
    if (!done) {
      if (film.length === 0) {
        stage.clear();
      }
      return;
    }
    solved = done;
    fill.hidden = off.hidden || !done.grid;
    counted.replaceChildren(counters([{ solved: done, method: m }]));
    const cut = film.cut ? ` The film is too long: shown are its first ${plural(film.length - 1, "picture")} and the last.` : "";
    lab.say(`${m.name}${asked.aside}: ${statuses[done.status] ?? done.status}.${cut}`, done.grid ? "good" : done.status === "unsat" ? "bad" : "plain");
  }

  body.append(
    el("div", { class: "form" }, field("Method", choice), field("Detail", detail)),
    about, lacks,
    el("div", { class: "bar" }, begin,
      button("watch-compare", "Compare two…", async () => {
        await list();
        player.pause();
        both.open(choice.value);
      }), off, fill),
    mirror, player.element, beside.element, counted,
  );
  element.addEventListener("toggle", () => element.open && list());
  lab.on("change", () => {
    if (of && JSON.stringify(of.board) !== JSON.stringify(lab.subject("yours").board)) {
      of = null;
      counted.replaceChildren();
    }
    if (element.open) {
      list();
    }
  });
  if (element.open) {
    list();
  }
  return { film: () => (player.element.hidden ? null : player.film) };
}
