// What a position knows of its digits, and what questions about it are of. It is handed the page's modules, and returns what is wrong.
(state, subject, place) => {
  const sample = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  const full = Array.from(solution, Number);
  const faults = [];
  const same = (what, got, want) => {
    if (JSON.stringify(got) !== JSON.stringify(want)) {
      faults.push(`${what}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
    }
  };
  const empty = ".".repeat(81);
  const given = (cells = sample) => {
    const game = new state.Game();
    game.restart(state.positionOf({ cells }));
    return game;
  };
  const typing = () => {
    const game = new state.Game();
    [...sample].forEach((digit, c) => digit !== "." && game.place(c, Number(digit)));
    return game;
  };
  const of = (game, which) => subject.subjectOf(game.position, which);
  const count = (cells) => [...cells].filter((digit) => digit !== ".").length;

  // However a board came to its digits, the puzzle is what it was when its answering began.
  const ways = {
    "a given puzzle": given, "one that was typed": typing,
    "one from the address of a position": () => {
      const game = given();
      game.fill(full);
      const again = new state.Game();
      again.restart(place.fromHash(place.toHash(game.position, 0)).position);
      return again;
    },
    "one that was solved": () => {
      const game = given();
      game.fill(full);
      return game;
    },
    "one that was typed and solved": () => {
      const game = typing();
      game.fill(full);
      return game;
    },
    "one with a digit from a hint": () => {
      const game = typing();
      game.find(2, 4);
      return game;
    },
    "one whose solve was taken back and done again": () => {
      const game = typing();
      game.fill(full);
      game.undo();
      game.redo();
      return game;
    },
    "one that was solved, with the found digits taken away": () => {
      const game = typing();
      game.fill(full);
      game.forget();
      return game;
    },
    "one that was solved and started over": () => {
      const game = typing();
      game.fill(full);
      game.startOver();
      return game;
    },
    "one that was solved and freed": () => {
      const game = typing();
      game.fill(full);
      game.free();
      return game;
    },
  };
  for (const [name, make] of Object.entries(ways)) {
    const game = make();
    const puzzle = of(game, "puzzle");
    same(`${name}: the puzzle`, puzzle.board.cells, sample);
    same(`${name}: what is said of it`, puzzle.says("There is one."), "There is one.");
    same(`${name}: with the person's digits`, of(game, "yours").board.cells, sample);
    same(`${name}: found without a digit`, game.position.found.filter((is, c) => is && !game.position.entries[c]).length, 0);
    same(`${name}: its link`, place.fromHash(place.toHash(state.alone(game.position), 0)).position.givens.join(""), sample.replaceAll(".", "0"));
  }
  const blank = new state.Game();
  blank.fill(full);
  same("a solved empty board: the puzzle", of(blank, "puzzle").board.cells, empty);
  same("a solved empty board: the board", of(blank, "board").board.cells, solution);

  // A person's digits and found ones are kept apart, and named where they count.
  const mixed = given();
  mixed.place(2, 1);
  mixed.find(40, 5);
  same("mixed: puzzle", count(of(mixed, "puzzle").board.cells), 30);
  same("mixed: yours", count(of(mixed, "yours").board.cells), 31);
  same("mixed: board", count(of(mixed, "board").board.cells), 32);
  same("mixed: said of yours", of(mixed, "yours").says("There is none."), "With your digit: there is none.");
  same("mixed: said of the board", of(mixed, "board").name, "the puzzle with your digit and 1 found digit");
  mixed.place(3, 6);
  same("two: said of yours", of(mixed, "yours").aside, ", with your 2 digits");
  same("a picture", [of(mixed, "yours").dress({}).givens, count(of(mixed, "yours").dress({}).yours)], [sample, 2]);
  mixed.place(40, 5);
  same("a found digit that a person enters too", [mixed.position.found[40], of(mixed, "yours").yours], [0, 3]);
  mixed.place(40, 0);
  mixed.place(2, 4);
  mixed.fill(full);
  same("filled: yours stay", [of(mixed, "yours").yours, of(mixed, "board").found], [2, 49]);
  const back = place.fromHash(place.toHash(mixed.position, 7));
  same("the address", [back.selected, back.position], [7, mixed.position]);
  mixed.forget();
  same("forgotten", [of(mixed, "yours").yours, mixed.hasFound, mixed.forget()], [2, false, false]);
  mixed.undo();
  same("taken back", mixed.hasFound, true);
  same("an old address", place.fromHash(`#p=${sample}&e=${empty.slice(1)}4`).position.found.some(Boolean), false);

  // Listeners hear whether the puzzle has changed, and whether it is another one than before.
  const heard = (make, act) => {
    const game = make();
    let why = null;
    game.listen(({ puzzle, other }) => (why = [puzzle, other]));
    act(game);
    return why;
  };
  const solved = ways["one that was typed and solved"];
  const hard = { cells: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." };
  for (const [name, make, act, want] of [
    ["a digit of one's own", given, (g) => g.place(2, 4), [false, false]],
    ["a digit of a puzzle that is being typed", typing, (g) => g.place(2, 4), [true, false]],
    ["taking that back", typing, (g) => g.undo(), [true, false]],
    ["solving", given, (g) => g.fill(full), [false, false]],
    ["solving what was typed", typing, (g) => g.fill(full), [false, false]],
    ["taking a solve back", solved, (g) => g.undo(), [false, false]],
    ["starting over", solved, (g) => g.startOver(), [false, false]],
    ["freeing the givens", given, (g) => g.free(), [false, false]],
    ["making the typed ones givens", typing, (g) => g.fix(), [false, false]],
    ["making all digits the puzzle", solved, (g) => g.fix(), [true, false]],
    ["a new puzzle", given, (g) => g.replace(state.positionOf(hard)), [true, true]],
    ["a new puzzle in place of a solved one", solved, (g) => g.replace(state.positionOf(hard)), [true, true]],
    ["the same with another's digits", given, (g) => g.replace(state.positionOf({ cells: sample }, { entries: empty.slice(1) + "4" })), [false, false]],
    ["the same with diagonals", given, (g) => g.replace(state.positionOf({ cells: sample, diagonals: true })), [true, true]],
    ["clearing", given, (g) => g.clear(), [true, true]],
  ]) {
    same(`${name}: puzzle, other`, heard(make, act), want);
  }
  const away = given();
  away.replace(state.positionOf(hard));
  same("the puzzle before, by undo", heard(() => away, (g) => g.undo()), [true, true]);

  // An entry that breaks a rule leaves the marks of its peers.
  const noted = given();
  noted.note(3, 5);
  noted.note(3, 4);
  noted.place(2, 5);
  same("marks beside a wrong entry", noted.position.marks[3], 0b11000);
  noted.place(2, 4);
  same("marks beside another one", noted.position.marks[3], 0b10000);

  // What an address may not hold.
  for (const broken of [`#p=${sample}&f=..`, `#p=${sample}&f=${"x".repeat(81)}`, `#p=${sample}&f=${"A".repeat(81)}`]) {
    let said = "";
    try {
      place.fromHash(broken);
    } catch (err) {
      said = err.message;
    }
    same(`${broken}: refused`, said !== "", true);
  }
  return faults;
}
