package corpus

import (
	"fmt"

	"sudokulab/pkg/board/format"
)

// The commits to which downloads are pinned.
const (
	tdokuCommit  = "af426180dc53aef89b82868e7b3fdfcf42165654"
	norvigCommit = "e6dcb4f12c393cf2f068726023acc8b9217f03c8"
	acsCommit    = "5181658dd674731029e7703241cfd22c3d3c936d"
)

const (
	tdokuPage    = "https://github.com/t-dillon/tdoku/blob/master/benchmarks/README.md"
	tdokuLicence = "none stated for the list; the repository is BSD-2-Clause"
	noLicence    = "none stated"
)

// publicSets is the list of sets that other people made. None of their content is part of
// the project.
//
// Hashes and counts were computed from the files themselves: from the folder of public
// sets; for the whole ACS sets from the origin's commit, assembled as [ACSZip] does it;
// for forum-11 from a public copy, whose every second line hashes to the half. Uniqueness
// was counted for every 9×9 set that has a hash here.
func publicSets() []Set {
	sets := []Set{
		{
			ID:          "17clue",
			Title:       "17 givens",
			Description: "every known puzzle with 17 givens, the fewest possible; minimal, mostly easy, a test of hidden singles",
			Unique:      UniqueYes,
			Puzzles:     49158,
			File:        "tdoku/puzzles2_17_clue",
			SHA256:      "2cf268735dfd40d32269b5f20ebbea067037e5976b4d016ce0b4d3c0a50deb30",
			Bytes:       4080411,
		},
		{
			ID:          "magictour",
			Title:       "magictour top 1465",
			Description: "an old list of hard puzzles that many solvers were compared on",
			Unique:      UniqueYes,
			Puzzles:     1465,
			File:        "tdoku/puzzles3_magictour_top1465",
			SHA256:      "ca0369f516dac7dfdd987d2c310ac33dcfc7478db5171bea5bca1f3878758bce",
			Bytes:       120176,
		},
		{
			ID:          "forum-11",
			Title:       "forum hardest 2019, rated 11 and above",
			Description: "puzzles of the Enjoy Sudoku forum's list with a Sudoku Explainer rating of 11 or more",
			Unique:      UniqueYes,
			Puzzles:     48765,
			File:        "tdoku/puzzles5_forum_hardest_1905_11+",
			SHA256:      "be7502abcdaadc422a2a66311e828d7d0d2aa60b32a1a41957b0da5962bc276e",
			Bytes:       3998730,
		},
		{
			ID:          "forum-11-half",
			Title:       "half of forum-11",
			Description: "every second puzzle of forum-11, from the first on: what a shared data folder holds",
			Unique:      UniqueYes,
			Puzzles:     24383,
			File:        "tdoku/puzzles5_forum_hardest_1905_11+.half",
			SHA256:      "0efb7b6413102db49c921f07c8e137d05253de651c7a0264699efd0938ef4cb5",
			Bytes:       1999406,
			Derivation:  &Derivation{From: "forum-11", Every: 2},
		},
		{
			ID:          "forum-1106",
			Title:       "forum hardest of 2011",
			Description: "the list that began the forum's search for the hardest puzzle; the most backtracking a puzzle",
			Unique:      UniqueYes,
			Puzzles:     375,
			File:        "tdoku/puzzles6_forum_hardest_1106",
			SHA256:      "45d0afc5892d6797621d7c00f518df8f1483eceb921416984b8687e16128eb06",
			Bytes:       30863,
		},
		{
			ID:          "kaggle",
			Title:       "100,000 of Kaggle's million",
			Description: "very easy puzzles with many givens; naked singles solve all of them, so it proves little",
			Unique:      UniqueUnknown,
			Puzzles:     100000,
			File:        "tdoku/puzzles0_kaggle",
			SHA256:      Unknown,
		},
		{
			ID:          "unbiased",
			Title:       "a million minimal puzzles, unbiased",
			Description: "minimal puzzles sampled with equal probability given the number of givens; representative and mostly easy",
			Unique:      UniqueUnknown,
			Puzzles:     1000000,
			File:        "tdoku/puzzles1_unbiased",
			SHA256:      Unknown,
		},
		{
			ID:          "forum-1905",
			Title:       "forum hardest 2019, whole",
			Description: "the Enjoy Sudoku forum's list of May 2019, above two million hard puzzles",
			Unique:      UniqueUnknown,
			Puzzles:     -1,
			File:        "tdoku/puzzles4_forum_hardest_1905",
			SHA256:      Unknown,
		},
		{
			ID:          "serg",
			Title:       "serg benchmark",
			Description: "puzzles with two or more solutions, for solvers that count",
			Unique:      UniqueNo,
			Puzzles:     -1,
			File:        "tdoku/puzzles7_serg_benchmark",
			SHA256:      Unknown,
		},
		{
			ID:          "gen-puzzles",
			Title:       "raw output of a generator",
			Description: "mostly boards without a solution, for solvers that refute",
			Unique:      UniqueNo,
			Puzzles:     -1,
			File:        "tdoku/puzzles8_gen_puzzles",
			SHA256:      Unknown,
		},
	}
	for i := range sets {
		s := &sets[i]
		s.Origin = tdokuPage
		s.Licence = tdokuLicence
		if s.Derivation == nil {
			s.Download = &Download{
				URL:     "https://raw.githubusercontent.com/t-dillon/tdoku/" + tdokuCommit + "/data.zip",
				SHA256:  Unknown,
				GitBlob: "2ae6e4f8d021d2198069814c7db18bf11fcd9591",
				Unpack:  Zip,
				Member:  "data/" + s.File[len("tdoku/"):],
			}
		}
	}
	sets = append(sets, norvigSets()...)
	for i := range sets {
		sets[i].Side = 9
		sets[i].Format = format.Line
	}
	sets = append(sets, acsSets()...)
	return append(sets, learningSets()...)
}

