// The search over all pages: every word must stand in the title, the heading or the text, as the beginning of a word; or somewhere on the
// page, whose beginning is then shown. What is asked for stands in the address, so that it is there again when a person comes back.
"use strict";
(async () => {
  const words = document.getElementById("search-words");
  const kind = document.getElementById("search-kind");
  const count = document.getElementById("search-count");
  const found = document.getElementById("search-found");
  document.getElementById("search-form").addEventListener("submit", (e) => e.preventDefault());
  if (!window.DecompressionStream) {
    count.textContent = "This browser is too old to search here: it cannot unpack gzip.";
    return;
  }
  const packed = Uint8Array.from(atob(window.sudokulabIndex), (c) => c.charCodeAt(0));
  const [pages, passages, besides] = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  const plain = (s) => s.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const entries = passages.map(([page, id, heading, text]) => ({ page: pages[page], id, heading, text, title: plain(pages[page][1]), head: plain(heading), body: plain(text) }));
  // All that a page says, for words that stand far from each other on it.
  const said = pages.map(([, title]) => [plain(title)]);
  passages.forEach(([page], i) => said[page].push(entries[i].head, entries[i].body));
  for (const [word, ...steps] of besides) {
    let page = 0;
    for (const step of steps) {
      page += step;
      said[page].push(plain(word));
    }
  }
  const wholes = said.map((all) => all.join(" "));
  const opening = new Map(entries.toReversed().map((entry) => [entry.page, entry]));
  const MOST = 60;
  const PLACES = 3;
  const begins = (text, word) => {
    for (let i = text.indexOf(word); i >= 0; i = text.indexOf(word, i + 1)) {
      if (i === 0 || !/[\p{L}\p{N}]/u.test(text[i - 1])) {
        return true;
      }
    }
    return false;
  };

  function points(entry, asked) {
    let sum = 0;
    for (const word of asked) {
      const p = (begins(entry.title, word) ? (entry.id ? 4 : 12) : 0) + (begins(entry.head, word) ? 8 : 0) + (begins(entry.body, word) ? 2 : 0);
      if (!p) {
        return 0;
      }
      sum += p + (entry.title === word ? 20 : 0);
    }
    return sum;
  }

  // A piece of the text around the first word, with the words marked.
  function piece(entry, asked) {
    const out = document.createElement("p");
    let from = entry.body.length === entry.text.length ? entry.body.indexOf(asked[0]) : 0;
    from = Math.max(0, from - 60);
    if (from > 0) {
      from = entry.text.indexOf(" ", from) + 1;
    }
    const to = entry.text.length > from + 220 ? entry.text.lastIndexOf(" ", from + 220) : entry.text.length;
    const text = (from > 0 ? "… " : "") + entry.text.slice(from, to > from ? to : from + 220) + (to < entry.text.length ? " …" : "");
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${asked.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
    let done = 0;
    for (const m of text.matchAll(pattern)) {
      const mark = document.createElement("mark");
      mark.textContent = m[0];
      out.append(text.slice(done, m.index), mark);
      done = m.index + m[0].length;
    }
    out.append(text.slice(done));
    return out;
  }

  function show() {
    const asked = plain(words.value).split(/\s+/).map((w) => w.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")).filter(Boolean);
    found.replaceChildren();
    if (!asked.length) {
      count.textContent = `Type a word: ${pages.length} pages are known.`;
      return;
    }
    const fits = (page) => !kind.value || page[2] === kind.value;
    let hits = entries.map((entry) => ({ entry, points: fits(entry.page) ? points(entry, asked) : 0 })).filter((h) => h.points);
    const there = new Set(hits.map((h) => h.entry.page));
    const parts = asked.flatMap((w) => w.match(/[\p{L}\p{N}]+/gu));
    pages.forEach((page, i) => {
      if (!there.has(page) && fits(page) && parts.every((part) => begins(wholes[i], part))) {
        hits.push({ entry: opening.get(page) ?? { page, id: "", heading: "", text: "", body: "" }, points: 1 });
      }
    });
    hits.sort((a, b) => b.points - a.points);
    // Of one page the best few places.
    const perPage = new Map();
    hits = hits.filter(({ entry }) => {
      const n = (perPage.get(entry.page) || 0) + 1;
      perPage.set(entry.page, n);
      return n <= PLACES;
    });
    count.textContent = hits.length > MOST ? `The first ${MOST} of ${hits.length} places` : `${hits.length} ${hits.length === 1 ? "place" : "places"}`;
    for (const { entry } of hits.slice(0, MOST)) {
      const [path, title, of] = entry.page;
      const li = document.createElement("li");
      const a = document.createElement("a");
      a.href = path.split("/").map(encodeURIComponent).join("/") + (entry.id ? `#${encodeURIComponent(entry.id)}` : "");
      a.textContent = entry.heading || title;
      const where = document.createElement("div");
      where.className = "where";
      where.textContent = entry.heading ? `${of} · ${title}` : of;
      li.append(a, where);
      if (entry.text) {
        li.append(piece(entry, asked));
      }
      found.append(li);
    }
  }

  const asked = new URLSearchParams(location.search);
  words.value = asked.get("q") || "";
  kind.value = [...kind.options].some((o) => o.value === asked.get("in")) ? asked.get("in") : "";
  function keep() {
    const now = new URLSearchParams();
    if (words.value) {
      now.set("q", words.value);
    }
    if (kind.value) {
      now.set("in", kind.value);
    }
    try {
      history.replaceState(null, "", now.size ? `?${now}` : location.pathname);
    } catch {
      // Some browsers allow no other address for a page opened from disk.
    }
  }

  for (const control of [words, kind]) {
    control.addEventListener("input", () => {
      show();
      keep();
    });
  }
  show();
  if (!words.value) {
    words.focus();
  }
})();
