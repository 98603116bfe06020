// Judging the board: by arc consistency alone with the exact answer beside it, and candidate by candidate.

import { plural } from "./parts.js";
import { run } from "./run.js";

const byId = (id) => document.getElementById(id);

/** Seconds that a search for the exact answer, or the trying of all candidates, may take. */
const PATIENCE = 20;

/** Nodes of search that one candidate may take. */
const NODES = 20_000;

/** What the full search found, for people. */
const EXACT = {
  unsat: "no solution",
  unique: "one solution",
  multiple: "several solutions",
  found: "at least one solution",
  capped: "not known: the search came to its limit",
  cancelled: "not known: the search was stopped",
};

export function wireJudge(page) {
  const { desk, lab } = page;
  byId("validate").addEventListener("click", () => run(page, "Validating", (task) => validate(lab, task)));
  facts({});
  desk.on("change", () => facts({}));
  wireOutcomes(page);
}

/**
 * judged asks for the verdict and, as long as patience lasts, for the exact answer. The page looks at the clock itself: a worker
 * of one thread, deep in a search, hears no timer.
 */
async function judged(lab, board, task) {
  const late = AbortSignal.timeout(PATIENCE * 1000);
  try {
    return await lab.engine.call("validate", { board }, { signal: AbortSignal.any([task.signal, late]), steady: "board" });
  } catch (err) {
    if (!late.aborted || task.signal.aborted) {
      throw err;
    }
    return lab.engine.call("validate", { board, nodes: 1 }, { signal: task.signal, steady: "board" });
  }
}

async function validate(lab, task) {
  const of = lab.subject("yours");
  const found = await judged(lab, of.board, task);
  const exact = EXACT[found.exact.status] ?? found.exact.status;
  facts({
    of: of.name, verdict: found.verdict, open: found.open, arcs: found.ac3.arcs, nodes: 0, exact,
    conflicts: found.conflicts?.length ? found.conflicts.map((c) => `${c.digit} twice in ${c.unit}`).join(", ") : "none",
  });
  if (found.verdict === "contradictory") {
    const where = found.conflicts?.length ? "two equal digits see each other" : `AC-3 leaves ${found.emptied} no digit`;
    return { text: of.says(`Contradictory: ${where}. Exact answer: ${exact}.`), tone: "bad" };
  }
  if (found.open > 0) {
    return { text: of.says(`Not decided by AC-3 alone, which leaves ${plural(found.open, "cell")} open. Exact answer: ${exact}.`), tone: "plain" };
  }
  return { text: of.says(`The solution is unique: AC-3 alone fills every cell. Exact answer: ${exact}.`), tone: "good" };
}

/** leave begins a sentence about what candidates leave. @param {number} n */
const leave = (n) => `${plural(n, "candidate")} ${n === 1 ? "leaves" : "leave"}`;

/** facts lists what was found, a dash for what is not known. */
function facts({ of, verdict, conflicts, open, arcs, nodes, exact }) {
  const rows = [["Judged", of], ["By AC-3 alone", verdict], ["Conflicts", conflicts], ["Cells left open", open], ["Arcs revised", arcs], ["Nodes of search", nodes], ["Exact answer", exact]];
  byId("validation").replaceChildren(...rows.flatMap(([name, value]) => {
    const [term, said] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    said.textContent = value === undefined ? "–" : value.toLocaleString("en");
    return [term, said];
  }));
}

/** wireOutcomes colours the candidates by what they leave, for as long as the button is pressed. */
function wireOutcomes(page) {
  const { desk, lab, status, tasks } = page;
  const button = byId("outcomes");
  let timer = 0;
  let on = false;
  let shown = null;
  const press = (down) => {
    on = down;
    button.setAttribute("aria-pressed", String(down));
  };
  let turn = 0;
  const colour = (mine = ++turn) => run(page, "Trying the candidates", async (task) => {
    const of = lab.subject("board");
    const late = AbortSignal.timeout(PATIENCE * 1000);
    try {
      const found = await lab.engine.call("outcomes", { board: of.board, nodes: NODES }, { signal: AbortSignal.any([task.signal, late]), steady: "puzzle" });
      if (!on || JSON.stringify(of.board) !== JSON.stringify(lab.subject("board").board)) {
        return undefined; // another board is about to be coloured
      }
      const sum = (...lists) => lists[0].map((_, c) => lists.reduce((set, list) => set | list[c], 0));
      const count = (list) => list.reduce((n, set) => n + set.toString(2).replaceAll("0", "").length, 0);
      shown = of.dress({
        board: of.board, candidates: sum(found.one, found.several, found.unknown), removed: found.none, strong: found.one,
        caption: "candidates: ringed ones leave exactly one solution, struck ones none",
      });
      lab.overlay(shown);
      if (!of.board.cells.includes(".")) {
        return { text: "Every cell is filled: there is no candidate to colour." };
      }
      const unknown = count(found.unknown);
      if (!unknown && count(found.one) + count(found.several) === 0) {
        return { text: of.says("Every candidate is struck: the board has no solution."), tone: "bad" };
      }
      return { text: of.says(`Ringed: ${leave(count(found.one))} exactly one solution. Struck: ${count(found.none)} ${count(found.none) === 1 ? "leaves" : "leave"} none. Plain: ${count(found.several)} ${count(found.several) === 1 ? "leaves" : "leave"} several.${unknown ? ` ${unknown} ${unknown === 1 ? "is" : "are"} not known.` : ""}`) };
    } catch (err) {
      if (mine === turn) {
        press(false);
      }
      if (late.aborted && !task.signal.aborted) {
        return { text: `Not known within ${PATIENCE} s: with more digits on the board there is less to try.`, tone: "bad" };
      }
      throw err;
    }
  });
  button.addEventListener("click", () => {
    press(!on);
    clearTimeout(timer);
    if (on) {
      colour();
    } else {
      tasks.stop();
      lab.overlay(null);
      status.say("Candidates are not coloured any more.");
    }
  });
  desk.on("overlay", (frame) => {
    if (on && frame && frame !== shown) {
      press(false); // another picture has the board now
    }
  });
  desk.on("reset", () => {
    press(false);
    lab.overlay(null);
  });
  desk.on("change", ({ other }) => {
    clearTimeout(timer);
    if (other) {
      press(false); // nobody has asked for the candidates of this puzzle
    }
    if (on) {
      timer = setTimeout(() => on && colour(), 200);
    }
  });
}
