package explain

var jellyfish = row{
	technique: Jellyfish,
	Info: Info{
		Name: "jellyfish", Score: 160, Level: Hard, SE: 52,
		Definition: "In four parallel lines a digit can only go where they cross the same four lines. Those lines have it there and nowhere else.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "...349.2..936.2..44.21...93.2..93..69...26.315364182793.72.491.2498.1.67.1.9...42", Struck: "r1c7-58 r2c7-58 r3c7-58"},
	},
	find: func(p *Position, f *found) { findFish(p, f, 4) },
	why:  whyFish,
}
