package explain

var bruteForce = row{
	technique: BruteForce,
	Info: Info{
		Name: "brute force", Score: 10000, Level: Extreme, SE: 120,
		Definition: "No reason is known: the digit is taken from the solution.",
		Source:     "HoDoKu manual, Last Resort",
	},
}
