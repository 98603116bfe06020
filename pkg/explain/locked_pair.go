package explain

var lockedPair = row{
	technique: LockedPair,
	Info: Info{
		Name: "locked pair", Score: 40, Level: Medium, SE: 30,
		Definition: "Two cells of a box and of a line share their only two candidates. Both digits leave the rest of the box and of the line.",
		Source:     "HoDoKu manual, Intersections",
	},
}