func norvigSets() []Set {
	sets := []Set{
		{
			ID:          "norvig-10k",
			Title:       "Norvig's 10,000",
			Description: "the puzzles of the notebook on a constraint-propagating solver, from easy to hard",
			Puzzles:     10000,
			File:        "norvig/sudoku10k.txt",
			SHA256:      "0671d27b20b3a152e17dfde78ee2d8cf6d3e4434e1dcc3b477cfea04dad5624e",
			Bytes:       820000,
		},
		{
			ID:          "norvig-hardest",
			Title:       "Norvig's hardest 10",
			Description: "ten puzzles that the same notebook singles out as hard",
			Puzzles:     10,
			File:        "norvig/hardest.txt",
			SHA256:      "58ec80e7bbeb9cbf27b39f633e03d110e076204bd78b4e25614f10825440c6b2",
			Bytes:       820,
		},
	}
	for i := range sets {
		s := &sets[i]
		s.Unique = UniqueYes
		s.Origin = "https://github.com/norvig/pytudes/blob/main/ipynb/Sudoku.ipynb"
		s.Licence = "MIT"
		s.Download = &Download{
			URL:    "https://raw.githubusercontent.com/norvig/pytudes/" + norvigCommit + "/ipynb/" + s.File[len("norvig/"):],
			SHA256: s.SHA256,
			Unpack: Plain,
		}
	}
	return sets
}

func acsSets() []Set {
	sizes := []struct {
		side                  int
		whole, half, halfGzip string
		wholeBytes, halfBytes int64
	}{
		{
			9,
			"79dc0e02467973c1930b03bbd8c647be4884a815cad3dad8cfb7bdec37fb8d5c",
			"da87ec799d031af8780f04c6034a8560e27be3ef7cfbf6dd3051783be2e4ff40",
			"6ff0b64aa46292acb2878cfbbc9b6e8056b122307e2f7ec217ad3c405475f917",
			352490, 176245,
		},
		{
			16,
			"08e258e167d2b734a5be1d0106bcba06f43331205d2788ebb67abe6a5a4c5ad9",
			"94c4bcd214362619f6d1ba8838b1c435c9b43e8fb6034bd8eadb7f844f80f725",
			"9402bc8a7c17a9cc88d408447a1c2fe506503e6aff04935efc80bb2a09e43b0f",
			1205323, 602627,
		},
		{
			25,
			"651ce91249b4d2e64772c2d8c18d029fbc819529ff2b24f904bf9fae45307e04",
			"d308591873999dd77a0482e5b9c32c025c2cb1fd23164f79e00ac52aabe5ae2d",
			"d30c5c40190f974b0403f37fd127ae4fe16913dd22ff9c8b8241df46d305fccd",
			3057813, 1528856,
		},
	}
	var sets []Set
	for _, z := range sizes {
		square := fmt.Sprintf("%dx%d", z.side, z.side)
		common := Set{
			Side:    z.side,
			Unique:  UniqueNo,
			Format:  format.Integers,
			Origin:  "https://github.com/huwlloyd-mmu/sudoku_acs",
			Licence: noLicence,
		}
		whole, half := common, common
		whole.ID = "acs-" + square
		whole.Title = "ant colony instances " + square
		whole.Description = "100 boards for each of 21 fill levels, 0 to 100 per cent; solvable, mostly with many solutions; a line is fill, instance, cells"
		whole.Puzzles = 2100
		whole.File = "boards/acs_" + square + "_whole.txt"
		whole.SHA256 = z.whole
		whole.Bytes = z.wholeBytes
		whole.Download = &Download{
			// The archive is packed by the host on request, so only its content has a hash.
			URL:    "https://github.com/huwlloyd-mmu/sudoku_acs/archive/" + acsCommit + ".zip",
			SHA256: Unknown,
			Unpack: ACSZip,
			Member: "sudoku_acs-" + acsCommit + "/instances/general",
		}
		half.ID = whole.ID + "-half"
		half.Title = "half of " + whole.ID
		half.Description = "the even instances of each fill level: what a shared data folder holds"
		half.Puzzles = 1050
		half.File = "boards/acs_" + square + ".txt"
		half.SHA256 = z.half
		half.GzipSHA256 = z.halfGzip
		half.Bytes = z.halfBytes
		half.Derivation = &Derivation{From: whole.ID, Every: 2}
		sets = append(sets, whole, half)
	}
	return sets
}

