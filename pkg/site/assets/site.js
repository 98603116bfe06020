// The theme, and what every page needs of a script; all else works without.
"use strict";
(() => {
  const root = document.documentElement;
  const choice = document.getElementById("theme");
  let kept = "auto";
  try {
    kept = JSON.parse(localStorage.getItem("sudokulab.theme")) || "auto";
  } catch {
    // Nothing can be kept here: the choice lasts as long as the page.
  }
  choice.value = ["light", "dark"].includes(kept) ? kept : "auto";
  choice.addEventListener("change", () => {
    if (choice.value === "auto") {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = choice.value;
    }
    try {
      localStorage.setItem("sudokulab.theme", JSON.stringify(choice.value));
    } catch {
      // As above.
    }
  });

  // Each heading leads to itself, so that its address can be copied.
  for (const h of document.querySelectorAll("main :is(h2, h3, h4)[id]:not(:has(a))")) {
    const a = document.createElement("a");
    a.className = "anchor";
    a.href = `#${encodeURIComponent(h.id)}`;
    a.setAttribute("aria-label", `Link to ${h.textContent}`);
    a.textContent = "#";
    h.append(" ", a);
  }

  // What goes on beyond the right edge of its box fades there.
  for (const box of document.querySelectorAll("main :is(.scroll, pre)")) {
    const mark = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
    box.addEventListener("scroll", mark, { passive: true });
    new ResizeObserver(mark).observe(box);
  }

  // On narrow windows the contents start closed.
  const contents = document.querySelector(".frame > .contents > details");
  if (contents && !matchMedia("(min-width: 70rem)").matches) {
    contents.open = false;
  }

  // What an address names within something closed is opened.
  const open = () => {
    let at = null;
    try {
      at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return;
    }
    let opened = false;
    for (let box = at && at.closest("details:not([open])"); box; box = box.parentElement.closest("details:not([open])")) {
      box.open = true;
      opened = true;
    }
    if (opened) {
      at.scrollIntoView();
    }
  };
  addEventListener("hashchange", open);
  open();
})();
