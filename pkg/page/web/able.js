// Buttons that have nothing to do at the moment. They keep the keyboard's focus, which a disabled button would lose.

const byId = (id) => document.getElementById(id);

/** able says whether a button has something to do. @param {string} id @param {boolean} on */
export function able(id, on) {
  byId(id).setAttribute("aria-disabled", String(!on));
}

/** press does something when a button is pressed that has something to do. @param {string} id @param {() => void} does */
export function press(id, does) {
  byId(id).addEventListener("click", () => {
    if (byId(id).getAttribute("aria-disabled") !== "true") {
      does();
    }
  });
}
