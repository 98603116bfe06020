package pkg_test

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"runtime"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/cdcl"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/play"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/render"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/supply"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/table"
)

// calls are misuses by name; each returns the error that it got.
type calls map[string]func() error

// failed returns the error of a call with a second result.
func failed[T any](_ T, err error) error { return err }

// last returns the error that a sequence ends with.
func last[T any](seq iter.Seq2[T, error]) (err error) {
	for _, err = range seq {
		if err != nil {
			return err
		}
	}
	return nil
}

// panics is for calls that have no error to return: they must panic.
func panics(call func()) func() error {
	return func() error {
		call()
		return nil
	}
}

// answer calls and returns what the caller learns: the error's text or that of the panic. fault is a
// panic of the runtime.
func answer(call func() error) (says string, fault any) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			fault = r
		default:
			says = fmt.Sprint(r)
		}
	}()
	if err := call(); err != nil {
		return err.Error(), nil
	}
	return "", nil
}

// sentence is what an answer is: where, then what.
var sentence = regexp.MustCompile(`^[^ ]+: .*\w{2}`)

var none context.Context // what a caller passes who has no context

// TestMisuse: nil contexts, zero values, odd lengths and numbers out of range are answered with an
// error or a panic that begins with the package's name, never by the runtime.
func TestMisuse(t *testing.T) {
	var (
		ctx      = t.Context()
		standard = board.Standard()
		empty    = board.New(standard)
		four     = board.MustParse("1...............")
		rng      = rand.New(rand.NewPCG(1, 2))
		full     = generate.PatternGrid(standard)
		accept   = generate.Singles
		counter  = engine.NewCounter9()
		cells81  [81]uint8
	)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	full4 := board.MustParse("143232412314412.")
	listed, err := environment.List([]board.Board{full4})
	must(err)
	vector, err := environment.NewVector(environment.Default(4), 1)
	must(err)
	vector.Start(0, full4.Cells(), board.MustParse("1432324123144123").Cells())
	problem := encode.ExactCover(four.Shape())
	cover, err := dlx.NewSolver(problem, dlx.DefaultConfig())
	must(err)
	network, err := csp.NewSolver(encode.Network(four.Shape()), csp.DefaultConfig())
	must(err)
	broad, err := wide.New(four.Shape(), wide.DefaultConfig())
	must(err)
	masks, err := minigrid.Mask(four)
	must(err)
	perms, err := minigrid.Permute(ctx, masks, minigrid.DefaultConfig())
	must(err)
	graph, err := minigrid.Connect(ctx, perms, minigrid.DefaultConfig())
	must(err)
	generator, err := generate.New(generate.DefaultConfig(), accept)
	must(err)
	formula, err := encode.NewCNF(four, encode.Minimal)
	must(err)
	minimal9, err := generate.NewMinimal9(generate.DefaultMinimal9(), counter)
	must(err)
	explainer, err := explain.New(standard, explain.Options{})
	must(err)
	store := &corpus.Store{}

	all := map[string]calls{
		"board": {
			"New(nil)":                 panics(func() { board.New(nil) }),
			"New of the zero Shape":    panics(func() { board.New(new(board.Shape)) }),
			"Plain of the nil Shape":   panics(func() { (*board.Shape)(nil).Plain() }),
			"At of the zero Board":     panics(func() { board.Board{}.At(0) }),
			"At(-1)":                   panics(func() { empty.At(-1) }),
			"At(81)":                   panics(func() { empty.At(81) }),
			"Set of the zero Board":    panics(func() { board.Board{}.Set(0, 1) }),
			"Set(81, 1)":               panics(func() { empty.Set(81, 1) }),
			"Set(0, 10)":               panics(func() { empty.Set(0, 10) }),
			"Set(0, -1)":               panics(func() { empty.Set(0, -1) }),
			"DigitsOf(0)":              panics(func() { board.DigitsOf(0) }),
			"MustParse":                panics(func() { board.MustParse("1") }),
			"FromCells(nil)":           func() error { return failed(board.FromCells(nil)) },
			"FromCells of 80":          func() error { return failed(board.FromCells(make([]uint8, 80))) },
			"FromCellsOn(nil)":         func() error { return failed(board.FromCellsOn(nil, cells81[:])) },
			"Parse of nothing":         func() error { return failed(board.Parse("")) },
			"ParseOn(nil)":             func() error { return failed(board.ParseOn(nil, empty.String())) },
			"ShapeOf(-1)":              func() error { return failed(board.ShapeOf(-1)) },
			"ShapeOfSide(10)":          func() error { return failed(board.ShapeOfSide(10)) },
			"ShapeWith few regions":    func() error { return failed(board.ShapeWith(9, board.Variant{Regions: []int{1}})) },
			"ParseRegions of nothing":  func() error { return failed(board.ParseRegions("")) },
			"CheckSolution of nothing": func() error { return board.CheckSolution(board.Board{}, board.Board{}) },
			"On(nil)":                  func() error { return failed(empty.On(nil)) },
		},
		"format": {
			"Read(nil)":           func() error { return last(format.Read(nil, format.Options{})) },
			"ParseOne of nothing": func() error { return failed(format.ParseOne("", format.Options{})) },
			"NewWriter(nil)":      func() error { return format.NewWriter(nil, format.Line).Write(format.Puzzle{Board: empty}) },
			"the zero Writer":     func() error { return new(format.Writer).Write(format.Puzzle{Board: empty}) },
			"its Flush":           func() error { return new(format.Writer).Flush() },
			"its Close":           func() error { return new(format.Writer).Close() },
			"the zero Puzzle":     func() error { return format.NewWriter(&bytes.Buffer{}, format.Line).Write(format.Puzzle{}) },
		},
		"triad": {
			"Begin(nil)":   panics(func() { new(triad.Solver).Begin(nil) }),
			"BeginAt(nil)": panics(func() { new(triad.Solver).BeginAt(nil) }),
		},
		"bitboard": {
			"Begin(nil)":             panics(func() { bitboard.New().Begin(nil) }),
			"BeginAt(nil)":           panics(func() { bitboard.New().BeginAt(nil) }),
			"CountUpTo(nil)":         panics(func() { bitboard.New().CountUpTo(nil, 1) }),
			"Another(nil)":           panics(func() { bitboard.New().Another(nil, nil) }),
			"FromBoard of nothing":   func() error { return failed(bitboard.FromBoard(board.Board{})) },
			"FromBoard of 4×4":       func() error { return failed(bitboard.FromBoard(four)) },
			"Parse of nothing":       func() error { return failed(bitboard.Parse("")) },
			"Batch without context":  func() error { return bitboard.Batch(none, nil, 1, 1, nil) },
			"Batch of odd lengths":   func() error { return bitboard.Batch(ctx, make([]bitboard.Cells, 2), 1, 1, nil) },
			"Batch of limit -1":      func() error { return bitboard.Batch(ctx, nil, -1, 1, nil) },
			"Stream without context": func() error { return last(bitboard.Stream(none, func(func(bitboard.Cells) bool) {}, 1, 1)) },
			"Stream of nil":          func() error { return last(bitboard.Stream(ctx, nil, 1, 1)) },
			"Stream of limit 0":      func() error { return last(bitboard.Stream(ctx, func(func(bitboard.Cells) bool) {}, 0, 1)) },
		},
		"wide": {
			"New(nil)":              func() error { return failed(wide.New(nil, wide.DefaultConfig())) },
			"New(zero Shape)":       func() error { return failed(wide.New(new(board.Shape), wide.DefaultConfig())) },
			"Begin(zero Board)":     func() error { return broad.Begin(board.Board{}) },
			"Begin of another side": func() error { return broad.Begin(empty) },
			"the zero Solver":       func() error { return failed(new(wide.Solver).CountUpTo(four, 1)) },
		},
		"dlx": {
			"NewSolver(nil)":            func() error { return failed(dlx.NewSolver(nil, dlx.DefaultConfig())) },
			"NewSolver of no choice":    func() error { return failed(dlx.NewSolver(problem, dlx.Config{})) },
			"Solve without context":     func() error { return failed(cover.Solve(none, nil, dlx.Limits{})) },
			"Solve of option -1":        func() error { return failed(cover.Solve(ctx, []int{-1}, dlx.Limits{})) },
			"Solve of negative limits":  func() error { return failed(cover.Solve(ctx, nil, dlx.Limits{Solutions: -1})) },
			"Solutions without context": func() error { return last(cover.Solutions(none, nil)) },
			"the zero Solver":           func() error { return failed(new(dlx.Solver).Solve(ctx, nil, dlx.Limits{})) },
			"its Solutions":             func() error { return last(new(dlx.Solver).Solutions(ctx, nil)) },
			"Read(nil)":                 func() error { return failed(dlx.Read(nil, "x")) },
			"Write(nil)":                func() error { return problem.Write(nil) },
			"Build of nothing":          func() error { return failed(new(dlx.Builder).Build()) },
		},
		"classic": {
			"Queens(-1)":           func() error { return failed(classic.Queens(-1)) },
			"Langford(0)":          func() error { return failed(classic.Langford(0)) },
			"Pentominoes(-1, 60)":  func() error { return failed(classic.Pentominoes(-1, 60)) },
			"MacMahon(0, 0, 0)":    func() error { return failed(classic.MacMahon(0, 0, 0)) },
			"WordRectangles(0, 0)": func() error { return failed(classic.WordRectangles(0, 0, nil)) },
		},
		"cdcl": {
			"New(-1)":               panics(func() { cdcl.New(-1) }),
			"Solve without context": panics(func() { cdcl.New(1).Solve(none, 0) }),
			"Add(0)":                panics(func() { cdcl.New(1).Add(0) }),
			"Add(2) of one":         panics(func() { cdcl.New(1).Add(2) }),
			"Add to the zero":       panics(func() { new(cdcl.Solver).Add(1) }),
		},
		"csp": {
			"NewSolver(nil)":            func() error { return failed(csp.NewSolver(nil, csp.DefaultConfig())) },
			"NewSolver of no order":     func() error { return failed(csp.NewSolver(encode.Network(standard), csp.Config{})) },
			"Solve without context":     func() error { return failed(network.Solve(none, nil, csp.Limits{})) },
			"Solve of three domains":    func() error { return failed(network.Solve(ctx, make([]csp.Set, 3), csp.Limits{})) },
			"Solve of negative limits":  func() error { return failed(network.Solve(ctx, nil, csp.Limits{Nodes: -1})) },
			"Solutions without context": func() error { return last(network.Solutions(none, nil)) },
			"Propagate without context": func() error { return failed(network.Propagate(none, nil)) },
			"the zero Solver":           func() error { return failed(new(csp.Solver).Solve(ctx, nil, csp.Limits{})) },
			"its Solutions":             func() error { return last(new(csp.Solver).Solutions(ctx, nil)) },
			"its Propagate":             func() error { return failed(new(csp.Solver).Propagate(ctx, nil)) },
			"the zero Tree as SVG":      func() error { return new(csp.Tree).WriteSVG(&bytes.Buffer{}, csp.SVGOptions{}) },
			"the zero Tree as text":     func() error { return new(csp.Tree).WriteText(&bytes.Buffer{}, csp.TextOptions{}) },
			"a wrong variable": func() error {
				var b csp.Builder
				b.NotEqual(0, 7)
				return failed(b.Build())
			},
		},
		"encode": {
			"NewCNF(zero Board)":     func() error { return failed(encode.NewCNF(board.Board{}, encode.Minimal)) },
			"NewCNF without clauses": func() error { return failed(encode.NewCNF(four, "")) },
			"CNFOf(nil)":             func() error { return failed(encode.CNFOf(context.Background(), nil, nil, encode.Minimal)) },
			"FromModel(nil)":         func() error { return failed(formula.FromModel(nil)) },
			"WriteDIMACS(nil)":       func() error { return formula.WriteDIMACS(nil) },
			"the zero CNF":           func() error { return new(encode.CNF).WriteDIMACS(&bytes.Buffer{}) },
			"its FromModel":          func() error { return failed(new(encode.CNF).FromModel(nil)) },
			"FromOptions(nil)":       func() error { return failed(encode.FromOptions(nil, nil)) },
			"FromOptions of -1":      func() error { return failed(encode.FromOptions(standard, []int{-1})) },
			"FromDomains(nil)":       func() error { return failed(encode.FromDomains(nil, nil)) },
			"FromDomains of three":   func() error { return failed(encode.FromDomains(standard, make([]csp.Set, 3))) },
			"FromValues(nil)":        func() error { return failed(encode.FromValues(nil, nil)) },
			"FromValues of three":    func() error { return failed(encode.FromValues(standard, make([]int, 3))) },
		},
		"minigrid": {
			"Mask(zero Board)":        func() error { return failed(minigrid.Mask(board.Board{})) },
			"Analyse without context": func() error { return failed(minigrid.Analyse(none, four, minigrid.DefaultConfig(), solver.Limits{})) },
			"Analyse of nothing": func() error {
				return failed(minigrid.Analyse(ctx, board.Board{}, minigrid.DefaultConfig(), solver.Limits{}))
			},
			"Analyse of no configuration": func() error { return failed(minigrid.Analyse(ctx, four, minigrid.Config{}, solver.Limits{})) },
			"Permute without context":     func() error { return failed(minigrid.Permute(none, masks, minigrid.DefaultConfig())) },
			"Permute(nil)":                func() error { return failed(minigrid.Permute(ctx, nil, minigrid.DefaultConfig())) },
			"Permute(zero Masks)":         func() error { return failed(minigrid.Permute(ctx, new(minigrid.Masks), minigrid.DefaultConfig())) },
			"PermutationsOf(nil)":         func() error { return failed(minigrid.PermutationsOf(nil, minigrid.DefaultConfig(), nil)) },
			"PermutationsOf no lists":     func() error { return failed(minigrid.PermutationsOf(masks, minigrid.DefaultConfig(), nil)) },
			"Connect without context":     func() error { return failed(minigrid.Connect(none, perms, minigrid.DefaultConfig())) },
			"Connect(nil)":                func() error { return failed(minigrid.Connect(ctx, nil, minigrid.DefaultConfig())) },
			"Connect(zero Permutations)": func() error {
				return failed(minigrid.Connect(ctx, new(minigrid.Permutations), minigrid.DefaultConfig()))
			},
			"Solutions without context":  func() error { return last(graph.Solutions(none, nil)) },
			"InSolutions without one":    func() error { return failed(graph.InSolutions(none)) },
			"pruning without context":    func() error { return graph.PruneToFixedPoint(none) },
			"the zero Graph's solutions": func() error { return last(new(minigrid.Graph).Solutions(ctx, nil)) },
			"its InSolutions":            func() error { return failed(new(minigrid.Graph).InSolutions(ctx)) },
			"its pruning":                func() error { return new(minigrid.Graph).PruneToFixedPoint(ctx) },
			"Dependent(nil)":             panics(func() { minigrid.Dependent(nil) }),
		},
		"generate": {
			"New without test":              func() error { return failed(generate.New(generate.DefaultConfig(), nil)) },
			"New of no configuration":       func() error { return failed(generate.New(generate.Config{}, accept)) },
			"a test that is nil":            func() error { return failedItem(ctx, func() generate.Accept { return nil }) },
			"Item without context":          func() error { return failed(generator.Item(none, 0)) },
			"Item(-1)":                      func() error { return failed(generator.Item(ctx, -1)) },
			"Items without context":         func() error { return last(generator.Items(none, 0, 1, 1)) },
			"Items of -1":                   func() error { return last(generator.Items(ctx, 0, -1, 1)) },
			"the zero Generator":            func() error { return failed(new(generate.Generator).Item(ctx, 0)) },
			"its Items":                     func() error { return last(new(generate.Generator).Items(ctx, 0, 1, 1)) },
			"its Maker":                     func() error { return failed(new(generate.Generator).Maker()(ctx, 0)) },
			"FullGrid without context":      func() error { return failed(generate.FullGrid(none, rng, generate.DefaultGrid(9))) },
			"FullGrid without source":       func() error { return failed(generate.FullGrid(ctx, nil, generate.DefaultGrid(9))) },
			"FullGrid of side 10":           func() error { return failed(generate.FullGrid(ctx, rng, generate.DefaultGrid(10))) },
			"PatternGrid(nil)":              func() error { generate.PatternGrid(nil); return nil },
			"UniformGrid9(nil)":             panics(func() { generate.UniformGrid9(nil, nil) }),
			"UniformGrid4(nil)":             panics(func() { generate.UniformGrid4(nil, nil) }),
			"NewMinimal9(nil)":              func() error { return failed(generate.NewMinimal9(generate.DefaultMinimal9(), nil)) },
			"the zero Minimal9":             func() error { return new(generate.Minimal9).Item(0, new(generate.Puzzle9)) },
			"Minimal9.Item(nil)":            func() error { return minimal9.Item(0, nil) },
			"Minimal9.Reduce(nil)":          func() error { return minimal9.Reduce(rng, nil, nil, nil) },
			"NewGivens9(nil)":               func() error { return failed(generate.NewGivens9(generate.DefaultGivens(24), nil)) },
			"the zero Givens9":              func() error { return failed(new(generate.Givens9).Item(ctx, 0, new(generate.Puzzle9))) },
			"the zero Vicinity":             func() error { return new(generate.Vicinity).Run(ctx, 1) },
			"Minimal without context":       func() error { return failedMinimal(none, rng, full) },
			"Minimal without source":        func() error { return failedMinimal(ctx, nil, full) },
			"Minimal of an empty board":     func() error { return failedMinimal(ctx, rng, empty) },
			"Distinct of nothing":           func() error { return last(generate.Distinct[board.Board](nil, nil, nil)) },
			"ByDifficulty of nothing":       func() error { return failed(generate.ByDifficulty[int](ctx, 0, 1, nil, nil, nil)) },
			"ByDifficulty of no tries":      func() error { return failed(byDifficulty(ctx, 0)) },
			"ByDifficulty, nil context":     func() error { return failed(byDifficulty(none, 1)) },
			"Orbits of an unknown symmetry": func() error { return failed(generate.Pattern("x").Orbits(standard)) },
		},
		"symmetry": {
			"Canonical(zero Board)": func() error { return failedCanonical(board.Board{}) },
			"Apply of the zero":     func() error { return failed(symmetry.Transform{}.Apply(empty)) },
			"ParseTransform":        func() error { return failed(symmetry.ParseTransform("")) },
			"Compose of zeros":      func() error { return failed(symmetry.Compose(symmetry.Transform{}, symmetry.Transform{})) },
			"Inverse of the zero":   func() error { return failed(symmetry.Transform{}.Inverse()) },
			"NewSeen of no limits":  func() error { return failed(symmetry.NewSeen(symmetry.Limits{})) },
			"Keys without context":  func() error { return failed(symmetry.Keys(none, nil, 1, symmetry.DefaultLimits())) },
			"Keys of no workers":    func() error { return failed(symmetry.Keys(ctx, nil, 0, symmetry.DefaultLimits())) },
			"Random without source": panics(func() { symmetry.Random(nil, standard) }),
			"Seen.Add(zero Board)":  func() error { return failed(new(symmetry.Seen).Add(board.Board{})) },
		},
		"rate": {
			"New(nil)":         panics(func() { rate.New(nil) }),
			"Rate(zero Board)": func() error { return failed(rate.New(standard).Rate(board.Board{}, nil)) },
			"Rate(4×4 on 9×9)": func() error { return failed(rate.New(standard).Rate(four, nil)) },
		},
		"explain": {
			"New(nil)":                       func() error { return failed(explain.New(nil, explain.Options{})) },
			"Position of the zero Board":     func() error { return failed(explainer.Position(board.Board{}, nil)) },
			"Position of 4×4 on 9×9":         func() error { return failed(explainer.Position(four, nil)) },
			"Position with marks of 4×4":     func() error { return failed(explainer.Position(empty, make([]board.Digits, 16))) },
			"Next(nil)":                      func() error { return failed(explainer.Next(nil)) },
			"Next of the zero Position":      func() error { return failed(explainer.Next(new(explain.Position))) },
			"All(nil)":                       func() error { return failed(explainer.All(nil)) },
			"Hint(nil)":                      func() error { return failed(explainer.Hint(nil, 1, explain.Known{})) },
			"PathFrom(nil)":                  func() error { return failed(explainer.PathFrom(nil)) },
			"RateFrom(nil)":                  func() error { return failed(explainer.RateFrom(nil)) },
			"Rate(zero Board)":               func() error { return failed(explainer.Rate(board.Board{})) },
			"the zero Explainer":             func() error { return failed(new(explain.Explainer).Path(empty)) },
			"its Parse":                      func() error { return failed(new(explain.Explainer).Parse("", "")) },
			"its Next":                       func() error { return failed(new(explain.Explainer).Next(new(explain.Position))) },
			"At of the zero Position":        panics(func() { new(explain.Position).At(0) }),
			"Apply(nil) to it":               panics(func() { new(explain.Position).Apply(nil) }),
			"Board of it":                    panics(func() { new(explain.Position).Board() }),
			"Info of no technique":           panics(func() { explain.Technique(200).Info() }),
			"Before of a path without steps": panics(func() { new(explain.Path).Before(1) }),
		},
		"supply": {
			"New without makers": func() error {
				return failed(supply.New[int, int](ctx, supply.DefaultConfig(), 0, nil))
			},
			"New without context": func() error {
				return failed(supply.New(none, supply.DefaultConfig(), 0, func() supply.Make[int, int] { return nil }))
			},
			"New of a bad configuration": func() error {
				return failed(supply.New(ctx, supply.Config{Lookahead: -1}, 0, func() supply.Make[int, int] { return nil }))
			},
		},
		"engine": {
			"Counter9(nil)":          panics(func() { new(engine.Counter9).Count(nil, 1) }),
			"Validate of nothing":    func() error { return failed(engine.Validate(ctx, board.Board{}, solver.Limits{})) },
			"Validate, no context":   func() error { return failed(engine.Validate(none, four, solver.Limits{})) },
			"the zero WideSATSolver": func() error { return failed(new(engine.WideSATSolver).Solve(ctx, four, solver.Limits{})) },
		},
		"render": {
			"SVG of nothing":    func() error { return render.SVG(&bytes.Buffer{}, render.Picture{}, render.DefaultOptions()) },
			"PNG of nothing":    func() error { return render.PNG(&bytes.Buffer{}, render.Picture{}, render.DefaultOptions()) },
			"Text of nothing":   func() error { return render.Text(&bytes.Buffer{}, render.Picture{}, render.TextOptions{}) },
			"SVG of no options": func() error { return render.SVG(&bytes.Buffer{}, render.Picture{Board: four}, render.Options{}) },
			"HTMLFilm of none":  func() error { return render.HTMLFilm(&bytes.Buffer{}, nil, render.DefaultOptions()) },
		},
		"play": {
			"New of nothing":       func() error { return failed(play.New(board.Board{})) },
			"the zero Game: Place": func() error { return new(play.Game).Place(0, 1) },
			"the zero Game: Clear": func() error { return new(play.Game).Clear(0) },
			"the zero Game: Mark":  func() error { return new(play.Game).Mark(0, 1) },
			"the zero Game: JSON":  func() error { return failed(new(play.Game).MarshalJSON()) },
			"Legal of nothing":     panics(func() { play.Legal(standard, nil, nil, play.Moves{}, nil) }),
		},
		"environment": {
			"New of no configuration": func() error { return failed(environment.New(environment.Config{}, listed)) },
			"New without a source":    func() error { return failed(environment.New(environment.Default(4), nil)) },
			"NewVector of none":       func() error { return failed(environment.NewVector(environment.Default(4), 0)) },
			"NewVector of -1":         func() error { return failed(environment.NewVector(environment.Default(4), -1)) },
			"Start beyond the last":   panics(func() { vector.Start(1, full4.Cells(), full4.Cells()) }),
			"Start of nothing":        panics(func() { vector.Start(0, nil, nil) }),
			"Position of nothing":     panics(func() { vector.Position(0, full4.Cells(), full4.Cells(), nil) }),
			"Step of no actions":      panics(func() { vector.Step(nil) }),
			"Step of action 64":       panics(func() { vector.Step([]int32{64}) }),
			"Legal of nothing":        panics(func() { vector.Legal(0, false, nil) }),
			"Legal of the third":      panics(func() { vector.Legal(2, false, make([]bool, 64)) }),
			"Sample of an odd mask":   panics(func() { environment.Discrete{N: 2}.Sample(rng, []bool{true}) }),
			"Sample of nothing":       panics(func() { environment.Discrete{}.Sample(rng, nil) }),
			"List of nothing":         func() error { return failed(environment.List(nil)) },
			"List of the zero Board":  func() error { return failed(environment.List(make([]board.Board, 1))) },
			"Generate of side 0":      func() error { return failed(environment.Generate(0, generate.Range{Low: 4, High: 8})) },
			"Generate of no givens":   func() error { return failed(environment.Generate(4, generate.Range{})) },
			"Check of nothing":        func() error { return environment.Check(environment.Default(4), nil, nil, nil) },
			"the zero Environment: Reset": func() error {
				_, _, err := new(environment.Environment).Reset(nil, environment.Options{})
				return err
			},
			"the zero Environment: Step":   func() error { return failed(new(environment.Environment).Step(0)) },
			"the zero Environment: Render": func() error { return failed(new(environment.Environment).Render(environment.ANSI)) },
		},
		"corpus": {
			"ByID of nothing":        func() error { return failed(corpus.ByID("")) },
			"Load of nothing":        func() error { return failed(store.Load(ctx, "", 1)) },
			"Verify without context": func() error { return failed(store.Verify(none)) },
			"Sample of -1":           func() error { return failed(store.Sample(ctx, "own-easy", -1, 1)) },
			"Apply(nil)":             func() error { return failed(corpus.Selection{}.Apply(nil)) },
			"ParseOwnManifest(nil)":  func() error { return failed(corpus.ParseOwnManifest(nil)) },
		},
		"stats": {
			"Mean of nothing":     func() error { return failed(stats.Mean(nil)) },
			"Median of nothing":   func() error { return failed(stats.Median(nil)) },
			"Quantile beyond 1":   func() error { return failed(stats.Quantile([]float64{1}, 2)) },
			"Wilson of 2 in 1":    func() error { return failed(stats.Wilson(2, 1, 0.95)) },
			"Bootstrap of no rng": func() error { return failed(stats.Bootstrap(nil, []float64{1}, stats.Mean, stats.DefaultBootstrap())) },
			"Bootstrap of no statistic": func() error {
				return failed(stats.Bootstrap(rng, []float64{1}, nil, stats.DefaultBootstrap()))
			},
			"PairedRatios of odd lengths": func() error {
				return failed(stats.PairedRatios(rng, []float64{1, 2}, []float64{1}, stats.DefaultBootstrap()))
			},
			"Spearman of odd lengths": func() error { return failed(stats.Spearman([]float64{1}, nil, 0.95)) },
		},
		"table": {
			"WriteText(nil)":     func() error { return new(table.Table).WriteText(nil) },
			"WriteMarkdown(nil)": func() error { return new(table.Table).WriteMarkdown(nil) },
			"WriteCSV(nil)":      func() error { return new(table.Table).WriteCSV(nil) },
		},
		"safetensors": {
			"Read(nil)":            func() error { return failed(safetensors.Read(nil)) },
			"Parse of nothing":     func() error { return failed(safetensors.Parse(nil)) },
			"Write(nil)":           func() error { return safetensors.Write(nil, nil, nil) },
			"New of an odd length": func() error { return failed(safetensors.New("x", []int{2}, []float32{1})) },
			"New of a length -1":   func() error { return failed(safetensors.New("x", []int{-1}, []float32{1})) },
			"the zero Tensor":      func() error { return failed(safetensors.Tensor{}.Float32()) },
		},
		"solvertest": {
			"Plain9.CountUpTo(nil)": panics(func() { solvertest.NewPlain9().CountUpTo(nil, 1) }),
		},
	}
	for name, s := range map[string]solver.Solver{
		"bitboard": engine.Bitboard(engine.DefaultBitboard()), "csp": engine.CSP(engine.DefaultCSP()), "dlx": engine.DLX(engine.DefaultDLX()),
		"minigrid": engine.Minigrid(engine.DefaultMinigrid()), "sat": engine.SAT(engine.DefaultSAT()),
		"wide": engine.Wide(engine.DefaultWide()), "wide-sat": engine.WideSAT(engine.DefaultWideSAT()),
	} {
		all["engine"][name+" without context"] = func() error { return failed(s.Solve(none, empty, solver.Limits{})) }
		all["engine"][name+" of the zero Board"] = func() error { return failed(s.Solve(ctx, board.Board{}, solver.Limits{})) }
		if e, ok := s.(solver.Enumerator); ok {
			all["engine"][name+": solutions without context"] = func() error { return last(e.Solutions(none, empty)) }
			all["engine"][name+": solutions of the zero Board"] = func() error { return last(e.Solutions(ctx, board.Board{})) }
		}
	}
	for name, group := range all {
		t.Run(name, func(t *testing.T) {
			for what, call := range group {
				switch says, fault := answer(call); {
				case fault != nil:
					t.Errorf("%s: the runtime panics: %v", what, fault)
				case says == "":
					t.Errorf("%s: neither an error nor a panic", what)
				case !sentence.MatchString(says):
					t.Errorf("%s: answered by %q, want a sentence that begins with a package's name", what, says)
				}
			}
		})
	}
}

