// The controls under the board: digits, pencil, undo, domains, mistakes, found digits, clearing.

import { cellName, symbol } from "./shape.js";
import { START } from "./tasks.js";
import { able, press } from "./able.js";
import { run } from "./run.js";

const byId = (id) => document.getElementById(id);

export function wireBar(page) {
  const { game, desk, status, tasks } = page;
  const at = (id, does) => byId(id).addEventListener("click", does);

  at("undo", () => undo());
  at("redo", () => redo());
  at("pencil", () => desk.setPencil(!desk.pencil));
  at("erase", () => desk.enter(desk.grid.selected, 0));
  at("clear", () => {
    tasks.stop({ quiet: true });
    game.clear();
    desk.tell("reset");
    if (desk.pencil) {
      desk.setPencil(false);
    }
    status.say(START);
  });
  at("restart", () => {
    tasks.stop({ quiet: true });
    status.say(game.startOver() ? "Back to the puzzle as it was given." : "The board holds the puzzle alone already.");
  });
  press("forget", () => {
    tasks.stop({ quiet: true });
    game.forget();
    status.say("The digits that methods found are gone.");
  });
  at("mistakes", () => run(page, "Checking", (task) => mistakes(page, task)));

  const domains = byId("domains");
  // They are of the board that is shown and are kept nowhere: of the next puzzle they would tell what nobody has asked.
  const named = () => {
    domains.setAttribute("aria-pressed", String(desk.domains));
    domains.textContent = desk.domains ? "Hide domains" : "Show domains";
  };
  const show = (on) => {
    desk.showDomains(on);
    named();
  };
  show(false);
  desk.on("reset", () => show(false));
  desk.on("change", named);
  domains.addEventListener("click", () => {
    const on = !desk.domains;
    show(on);
    const { emptied, open } = desk.left();
    const found = emptied >= 0 ? `AC-3 leaves ${cellName(game.shape, emptied)} no digit` : `AC-3 leaves ${open} cells open`;
    const bars = byId("grid").classList.contains("tiny") ? " A bar tells how many digits a cell has left." : "";
    status.say(on ? `Domains are shown: ${found}.${bars}` : "Domains are hidden.");
  });

  function undo() {
    status.say(game.undo() ? "Taken back." : "There is nothing to take back.");
  }
  function redo() {
    status.say(game.redo() ? "Done again." : "There is nothing to do again.");
  }
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key) || event.target.closest?.("input, textarea, dialog")) {
      return;
    }
    event.preventDefault();
    if (key === "y" || event.shiftKey) {
      redo();
    } else {
      undo();
    }
  });

  desk.on("change", () => {
    able("undo", game.canUndo);
    able("redo", game.canRedo);
    able("forget", game.hasFound);
  });
  able("forget", game.hasFound);
  desk.on("pencil", (on) => {
    byId("pencil").setAttribute("aria-pressed", String(on));
    byId("pad").classList.toggle("pencil", on);
  });

  const pad = byId("pad");
  const digits = ({ side }) => {
    pad.style.setProperty("--side", side);
    pad.replaceChildren(...Array.from({ length: side }, (_, i) => {
      const key = document.createElement("button");
      key.type = "button";
      key.id = `pad-${i + 1}`;
      key.textContent = symbol(i + 1);
      key.addEventListener("click", () => desk.enter(desk.grid.selected, i + 1));
      return key;
    }));
  };
  digits(game.shape);
  desk.on("shape", digits);
}

/** mistakes marks what differs from the puzzle's one solution. */
async function mistakes({ lab, game, desk }, task) {
  const { shape, entries, marks } = game.position;
  if (!entries.some(Boolean) && !marks.some(Boolean)) {
    return { text: "There is nothing of yours on the board yet.", tone: "plain" };
  }
  const puzzle = lab.subject("puzzle");
  const answer = await lab.engine.call("solve", { board: puzzle.board, seconds: 30 }, { signal: task.signal, steady: "board" });
  if (answer.status === "unsat") {
    return { text: "The puzzle itself has no solution.", tone: "bad" };
  }
  if (answer.status !== "unique") {
    const several = answer.status === "multiple";
    return { text: several ? "The puzzle has several solutions, so no single digit is wrong by itself." : "The limits of this check came first: nothing is known.", tone: several ? "plain" : "bad" };
  }
  if (!marks.some(Boolean) && [...puzzle.board.cells].every((digit, c) => digit === (entries[c] ? symbol(entries[c]) : "."))) {
    return { text: "These digits are the puzzle, and it has one solution.", tone: "good" };
  }
  const grid = [...answer.grid];
  const wrong = new Set();
  let lost = 0;
  for (let c = 0; c < shape.cells; c++) {
    const digit = grid[c];
    if (entries[c] && symbol(entries[c]) !== digit) {
      wrong.add(c);
    } else if (marks[c] && !Array.from({ length: shape.side }, (_, i) => (marks[c] & (1 << i) ? symbol(i + 1) : "")).includes(digit)) {
      wrong.add(c);
      lost++;
    }
  }
  desk.wrong = wrong;
  desk.draw();
  const digits = wrong.size - lost;
  if (wrong.size === 0) {
    return { text: "No mistake so far.", tone: "good" };
  }
  const parts = [];
  if (digits) {
    parts.push(`${digits} ${digits === 1 ? "digit is" : "digits are"} wrong`);
  }
  if (lost) {
    parts.push(`the marks of ${lost} ${lost === 1 ? "cell lack" : "cells lack"} the right digit`);
  }
  return { text: `${parts.join(", and ")}: see the cells marked “?”.`, tone: "bad" };
}
