package explain

var finnedSwordfish = row{
	technique: FinnedSwordfish,
	Info: Info{
		Name: "finned swordfish", Score: 200, Level: Unfair, SE: 66,
		Definition: "A swordfish but for fins: places of the digit in the base lines outside the cover lines. The digit leaves those cells of the cover lines that see all fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
