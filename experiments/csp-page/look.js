// What a person sees of the page, as numbers. Colours are those that the browser computed.
globalThis.look = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const cells = () => all("#grid [role=gridcell]");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const frames = async (n) => { for (let i = 0; i < n; i++) { await frame(); } };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  // rgba reads a computed colour by painting it: red, green, blue from 0 to 255, and alpha from 0 to 1.
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  // ground is what stands behind an element, all layers laid over each other.
  const ground = (node) => {
    const layers = [];
    for (let n = node; n; n = n.parentElement) {
      layers.push(rgba(getComputedStyle(n).backgroundColor));
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const ink = (node) => over(rgba(getComputedStyle(node).color), ground(node));
  const hsl = ([r, g, b]) => {
    [r, g, b] = [r / 255, g / 255, b / 255];
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
    const [l, d] = [(high + low) / 2, high - low];
    const s = d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1));
    const h = d === 0 ? 0 : high === r ? 60 * (((g - b) / d + 6) % 6) : high === g ? 60 * ((b - r) / d + 2) : 60 * ((r - g) / d + 4);
    return { h, s, l };
  };
  // off is how many degrees a colour's hue is from another; 180, the most, for one that has next to no hue.
  const off = (colour, hue) => {
    const { h, s } = hsl(colour);
    if (s < 0.2) {
      return 180;
    }
    const d = Math.abs(h - hue) % 360;
    return Math.min(d, 360 - d);
  };
  const luminance = (colour) => {
    const [r, g, b] = colour.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  const visible = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  const part = (cell, name) => cell.querySelector("." + name);
  const digits = () => cells().map((cell) => part(cell, "digit").textContent.trim());
  // red is how far a cell is from red, by its digit or its ground, whichever is nearer.
  const red = (cell) => Math.min(off(ink(part(cell, "digit")), 0), off(ground(cell), 0));
  const domain = (cell) => {
    const node = part(cell, "domain");
    const shown = visible(node) && node.textContent.trim() !== "";
    return { shown, text: shown ? node.textContent.replace(/\s/g, "") : "", node };
  };
  const domains = () => cells().map((cell) => {
    const d = domain(cell);
    if (!d.shown) {
      return { text: "" };
    }
    const colour = ink(d.node);
    const { s, l } = hsl(colour);
    const box = cell.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(d.node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0);
    const lines = new Set(rects.map((r) => Math.round(r.top))).size;
    const outside = Math.max(0, ...rects.map((r) => Math.max(box.left - r.left, r.right - box.right, box.top - r.top, r.bottom - box.bottom)));
    return { text: d.text, red: off(colour, 0), green: off(colour, 120), saturation: s, lightness: l, lines, outside };
  });

  const status = () => ({ text: document.getElementById("status").textContent.trim(), tone: document.getElementById("status").dataset.tone ?? "" });
  const busy = () => visible(document.getElementById("stop"));
  const controls = () => all("button, input, select, summary, textarea, [tabindex='0']").filter((n) => visible(n) && !n.disabled && !n.closest("[inert]"));
  const name = (n) => n.id || n.textContent.trim().slice(0, 30) || n.tagName;

  return {
    cells, digits, domains, status, busy, frame, frames, wait, visible, controls, name, red, contrast, luminance, ground, ink, rgba, over, part, all,
    // board is what the cells hold, row by row, "." for an empty one.
    board: () => digits().map((d) => d || ".").join(""),
    hint: (cell) => red(cells()[cell]),

    // grounds tells of each cell where it is and what is behind it.
    grid: () => cells().map((cell) => {
      const { left, top } = cell.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top), ground: ground(cell).join() };
    }),

    // watch notes, frame by frame until it is stopped, the time and what f returns, where it changes.
    watch(f) {
      const seen = [];
      let on = true;
      let last;
      (async () => {
        while (on) {
          const now = f();
          const text = JSON.stringify(now);
          if (text !== last) {
            last = text;
            seen.push({ at: performance.now() / 1000, what: now });
          }
          await frame();
        }
      })();
      return () => { on = false; return seen; };
    },

    // progress is how far the bar is, or what the text beside it counts where nobody knows how much is to do; null without
    // either. Seconds that pass are no progress.
    progress() {
      const bar = document.getElementById("progress");
      if (!visible(bar)) {
        return null;
      }
      if (bar.hasAttribute("value")) {
        return bar.value / bar.max;
      }
      const counted = document.getElementById("work-text").textContent.match(/(\d+) (?!s\b)/);
      return counted ? Number(counted[1]) : null;
    },

    // reach scrolls to each control and tells which cannot be hit.
    reach() {
      const lost = [];
      for (const n of controls()) {
        n.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { left, top, width, height } = n.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const hit = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && document.elementFromPoint(x, y);
        if (!hit || !(n === hit || n.contains(hit) || hit.contains(n) && n.tabIndex >= 0 && hit.tagName === "LABEL")) {
          lost.push(name(n));
        }
      }
      scrollTo(0, 0);
      return { controls: controls().length, lost };
    },

    // layout tells which controls lie over each other, and by how much something leaves the window at the side.
    layout() {
      const list = controls().map((n) => ({ n, box: n.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
      const overlaps = [];
      for (let i = 0; i < list.length; i++) {
        for (let j = i + 1; j < list.length; j++) {
          const [a, b] = [list[i], list[j]];
          if (a.n.contains(b.n) || b.n.contains(a.n)) {
            continue;
          }
          const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (w > 1 && h > 1) {
            overlaps.push(`${name(a.n)} and ${name(b.n)}`);
          }
        }
      }
      const beyond = document.documentElement.scrollWidth - innerWidth;
      const cut = list.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1).map(({ n }) => name(n));
      return { overlaps, beyond: Math.max(0, beyond), cut };
    },

    // dark tells the luminance of grounds and the contrasts of texts and of the edges of cells.
    dark() {
      const grounds = [document.body, document.querySelector("main"), ...cells()].map((n) => luminance(ground(n)));
      const texts = all("body *").filter((n) => visible(n) && !n.disabled && !n.closest(":disabled") && [...n.childNodes].some((t) => t.nodeType === 3 && t.textContent.trim()))
        .filter((n) => { const { width, height } = n.getBoundingClientRect(); return width > 1 && height > 1; });
      const weakest = texts.map((n) => ({ name: name(n), contrast: contrast(ink(n), ground(n)) })).sort((a, b) => a.contrast - b.contrast)[0];
      let edge = Infinity;
      const list = cells();
      const side = Math.round(Math.sqrt(list.length));
      list.forEach((cell, c) => {
        const style = getComputedStyle(cell);
        for (const [next, ok, property] of [[c + 1, c % side < side - 1, "Right"], [c + side, c + side < list.length, "Bottom"]]) {
          if (!ok) {
            continue;
          }
          const here = ground(cell);
          const there = ground(list[next]);
          const opposite = { Right: "Left", Bottom: "Top" }[property];
          const lines = [[style, property], [getComputedStyle(list[next]), opposite]]
            .filter(([s, side]) => parseFloat(s[`border${side}Width`]) > 0)
            .map(([s, side]) => over(rgba(s[`border${side}Color`]), here));
          const gap = ground(cell.parentElement);
          const apart = property === "Right" ? list[next].getBoundingClientRect().left - cell.getBoundingClientRect().right : list[next].getBoundingClientRect().top - cell.getBoundingClientRect().bottom;
          if (apart > 0.5) {
            lines.push(gap);
          }
          edge = Math.min(edge, Math.max(contrast(here, there), ...lines.map((l) => Math.min(contrast(l, here), contrast(l, there)))));
        }
      });
      return { ground: Math.max(...grounds), text: weakest.contrast, weakest: weakest.name, texts: texts.length, edge };
    },
  };
})();