func failedItem(ctx context.Context, newAccept func() generate.Accept) error {
	g, err := generate.New(generate.DefaultConfig(), newAccept)
	if err != nil {
		return err
	}
	return failed(g.Item(ctx, 0))
}

func failedMinimal(ctx context.Context, rng *rand.Rand, grid board.Board) error {
	_, _, err := generate.Minimal(ctx, rng, grid, generate.Patterns()[0], func(board.Board, int) int { return 1 })
	return err
}

func byDifficulty(ctx context.Context, tries int) (generate.Rated[int], error) {
	return generate.ByDifficulty(ctx, 0, tries, func(context.Context, int) (board.Board, error) { return board.Board{}, nil },
		func(board.Board) (int, error) { return 0, nil }, func(int) bool { return true })
}

func failedCanonical(b board.Board) error {
	_, _, err := symmetry.Canonical(b)
	return err
}

// TestZeroValues: what has a meaning for nothing answers as documented.
func TestZeroValues(t *testing.T) {
	var (
		puzzle bitboard.Cells
		digits board.Digits
		seen   symmetry.Seen
		four   = board.MustParse("1...............")
	)
	if n := new(bitboard.Solver).CountUpTo(&puzzle, 2); n != 2 {
		t.Errorf("the zero bitboard.Solver finds %d solutions of the empty board, want 2", n)
	}
	if n, _ := new(engine.Counter9).Count((*[81]uint8)(&puzzle), 2); n != 2 {
		t.Errorf("the zero Counter9 finds %d solutions of the empty board, want 2", n)
	}
	if outcome := new(bitboard.Solver).Next(10); outcome != bitboard.Exhausted {
		t.Errorf("a bitboard.Solver without a puzzle answers %v, want %v", outcome, bitboard.Exhausted)
	}
	if digits.Has(0) || digits.Has(-1) || digits.With(0) != 0 || digits.With(65) != 0 || board.AllDigits(-1) != 0 || csp.Set(1).Has(-1) {
		t.Error("a digit that is none is in a set")
	}
	if fresh, err := seen.Add(four); err != nil || !fresh || seen.Len() != 1 {
		t.Errorf("the zero Seen takes a board as new: %v, %v; it holds %d", fresh, err, seen.Len())
	}
	if got := encode.Domains(nil, board.Board{}); len(got) != 0 {
		t.Errorf("the zero Board has the domains %v", got)
	}
	if new(minigrid.Graph).Bytes().Total() != 0 || new(minigrid.Graph).Metrics() != (minigrid.Metrics{}) || new(minigrid.Masks).Bits() != 0 || new(minigrid.Masks).BoardBits() != 0 {
		t.Error("a zero Graph or Masks has sizes")
	}
	if minigrid.RequiredDegree(0, 0) != 0 || minigrid.RequiredDegree(3, 9) != 0 || minigrid.RequiredDegree(3, 4) != 4 {
		t.Error("degrees of boxes that are not there, or another one of the middle box")
	}
	if best := new(generate.Vicinity).Best(); best.Puzzle != "" {
		t.Errorf("the zero Vicinity has the puzzle %s", best.Puzzle)
	}
	if triad.Available() {
		if n := new(triad.Solver).CountUpTo((*[81]uint8)(&puzzle), 2); n != 2 {
			t.Errorf("the zero triad.Solver finds %d solutions, want 2", n)
		}
	}
}
