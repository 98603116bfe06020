package explain

var simpleColouring = row{
	technique: SimpleColouring,
	Info: Info{
		Name: "simple colouring", Score: 150, Level: Hard, SE: 66,
		Definition: "Strong links of a digit give its candidates two colours, of which one is true. A candidate that sees both is false; a colour that sees itself is false.",
		Source:     "HoDoKu manual, Coloring",
	},
}
