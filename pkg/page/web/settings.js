// What a person has chosen for this browser: theme, what is shown, speed. Where nothing can be kept, as in a page opened from
// disk in some browsers, it lasts as long as the page.

const PREFIX = "sudokulab.";

export class Settings {
  #held = new Map();

  /** @template T @param {string} name @param {T} otherwise @returns {T} */
  get(name, otherwise) {
    if (this.#held.has(name)) {
      return this.#held.get(name);
    }
    try {
      const text = localStorage.getItem(PREFIX + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  }

  set(name, value) {
    this.#held.set(name, value);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // It is held until the page is closed.
    }
  }
}
