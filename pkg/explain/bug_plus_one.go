package explain

var bugPlusOne = row{
	technique: BUGPlusOne,
	Info: Info{
		Name: "BUG+1", Score: 100, Level: Hard, SE: 56, Unique: true,
		Definition: "All empty cells but one have two candidates, and every digit but one has two places in each unit. The odd candidate of the odd cell is true, or there were two solutions.",
		Source:     "HoDoKu manual, Uniqueness",
	},
}
