package explain

var finnedJellyfish = row{
	technique: FinnedJellyfish,
	Info: Info{
		Name: "finned jellyfish", Score: 250, Level: Unfair, SE: 66,
		Definition: "A jellyfish but for fins: places of the digit in the base lines outside the cover lines. The digit leaves those cells of the cover lines that see all fins.",
		Source:     "HoDoKu manual, Fish",
	},
}
