// The status line where the board is out of sight: it floats at the foot of the window while something runs or is newly said.

/** How long a text stays afloat, in milliseconds. */
const STAYS = 8000;

/** float watches the status line. Its place keeps its height, so that nothing moves. */
export function float() {
  const status = document.getElementById("work");
  const place = document.createElement("div");
  status.before(place);
  place.append(status);
  let away = false;
  let said = 0;

  function settle() {
    const up = away && (status.classList.contains("on") || performance.now() - said < STAYS);
    if (up !== status.classList.contains("afloat")) {
      place.style.minHeight = up ? `${place.offsetHeight}px` : "";
      status.classList.toggle("afloat", up);
    }
  }

  new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    settle();
  }).observe(place);
  new MutationObserver(() => {
    said = performance.now();
    settle();
    setTimeout(settle, STAYS + 50);
  }).observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
  new MutationObserver(settle).observe(status, { attributes: true, attributeFilter: ["class"] });
}
