// The panels through which puzzles come and go: any text form that the lab reads; text, pictures, films and links to keep.

import { gif, png, standalone } from "./images.js";
import { attempt, button, deliver, el, field, options, plural } from "./parts.js";
import { forms, rulesOf, textOf } from "./texts.js";

/** The mark of a cell in a frame that is open, though it has no candidates shown. */
const OPEN = 4;
/** The pictures of a GIF, and bytes of a file that is read. */
const PICTURES = 300;
const FILE = 1 << 20;

/** opening is the panel that reads puzzles. @param {any} lab */
export function opening(lab) {
  const { element, body } = lab.section("Open a puzzle", { id: "section-open" });
  let puzzles = [];
  const text = el("textarea", {
    id: "open-text", rows: 5, spellcheck: "false", autocomplete: "off", "aria-describedby": "open-note",
    placeholder: "53..7....6..195....98....6.8...6…",
  });
  const own = el("input", { type: "checkbox", id: "open-shape" });
  const ownField = el("label", { class: "check", hidden: true }, own, " with the diagonals and regions of the board now");
  const file = el("input", {
    type: "file", id: "open-file", accept: ".txt,.sdk,.sdx,.sdm,.csv,.sudoku,text/*", async onchange() {
      await take(file.files[0]);
      file.value = "";
    },
  });
  const list = el("select", { id: "open-list", size: 6, ondblclick: () => load(), onkeydown: (e) => e.key === "Enter" && load() });
  const several = el("div", { id: "open-several", hidden: true }, field("Puzzles of the text", list), el("div", { class: "bar" }, button("open-load", "Load this one", () => load())));

  function load(i = Number(list.value)) {
    const p = puzzles[i];
    if (p) {
      const marks = p.marks?.some((m) => m > 0) ? p.marks : null;
      lab.setPuzzle(p.board, { marks, say: `${p.name || (puzzles.length > 1 ? `Puzzle ${i + 1}` : "The puzzle")} is on the board.` });
    }
  }

  async function read() {
    if (text.value.trim() === "") {
      lab.say("There is no text to read.", "bad");
      text.focus();
      return;
    }
    const { side, diagonals, regions } = own.checked && !ownField.hidden ? lab.shape() : rulesOf(text.value);
    const args = { text: text.value, ...(diagonals || regions ? { side, diagonals, regions } : {}) };
    const r = await attempt(lab, "Reading", ({ signal }) => lab.engine.call("read", args, { signal }).catch((err) => {
      err.message = err.message.replace(/^text:(\d+):(\d+:)?/, "line $1:");
      throw err;
    }));
    if (!r) {
      return;
    }
    puzzles = r.puzzles;
    several.hidden = puzzles.length < 2;
    if (puzzles.length === 1) {
      load(0);
      return;
    }
    options(list, [["", puzzles.map((p, i) => [i, `${i + 1}. ${p.name ? p.name + " " : ""}${p.board.cells.slice(0, 30)}${p.board.cells.length > 30 ? "…" : ""}`])]]);
    list.value = "0";
    lab.say(`${plural(puzzles.length, "puzzle")}${r.more ? " and more, which are left out" : ""}: choose one.`, "plain");
    list.focus();
  }

  /** take reads a file. @param {File|undefined} f */
  async function take(f) {
    if (!f) {
      return;
    }
    if (f.size > FILE) {
      lab.say(`${f.name} has ${f.size.toLocaleString("en")} bytes; at most ${FILE.toLocaleString("en")} are read here.`, "bad");
      return;
    }
    element.open = true;
    text.value = await f.text();
    await read();
  }

  const shaped = () => {
    const { diagonals, regions } = lab.shape();
    ownField.hidden = !diagonals && !regions;
  };
  lab.on("change", shaped);
  shaped();
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dropping"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [dropped] = event.dataTransfer.files;
    if (dropped) {
      await take(dropped);
    } else if (event.dataTransfer.getData("text")) {
      element.open = true;
      text.value = event.dataTransfer.getData("text");
      await read();
    }
  });
  document.addEventListener("paste", async (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (event.target.closest?.("input, textarea, select, dialog") || pasted.trim() === "") {
      return;
    }
    event.preventDefault();
    text.value = pasted;
    await read();
    element.open ||= puzzles.length > 1;
  });
  body.append(
    field("Text", text),
    el("p", { class: "note", id: "open-note" }, "Puzzles on lines or as grids, with or without pencil marks, and the files of many programs. A paste on the page or a file dropped on it is read as well."),
    ownField, el("div", { class: "bar" }, button("open-read", "Open", read, { class: "chief" })), field("Or a file", file), several,
  );
}

