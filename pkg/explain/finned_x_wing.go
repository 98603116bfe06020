package explain

var finnedXWing = row{
	technique: FinnedXWing,
	Info: Info{
		Name: "finned X-wing", Score: 130, Level: Hard, SE: 66,
		Definition: "An X-wing but for fins: places of the digit in the base lines outside the cover lines. The digit leaves those cells of the cover lines that see all fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
