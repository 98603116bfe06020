// The filter of the list of claims. What is asked for stands in the address, so that it can be kept and sent.
"use strict";
(() => {
  const at = (id) => document.getElementById(`filter-${id}`);
  const names = ["words", "document", "verdict", "kind"];
  const rows = [...document.querySelectorAll(".claims > .row")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const count = document.getElementById("filter-count");

  function show() {
    const words = at("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      const fits = ["document", "verdict", "kind"].every((name) => !at(name).value || row.dataset[name] === at(name).value) && words.every((w) => text.includes(w));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    document.querySelector(".claims").hidden = shown === 0;
    count.textContent = shown === rows.length ? `${rows.length} claims` : `${shown} of ${rows.length} claims`;
  }

  function keep() {
    const asked = new URLSearchParams();
    for (const name of names) {
      if (at(name).value) {
        asked.set(name, at(name).value);
      }
    }
    try {
      history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
    } catch {
      // Some browsers allow no other address for a page opened from disk.
    }
  }

  const asked = new URLSearchParams(location.search);
  for (const name of names) {
    const control = at(name);
    const value = asked.get(name) || "";
    if (control.tagName !== "SELECT" || [...control.options].some((o) => o.value === value)) {
      control.value = value;
    }
    control.addEventListener("input", () => {
      show();
      keep();
    });
  }
  document.getElementById("filter").addEventListener("submit", (e) => e.preventDefault());
  show();
})();
