// Solving by any method: at once, or step by step.

import { plural } from "./parts.js";
import { conflictsOf } from "./rules.js";
import { Replay } from "./replay.js";
import { run } from "./run.js";
import { toBoard } from "./shape.js";

const byId = (id) => document.getElementById(id);

/** What a status of a solve means to a person. */
const ENDS = {
  unique: ["Solved: there is one solution.", "good"],
  multiple: ["Solved, but this is one of several solutions.", "good"],
  found: ["Solved. Whether there are other solutions, this method does not say.", "good"],
  unsat: ["There is no solution.", "bad"],
  capped: ["The method came to its limits without an answer.", "bad"],
  cancelled: ["The solve was stopped before it had an answer.", "plain"],
};

export function wireSolve(page) {
  const { lab, game, desk, settings } = page;
  const select = byId("method");
  const methods = new Map();
  const replay = new Replay(page);

  byId("solve").addEventListener("click", () => run(page, "Solving", (task) => solve(task)));
  byId("animate").checked = settings.get("animate", true) !== false;
  byId("animate").addEventListener("change", ({ target }) => settings.set("animate", target.checked));
  select.addEventListener("change", () => {
    settings.set("method", select.value);
    about();
  });

  function about() {
    const m = methods.get(select.value);
    byId("method-about").textContent = m ? m.about + (m.watched ? "" : " Its steps are not shown here.") : "";
  }

  /** list asks which methods take the boards of a shape. */
  async function list(shape) {
    const { methods: all, fastest } = await page.engine.call("methods", { board: toBoard(shape, new Uint8Array(shape.cells)) });
    if (shape !== game.shape) {
      return;
    }
    methods.clear();
    const groups = new Map();
    for (const m of all) {
      methods.set(m.name, m);
      const option = new Option(m.name === fastest ? `${m.name} (fastest)` : m.name, m.name);
      option.disabled = Boolean(m.refuses);
      option.title = m.refuses ?? m.about;
      if (!groups.has(m.family)) {
        const group = document.createElement("optgroup");
        group.label = m.family;
        groups.set(m.family, group);
      }
      groups.get(m.family).append(option);
    }
    const kept = settings.get("method", "csp");
    select.replaceChildren(...groups.values());
    select.value = methods.has(kept) && !methods.get(kept).refuses ? kept : "csp";
    about();
  }
  const listed = (shape) => list(shape).catch((err) => page.status.say(`The methods are not known: ${err.message}`, "bad"));
  desk.on("shape", listed);
  select.addEventListener("focus", () => methods.size === 0 && listed(game.shape));
  listed(game.shape);

  async function solve(task) {
    const of = lab.subject("yours");
    const { board } = of;
    const method = select.value;
    replay.drop();
    const how = { board, method };
    if (!byId("animate").checked || !(methods.get(method)?.watched ?? method === "csp")) {
      return finish(of, await lab.engine.call("solve", how, { signal: task.signal, steady: "board" }), task);
    }
    const frames = [];
    const onEvent = (frame) => frames.push(of.film(frame));
    const solving = lab.engine.call("watch", how, { onEvent, signal: task.signal });
    await replay.play(frames, task, solving);
    return finish(of, await solving, task);
  }

  async function finish(of, solved, task) {
    let frozen = "";
    if (solved.grid) {
      frozen = lab.answering(() => replay.keep(() => lab.fill(solved.grid)));
    } else {
      desk.showFor(null);
    }
    const [text, tone] = (solved.status === "capped" && solved.grid && short()) || (ENDS[solved.status] ?? [`It ended as ${solved.status}.`, "plain"]);
    const itself = solved.status === "unsat" && of.yours ? await puzzleItself(task) : "";
    return { text: `${of.says(text)}${itself}${frozen} ${solved.method}: ${plural(solved.nodes, "node")}, ${plural(solved.backtracks, "backtrack")}, ${duration(solved.seconds)}.`, tone };
  }

  /** puzzleItself says whether a puzzle has a solution to which a person's digits do not belong. */
  async function puzzleItself(task) {
    const { status } = await lab.engine.call("solve", { board: lab.subject("puzzle").board, seconds: 10 }, { signal: task.signal, steady: "board" });
    return {
      unsat: " Nor is there one for the puzzle alone.", unique: " The puzzle alone has one: “Find mistakes” shows what is wrong.",
      multiple: " The puzzle alone has several.",
    }[status] ?? "";
  }

  /** short says how far a method came whose digits are no solution. */
  function short() {
    const cells = game.cells();
    const empty = cells.filter((digit) => !digit).length;
    const clashing = conflictsOf(game.shape, cells).size;
    if (clashing) {
      return [`Not solved: the method's digits contradict each other in ${plural(clashing, "cell")}.`, "bad"];
    }
    return empty ? [`Not solved: the method left ${plural(empty, "cell")} empty.`, "bad"] : null;
  }
}

/** duration writes seconds to two digits, with a unit that suits. Clocks of some browsers go in steps of a millisecond. */
function duration(seconds) {
  if (seconds < 0.00005) {
    return "less than the clock shows";
  }
  const [value, unit] = seconds < 1 ? [seconds * 1000, "ms"] : [seconds, "s"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
