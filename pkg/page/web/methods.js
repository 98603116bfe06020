// The methods of the lab as panels choose among them, and what a run of one has counted.

import { el, options } from "./parts.js";

/** How finely films are made: values of the call watch, and words for them. */
const details = { strikes: "every strike", steps: "every step", decisions: "decisions", guesses: "guesses only" };

/** @param {any} lab @returns {Promise<{methods: any[], fastest: string}>} */
export const methodsFor = (lab, board) => lab.engine.call("methods", { board });

/** choose fills a select with methods by family; those that cannot be watched say so. */
export function choose(select, methods) {
  const families = new Map();
  for (const m of methods) {
    families.set(m.family, [...(families.get(m.family) ?? []), m]);
  }
  options(select, [...families].map(([family, list]) => [family, list.map((m) => [m.name, m.name + why(m)])]));
}

function why(m) {
  if (m.refuses) {
    return " (not for this board)";
  }
  return m.watched ? "" : " (no film)";
}

/** fineness fills a select with the details that films of a method have, the usual one first. */
export function fineness(select, method) {
  const list = method?.frames ?? [];
  options(select, [["", list.length ? list.map((name) => [name, details[name] ?? name]) : [["", "none"]]]]);
  select.selectedIndex = 0;
  select.disabled = list.length < 2;
}

/** statuses say in words how a run ended. */
export const statuses = {
  unsat: "no solution", unique: "one solution", multiple: "several solutions", found: "a solution found, others not ruled out",
  capped: "stopped at a limit", cancelled: "stopped",
};

/** seconds writes a time. @param {number} s */
export function seconds(s) {
  if (s < 1e-3) {
    return `${(s * 1e6).toPrecision(3)} µs`;
  }
  return s < 1 ? `${(s * 1e3).toPrecision(3)} ms` : `${s.toPrecision(3)} s`;
}

/** rows are what a run has counted, by name, in the order in which a table shows them. */
function rows(solved, method) {
  const all = new Map([["Outcome", statuses[solved.status] ?? solved.status]]);
  all.set(method?.nodes ? `Nodes (${method.nodes})` : "Nodes", solved.nodes.toLocaleString("en"));
  all.set("Backtracks", solved.backtracks.toLocaleString("en"));
  for (const c of solved.counters ?? []) {
    all.set(c.name.replaceAll("_", " "), c.value.toLocaleString("en"));
  }
  all.set("Time of this one run", seconds(solved.seconds));
  return all;
}

/**
 * counters makes a table of runs side by side; a counter that one of them lacks has a dash there.
 * @param {{solved: any, method: any}[]} runs
 */
export function counters(runs) {
  const all = runs.map(({ solved, method }) => {
    const r = rows(solved, method);
    // Beside another run nodes stand in one row, and the row below it says what they are.
    if (runs.length > 1 && method?.nodes) {
      r.delete(`Nodes (${method.nodes})`);
      r.set("Nodes", solved.nodes.toLocaleString("en"));
      r.set("A node is", method.nodes);
    }
    return r;
  });
  const first = (name) => ["Outcome", "Nodes", "A node", "Backtracks", "", "Time"].findIndex((x) => (x ? name.startsWith(x) : !name.startsWith("Time")));
  const order = [...new Set(all.flatMap((r) => [...r.keys()]))].sort((a, b) => first(a) - first(b));
  return el("table", { class: "counters" },
    el("caption", {}, runs.length > 1 ? "What the two runs counted" : "What the run counted"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Counter"), ...runs.map(({ solved }) => el("th", { scope: "col" }, solved.method)))),
    el("tbody", {}, ...order.map((name) => el("tr", {}, el("th", { scope: "row" }, name), ...all.map((r) => el("td", {}, r.get(name) ?? "–"))))),
  );
}
