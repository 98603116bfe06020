// Notebooks: outputs that are wider than their box can be reached by the keyboard, and wide pictures stay legible in narrow windows.
"use strict";
(() => {
  const boxes = [...document.querySelectorAll("main .output, main .text, main .formula, main .scroll")];
  const mark = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth + 1 && !box.hasAttribute("tabindex")) {
        box.tabIndex = 0;
      }
    }
  };
  addEventListener("load", () => {
    for (const e of document.querySelectorAll(".output img, .output svg[viewBox]")) {
      const w = e.naturalWidth || Number(e.getAttribute("width")) || (e.viewBox && e.viewBox.baseVal.width);
      if (w > 620) {
        e.style.minWidth = `${0.66 * w}px`;
      }
    }
    mark();
  });
  addEventListener("resize", mark);
})();
