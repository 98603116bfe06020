package explain

var lockedTriple = row{
	technique: LockedTriple,
	Info: Info{
		Name: "locked triple", Score: 60, Level: Medium, SE: 36,
		Definition: "Three cells of a box and of a line have three candidates between them. These digits leave the rest of the box and of the line.",
		Source:     "HoDoKu manual, Intersections",
	},
}