/** holding says what a text has, and what it does not tell apart. @param {import("./subject.js").Subject} of */
function holding({ givens, yours, found, more }) {
  const parts = [plural([...givens].filter((digit) => digit !== ".").length, "digit") + " of the puzzle"];
  if (yours) {
    parts.push(`${yours} of yours`);
  }
  if (found) {
    parts.push(`${found} that methods found`);
  }
  return `It holds ${parts.join(", ").replace(/,([^,]*)$/, " and$1")}.${more ? " The link tells them apart; read from the text, all are givens." : ""}`;
}

/** saving is the panel of what can be kept. @param {any} lab @param {import("./parts.js").Stage} stage @param {() => any} film the one that is shown, or null */
export function saving(lab, stage, film) {
  const { element, body } = lab.section("Save and share", { id: "section-share" });
  const of = el("select", { id: "share-of", onchange: () => fresh() });
  options(of, [["", [["board", "the board as it stands"], ["puzzle", "the puzzle alone"]]]]);
  const holds = el("p", { class: "note", id: "share-holds" });
  const form = el("select", { id: "share-form", onchange: () => fresh() });
  options(form, [["", Object.entries(forms)]]);
  const text = el("textarea", { id: "share-text", rows: 4, readonly: true, spellcheck: "false", class: "fixed" });
  const link = el("input", {
    type: "text", id: "share-link", readonly: true, onfocus() {
      fresh();
      link.select();
    },
  });

  const fresh = () => {
    if (element.open) {
      const all = lab.subject(of.value);
      text.value = textOf(all.board, of.value === "puzzle" ? null : lab.marks(), lab.shape(), form.value);
      link.value = lab.link(of.value);
      holds.textContent = holding(all);
    }
  };

  /** frame is what the board shows now. */
  const frame = () => {
    const all = lab.subject("board");
    const marks = lab.marks() ?? undefined;
    return stage.frame ?? all.dress({ board: all.board, candidates: marks, marks: marks?.map((set, c) => (set || all.board.cells[c] !== "." ? 0 : OPEN)) });
  };
  const width = (small) => Math.round(small * Math.max(1, lab.shape().side / 12));

  async function copy(from, what) {
    try {
      await navigator.clipboard.writeText(from.value);
      lab.say(`${what} copied.`, "good");
    } catch {
      from.focus();
      from.select();
      lab.say(`This browser does not let the page copy; the ${what.toLowerCase()} is selected: copy it by hand.`, "plain");
    }
  }

  const saved = (name) => lab.say(`Saved as ${name}.`, "good");
  const svg = () => {
    deliver("sudoku.svg", new Blob([standalone(lab.picture(frame(), lab.shape()), width(540)).text], { type: "image/svg+xml" }));
    saved("sudoku.svg");
  };
  const pixels = () => attempt(lab, "Drawing", async () => {
    deliver("sudoku.png", await png(lab.picture(frame(), lab.shape()), width(1080)));
    saved("sudoku.png");
  });
  const animation = async () => {
    const shown = film();
    if (!shown || shown.length === 0) {
      lab.say("Watch a method first: its film is what is saved as GIF.", "plain");
      return;
    }
    const shape = lab.shape();
    await attempt(lab, "Drawing the film", async ({ signal, progress }) => {
      const made = await gif(shown, (i) => lab.picture(shown.frames[i], shape), { width: width(480), most: PICTURES, signal, progress: (f) => progress(f, `${Math.round(100 * f)} %`) });
      deliver("sudoku.gif", made.blob);
      const some = made.frames < shown.length ? `, with ${made.frames} of its ${shown.length.toLocaleString("en")} pictures` : "";
      lab.say(`Saved as sudoku.gif${some}.`, "good");
    });
  };

  element.addEventListener("toggle", fresh);
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(fresh, 500); // the address follows the board a little later
  };
  lab.on("change", later);
  lab.on("select", later);
  body.append(
    field("What", of), holds, field("Text as", form), field("As text", text),
    el("div", { class: "bar" }, button("share-copy", "Copy text", () => {
      fresh();
      copy(text, "Text");
    }),
      button("share-save", "Save text", () => {
        fresh();
        deliver("sudoku.txt", new Blob([text.value], { type: "text/plain" }));
        saved("sudoku.txt");
      })),
    field("As a link", link),
    el("div", { class: "bar" }, button("share-copy-link", "Copy link", () => {
      fresh();
      copy(link, "Link");
    })),
    el("p", { class: "note" }, "A picture is of what the board shows now; a GIF is of the film that is watched."),
    el("div", { class: "bar" }, button("share-svg", "SVG", svg), button("share-png", "PNG", pixels), button("share-gif", "GIF of the film", animation),
      button("share-print", "Print the board", () => print())),
  );
}
