package explain

var nakedPair = row{
	technique: NakedPair,
	Info: Info{
		Name: "naked pair", Score: 60, Level: Medium, SE: 30,
		Definition: "Two cells of a unit share their only two candidates. Both digits leave the rest of the unit.",
		Source:     "Davis 2006; HoDoKu manual, Subsets",
	},
}
