// Pictures of boards as files: SVG that stands by itself, PNG, and films as GIF.

import { GIF } from "./gif.js";

/** What of the page's styles decides how an SVG looks, with the values that need not be written. */
const STYLES = {
  fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter",
  opacity: "1", "fill-opacity": "1", "stroke-opacity": "1", "font-family": "", "font-size": "", "font-weight": "400", "font-style": "normal",
  "text-anchor": "start", "dominant-baseline": "auto", "text-decoration-line": "none", "marker-end": "none", "paint-order": "normal",
  display: "inline", visibility: "visible",
};

/** Of text alone, for other shapes have none. */
const OF_TEXT = new Set(["font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "text-decoration-line"]);

/** place is where a picture gets its styles, out of sight. */
function place() {
  let e = document.getElementById("drawing");
  if (!e) {
    e = document.createElement("div");
    e.id = "drawing";
    e.setAttribute("aria-hidden", "true");
    document.body.append(e);
  }
  return e;
}

/**
 * standalone makes a picture that looks the same without the page's styles, on the page's paper.
 * @param {SVGElement} svg @param {number} width in pixels
 * @returns {{text: string, width: number, height: number}}
 */
export function standalone(svg, width) {
  const at = place();
  at.replaceChildren(svg);
  const [x, y, w, h] = svg.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  const height = Math.round(width * h / w);
  const styles = [...svg.querySelectorAll("*")].map((e) => {
    const computed = getComputedStyle(e);
    const text = e.localName === "text" || e.localName === "tspan";
    return [e, Object.entries(STYLES).filter(([name]) => text || !OF_TEXT.has(name)).map(([name, plain]) => [name, computed.getPropertyValue(name), plain])];
  });
  for (const [e, all] of styles) {
    e.removeAttribute("class");
    e.removeAttribute("style");
    for (const [name, value, plain] of all) {
      const attribute = name === "text-decoration-line" ? "text-decoration" : name;
      if (name === "dominant-baseline" && value === "central") {
        e.setAttribute("dy", "0.35em"); // which other programs know
        e.removeAttribute(name);
        continue;
      }
      if (value === plain || value === "") {
        e.removeAttribute(attribute);
      } else {
        e.setAttribute(attribute, value);
      }
    }
  }
  const paper = document.createElementNS(svg.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ x, y, width: w, height: h, fill: getComputedStyle(document.body).backgroundColor })) {
    paper.setAttribute(name, value);
  }
  svg.prepend(paper);
  for (const name of ["class", "style"]) {
    svg.removeAttribute(name);
  }
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const text = new XMLSerializer().serializeToString(svg);
  at.replaceChildren();
  return { text, width, height };
}

/** canvasOf draws a picture. @param {ReturnType<typeof standalone>} picture @param {HTMLCanvasElement} [canvas] one to draw on again */
async function canvasOf({ text, width, height }, canvas = document.createElement("canvas")) {
  const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = href;
    await image.decode();
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(href);
  }
}

/** png draws a picture as PNG. @returns {Promise<Blob>} */
export async function png(svg, width) {
  const canvas = await canvasOf(standalone(svg, width));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("this browser makes no PNG of that size"))), "image/png");
  });
}

/** thinned is at most so many of all frames, first and last among them, evenly. */
function thinned(count, most) {
  if (count <= most) {
    return Array.from({ length: count }, (_, i) => i);
  }
  return Array.from({ length: most }, (_, i) => Math.round(i * (count - 1) / (most - 1)));
}

/**
 * gif draws a film as GIF.
 * @param {{length: number, delay: (i: number) => number}} film @param {(i: number) => SVGElement} draw
 * @param {{width: number, most: number, signal: AbortSignal, progress: (fraction: number) => void}} how
 * @returns {Promise<{blob: Blob, frames: number}>}
 */
export async function gif(film, draw, { width, most, signal, progress }) {
  const chosen = thinned(film.length, most);
  const canvas = document.createElement("canvas");
  const pixels = async (i) => {
    await canvasOf(standalone(draw(i), width), canvas);
    return canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, canvas.width, canvas.height).data;
  };
  // The colours of some frames are those of all.
  const samples = [];
  for (const i of thinned(chosen.length, 8)) {
    samples.push(await pixels(chosen[i]));
  }
  const out = new GIF(canvas.width, canvas.height, samples);
  for (const [n, i] of chosen.entries()) {
    if (signal.aborted) {
      throw Object.assign(new Error("stopped"), { code: "cancelled" });
    }
    const last = n === chosen.length - 1;
    out.add(await pixels(i), last ? 3000 : Math.min(2000, Math.max(40, film.delay(i))));
    progress((n + 1) / chosen.length);
    await new Promise((resolve) => setTimeout(resolve)); // the page stays alive
  }
  return { blob: out.finish(), frames: chosen.length };
}
