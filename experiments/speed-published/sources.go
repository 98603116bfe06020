package speedpublished

// tdokuSets are the sets of tdoku's benchmark, by the lab's names.
var tdokuSets = []string{"kaggle", "unbiased", "17clue", "magictour", "forum-1905", "forum-11", "forum-1106", "serg", "gen-puzzles"}

// none stands for a figure that a source does not state.
const none = -1

// sources returns what has been published, the widest comparison first.
func sources() []Source {
	return []Source{
		{
			ID:    "tdoku",
			Title: "tdoku's benchmark of many solvers, T. Dillon",
			Where: "https://github.com/t-dillon/tdoku, benchmarks/results_i7-1065G7/i7-1065G7_clang-11_O3_native",
			Conditions: "laptop with an Intel Core i7-1065G7 (Ice Lake, AVX-512), one thread; Clang 11, -O3 -march=native; solutions counted up to two; up to 250,000 puzzles of a set, permuted at random, for about 15 s; " +
				"eleven of the benchmark's solvers, and of each its variant as named there",
			Tables: []Table{
				{Kind: Guesses, Sets: tdokuSets, Rows: []Row{
					{"minisat_augmented", []float64{0, 2.67, 1.06, 19.29, 85.62, 104.36, 126.41, 15.39, 0.66}},
					{"norvig", []float64{0, 2.17, 4.84, 42.92, 145.2, 178.93, 406.23, 7.17, 0.29}},
					{"fast_solv_9r2", []float64{0, 2.17, 4.47, 42.76, 141.53, 171.66, 373.22, 7.17, 0.3}},
					{"kudoku", []float64{0, 1.98, 4.57, 33.98, 117.23, 142.13, 313.35, 7.15, 0.29}},
					{"bb_sudoku", []float64{0, 2.88, 1.55, 24.58, 168.79, 200.41, 361.09, 7.41, 0.29}},
					{"fsss2", []float64{0, 2.01, 4.46, 37.37, 117.86, 139.23, 280.06, 7.75, 0.3}},
					{"fsss2_locked", []float64{0, 1.48, 0.95, 14.01, 97.42, 112.92, 222.14, 7.6, 0.29}},
					{"jczsolve", []float64{0, 1.86, 1.76, 20.76, 138.56, 171.2, 366.22, 7.09, 0.31}},
					{"sk_bforce2", []float64{0, 1.61, 1.02, 15.42, 103.25, 122.64, 270.5, 7.07, 0.3}},
					{"rust_sudoku", []float64{0, 1.86, 1.74, 20.64, 133.55, 161.94, 325.91, 7.09, 0.28}},
					{"tdoku", []float64{0, 1.13, 0.61, 9.05, 54.98, 64.98, 113.16, 7.13, 0.3}},
				}},
				{Kind: NoGuess, Sets: tdokuSets, Rows: []Row{
					{"minisat_augmented", []float64{100, 45.1, 76, 4, 0, 0, 0, 0, 97.4}},
					{"norvig", []float64{100, 35.1, 44.6, 0, 0, 0, 0, 0, 97.4}},
					{"fast_solv_9r2", []float64{100, 35.1, 44.6, 0, 0, 0, 0, 0, 97.4}},
					{"kudoku", []float64{100, 35.1, 44.6, 0, 0, 0, 0, 0, 97.4}},
					{"bb_sudoku", []float64{100, 45, 76, 4.1, 0, 0, 0, 0, 97.4}},
					{"fsss2", []float64{100, 35.1, 44.6, 0, 0, 0, 0, 0, 97.4}},
					{"fsss2_locked", []float64{100, 45, 76, 4.1, 0, 0, 0, 0, 97.4}},
					{"jczsolve", []float64{100, 40.2, 70.5, 2.3, 0, 0, 0, 0, 97.4}},
					{"sk_bforce2", []float64{100, 44.7, 74.1, 3.6, 0, 0, 0, 0, 97.4}},
					{"rust_sudoku", []float64{100, 40.2, 70.5, 2.3, 0, 0, 0, 0, 97.4}},
					{"tdoku", []float64{100, 47.5, 78.7, 7.9, 0, 0, 0, 0, 97.4}},
				}},
				{Kind: Rate, Sets: tdokuSets, Rows: []Row{
					{"minisat_augmented", []float64{5965.8, 3969.3, 5052.6, 2166.4, 646.2, 517.9, 439.4, 4120.3, 17504.3}},
					{"norvig", []float64{19318.5, 12036.1, 8696.8, 1547.5, 500.9, 403.8, 184.9, 10040, 38076.9}},
					{"fast_solv_9r2", []float64{72907.1, 48697.3, 37301.2, 8731.7, 2903, 2256.3, 1133.6, 60233.3, 104833.5}},
					{"kudoku", []float64{84180, 53300.6, 40634.7, 10346.9, 3142.4, 2492.3, 1234.1, 85754.2, 144747.2}},
					{"bb_sudoku", []float64{275130.3, 151473.4, 148555.5, 42272.7, 7775.6, 6310.4, 3725.7, 173093.5, 824502}},
					{"fsss2", []float64{1443813.8, 354739.3, 217962.2, 41849.8, 13764.7, 11272.3, 6099.2, 378732.3, 2339199.9}},
					{"fsss2_locked", []float64{1443000.5, 265463.2, 274000, 49739.1, 9235, 7633.5, 4302.7, 185991.6, 1758407.9}},
					{"jczsolve", []float64{571483.6, 279941.5, 281424.2, 74471.9, 15615.7, 12162.5, 6404, 295111.7, 1416580.8}},
					{"sk_bforce2", []float64{1125940.6, 329594.7, 355984.3, 81340.5, 16973.1, 13454.2, 6502.6, 343806.5, 1817739.8}},
					{"rust_sudoku", []float64{875847.7, 402886.1, 400162.5, 89073.2, 18367.1, 14353.8, 7711.5, 415047.5, 1449846}},
					{"tdoku", []float64{1161379.5, 398282.7, 364354.6, 137579.5, 28905.3, 24001.7, 15383.8, 506901.5, 3771833.8}},
				}},
			},
		},
		{
			ID:    "fastdoku",
			Title: "fastdoku's own comparison",
			Where: "https://github.com/rocketbombs/fastdoku, README.md at commit 103fb840d058a70442e94e54b6ecb0852e11e4de",
			Conditions: "AMD Ryzen 7 5700X (Zen 3, AVX2), Windows 11, one thread; rustc 1.98 and Clang 22 for the machine at hand, profile-guided; the best of several passes over whole sets; " +
				"the time to the first solution, so that uniqueness is not proved",
			Tables: []Table{
				{Kind: Time, Sets: []string{"kaggle", "serg", "unbiased", "17clue", "magictour", "forum-1905", "forum-11", "forum-1106"}, Rows: []Row{
					{"fastdoku", []float64{892e-9, 1.478e-6, 2.268e-6, 2.374e-6, 4.781e-6, 18.90e-6, 21.25e-6, 34.18e-6}},
					{"tdoku", []float64{1109e-9, 1.830e-6, 2.814e-6, 3.056e-6, 5.771e-6, 21.29e-6, 25.46e-6, 40.87e-6}},
					{"rust_sudoku", []float64{826e-9, 1.459e-6, 1.579e-6, 1.670e-6, 5.355e-6, 21.38e-6, 25.84e-6, 31.67e-6}},
				}},
			},
		},
		{
			ID:    "statements",
			Title: "Single statements",
			Where: "fastdoku and FastBand, as this project's list of peers quotes them",
			Conditions: "fastdoku, a later version that begins with a band engine and goes on with vectors: stated as 1.8 to 1.9 times tdoku's speed on kaggle and 17clue, 1.04 to 1.18 on the hard sets; the lower ends are kept, the sets of the hard ones not told apart. " +
				"FastBand, scalar C++: about 0.7 times tdoku's speed on Xeon processors, the set not said, and 138 guesses a puzzle on forum-1106",
			Tables: []Table{
				{Kind: Guesses, Sets: []string{"forum-1106"}, Rows: []Row{{"FastBand", []float64{138}}}},
				{Kind: Ratio, Sets: []string{"kaggle", "17clue", "hard sets", "not said"}, Rows: []Row{
					{"fastdoku", []float64{1.8, 1.8, 1.04, none}},
					{"FastBand", []float64{none, none, none, 0.7}},
				}},
			},
		},
		{
			ID:    "side-by-side",
			Title: "Side by side on another machine",
			Where: "this project's list of peers",
			Conditions: "measured for this project, but on another machine than the lab's records: Xeon with AVX2 and AVX-512, 2 cores, one thread, uniqueness proved, medians of alternating rounds; " +
				"the band prototype is not the bitboard engine",
			Tables: []Table{
				{Kind: Guesses, Sets: []string{"forum-1106"}, Rows: []Row{
					{"tdoku", []float64{113}},
					{"band prototype in Go", []float64{137}},
					{"JCZSolve", []float64{365}},
				}},
				{Kind: Rate, Sets: []string{"several solutions", "17clue", "magictour", "forum-11", "forum-1106"}, Rows: []Row{
					{"tdoku, AVX-512", []float64{525e3, 353e3, 129e3, 23.0e3, 13.0e3}},
					{"eliben/go-sudoku", []float64{none, 8.5e3, none, 971, 510}},
					{"dimchansky/dlx (Go)", []float64{none, 3.3e3, none, 549, 306}},
				}},
				{Kind: Ratio, Sets: []string{"several solutions", "17clue", "magictour", "forum-11", "forum-1106"}, Rows: []Row{
					{"tdoku, AVX2", []float64{0.88, 0.89, 0.87, 0.79, 0.88}},
					{"Rust crate sudoku 0.8", []float64{0.88, 1.06, 0.58, 0.59, 0.57}},
					{"JCZSolve", []float64{0.66, 0.74, 0.51, 0.40, 0.45}},
					{"band prototype in Go", []float64{0.47, 0.78, 0.57, 0.56, 0.59}},
					{"fast_solv_9r2", []float64{0.13, 0.11, 0.07, 0.06, 0.08}},
				}},
			},
		},
	}
}
