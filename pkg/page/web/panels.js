// The panels beside the board.

/** mount adds the panels to the page. @param {object} lab as lab.js makes it */
export function mount(lab) {}