// learningSets are the large sets that learned models are trained on.
func learningSets() []Set {
	const (
		extremePage = "https://huggingface.co/datasets/sapientinc/sudoku-extreme"
		rrnPage     = "https://github.com/rasmusbergpalm/recurrent-relational-networks"
		kaggle      = "log in at the origin's page, download the archive, and save its sudoku.csv as %s below the data folder"
	)
	sets := []Set{
		{
			ID:          "kaggle-1m",
			Title:       "Kaggle's 1 million",
			Description: "a million easy generated puzzles with solutions",
			Puzzles:     1000000,
			File:        "kaggle/kaggle_1m.csv",
			Format:      format.KaggleCSV,
			Origin:      "https://www.kaggle.com/datasets/bryanpark/sudoku",
			Licence:     "see the origin's page; not read when this list was made",
			ByHand:      fmt.Sprintf(kaggle, "kaggle/kaggle_1m.csv"),
		},
		{
			ID:          "kaggle-9m",
			Title:       "Kaggle's 9 million",
			Description: "nine million generated puzzles with solutions",
			Puzzles:     9000000,
			File:        "kaggle/kaggle_9m.csv",
			Format:      format.KaggleCSV,
			Origin:      "https://www.kaggle.com/datasets/rohanrao/sudoku",
			Licence:     "see the origin's page; not read when this list was made",
			ByHand:      fmt.Sprintf(kaggle, "kaggle/kaggle_9m.csv"),
		},
	}
	for _, part := range []struct {
		name    string
		puzzles int
	}{{"train", 3831994}, {"test", 422786}} {
		sets = append(sets, Set{
			ID:          "sudoku-extreme-" + part.name,
			Title:       "Sudoku-Extreme, " + part.name,
			Description: "easy and very hard public puzzles, shuffled by symmetries, rated by the backtracks of one solver; train and test share no puzzle under symmetry",
			Puzzles:     part.puzzles,
			File:        "extreme/sudoku_extreme_" + part.name + ".csv",
			Format:      format.ExtremeCSV,
			Origin:      extremePage,
			Licence:     noLicence,
			Download: &Download{
				URL:    extremePage + "/resolve/main/" + part.name + ".csv",
				SHA256: Unknown,
				Unpack: Plain,
			},
		})
	}
	for _, part := range []struct {
		name    string
		puzzles int
	}{{"train", 180000}, {"valid", 18000}, {"test", 18000}} {
		sets = append(sets, Set{
			ID:          "rrn-hard-" + part.name,
			Title:       "RRN sudoku-hard, " + part.name,
			Description: "puzzles of 17 to 34 givens in equal parts, made from relabelled 17clue puzzles by adding digits of the solution, so not minimal",
			Puzzles:     part.puzzles,
			File:        "rrn/sudoku_hard_" + part.name + ".csv",
			Format:      format.Line, // puzzle,solution without a header
			Origin:      rrnPage,
			Licence:     noLicence,
			Download: &Download{
				URL:    "https://www.dropbox.com/s/rp3hbjs91xiqdgc/sudoku-hard.zip?dl=1",
				SHA256: Unknown,
				Unpack: Zip,
				Member: "sudoku-hard/" + part.name + ".csv",
			},
		})
	}
	for i := range sets {
		sets[i].Side = 9
		sets[i].Unique = UniqueUnknown
		sets[i].SHA256 = Unknown
	}
	// Stated by the origins: each puzzle was checked, or is a superset of a checked one.
	for i := range sets[2:] {
		sets[2+i].Unique = UniqueYes
	}
	return sets
}
