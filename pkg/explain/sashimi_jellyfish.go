package explain

var sashimiJellyfish = row{
	technique: SashimiJellyfish,
	Info: Info{
		Name: "sashimi jellyfish", Score: 260, Level: Unfair, SE: 66,
		Definition: "A finned jellyfish with a base line that has one place only without its fins.",
		Source:     "HoDoKu manual, Fish",
		Example:    Example{Board: "71.39.258.5928.4..82...5.9.2.59.......15...2.9..128..5598....7.46783.51.13275..84", Struck: "r2c6-6 r2c9-36 r3c5-46 r4c6-6 r4c7-36 r4c9-3 r5c7-36 r5c9-36 r6c3-4 r6c8-3"},
	},
	find: func(p *Position, f *found) { findFinned(p, f, 4, true) },
	why:  whyFinned,
}
