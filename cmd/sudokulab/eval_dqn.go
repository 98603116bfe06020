package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	agents "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/making"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/table"
)

// gamesAtOnce is how many games are played together: between them an interrupt is looked at.
const gamesAtOnce = 4096

// playing holds the flags of eval dqn.
type playing struct {
	in       inputFlags
	blanks   []string
	count    int
	seed     uint64
	batch    int
	weights  string
	backend  string
	asJSON   bool
	intoCard bool
}

func newEvalDQN() *cobra.Command {
	p := playing{count: 1000, seed: 2, batch: 64, weights: agents.Default}
	cmd := &cobra.Command{
		Use:   "dqn [puzzle | file | -] …",
		Short: "Measure the solve rate of an agent that makes one move after the other",
		Long: "Measures the solve rate of an agent: it makes the move on an empty cell that it values most, one after\n" +
			"the other, and the puzzle counts as solved if every move is right; the first wrong one ends it.\n" +
			"Without puzzles or --set, held-out puzzles are measured by their number of empty cells, of the side that\n" +
			"the agent was trained on unless --side names another; no training of this lab contains any of them or a\n" +
			"symmetric twin of one.\n\n" +
			"The baselines are random legal moves, and what naked singles, hidden singles and both alone solve. Only\n" +
			"puzzles with one solution count; an exact engine selects them.\n\n" + inputHelp,
		Example: "  sudokulab eval dqn --weights mine.safetensors --count 100\n" +
			"  sudokulab eval dqn --weights mine.safetensors --blanks 10,40-45 --card\n" +
			"  sudokulab eval dqn --weights mine.safetensors --set 17clue --first 200",
		RunE: naming(p.run),
	}
	p.in.register(cmd)
	addNames(cmd, &p.blanks, "blanks", "numbers of empty cells to measure, such as 40 or 30-35; at side 9 without it 1-10, 20, 30, 40, 50 and 55")
	addNumber(cmd, &p.count, "count", 1, maxHeldOut, "held-out puzzles of each number of empty cells")
	addSeed(cmd, &p.seed, "seed of the held-out puzzles and of the random moves")
	addNumber(cmd, &p.batch, "batch", 1, maxBatch, "boards per batch")
	addWeights(cmd, &p.weights, "weights of the agent: %s, or a .safetensors file with its card next to it", agents.Names())
	cmd.Flags().BoolVar(&p.asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&p.intoCard, "card", false, "also write the scores into the card of the weights, which must then be a file")
	addBackend(cmd, &p.backend)
	return cmd
}

// played is a line of the answer.
type played struct {
	Set     string           `json:"set"`
	Skipped int              `json:"not_unique"`
	Games   dqn.Tally        `json:"games"`
	Solved  stats.Proportion `json:"solved"`
	// Blanks is the number of empty cells of all puzzles, Longest that of the puzzle with most.
	Blanks  int `json:"empty_cells"`
	Longest int `json:"most_empty_cells"`
	// Baselines are the puzzles that are solved without a network, by the name of what solves.
	Baselines map[string]score.Count `json:"baselines"`
}

// randomMoves names the baseline without any knowledge.
const randomMoves = "random legal moves"

func (p *playing) run(cmd *cobra.Command, args []string) error {
	if err := wantsFile(p.intoCard, p.weights); err != nil {
		return err
	}
	model, err := loadAgent("weights", p.weights)
	if err != nil {
		return err
	}
	sets, err := p.sets(cmd, args, model)
	if err != nil {
		return err
	}
	choice, err := openBackend(cmd, p.backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	model = model.Fused(fused.Instead(p.backend, choice))
	tellPath(cmd, model.Path())
	xlaWould(cmd, accelOptions(p.backend), choice, model.Path(), "")
	most := 1 // puzzles of a set: places for more would be played for nothing
	for _, set := range sets {
		most = max(most, len(set.samples))
	}
	players := map[*board.Shape]*agents.Player{}
	defer func() {
		for _, player := range players {
			player.Close()
		}
	}()
	var lines []played
	for _, set := range sets {
		if len(set.samples) == 0 {
			return fmt.Errorf("%s: no puzzle with exactly one solution", set.name)
		}
		shape := set.samples[0].Board().Shape()
		if players[shape] == nil {
			if players[shape], err = model.Player(choice.Backend, shape, min(p.batch, most)); err != nil {
				return fmt.Errorf("%s: %w", set.name, err)
			}
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", set.name, plural(len(set.samples), "puzzle"))
		line, err := p.play(cmd.Context(), players[shape], model.Policy(), set)
		if err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		lines = append(lines, line)
	}
	if p.intoCard {
		if err := p.score(model, lines); err != nil {
			return err
		}
	}
	if p.asJSON {
		return writeJSON(cmd.OutOrStdout(), lines)
	}
	return writePlayed(cmd.OutOrStdout(), lines)
}

// play measures one set.
func (p *playing) play(ctx context.Context, player *agents.Player, policy dqn.Policy, set testSet) (line played, err error) {
	line = played{Set: set.name, Skipped: set.skipped, Baselines: map[string]score.Count{}}
	side := set.samples[0].Board().Shape().Side()
	var games, random []dqn.Game
	chunk := uint64(0)
	for some := range slices.Chunk(set.samples, gamesAtOnce) {
		now, err := player.Play(ctx, some)
		if err != nil {
			return line, err
		}
		games = append(games, now...)
		if now, err = dqn.PlayRandom(ctx, side, some, policy, p.seed+chunk<<32); err != nil {
			return line, err
		}
		random = append(random, now...)
		chunk++
	}
	line.Games = dqn.TallyOf(games)
	for _, g := range games {
		line.Blanks += g.Blanks
		line.Longest = max(line.Longest, g.Blanks)
	}
	if line.Solved, err = stats.Wilson(line.Games.Solved, line.Games.Games, 0.95); err != nil {
		return line, err
	}
	line.Baselines[randomMoves] = score.Count{Hits: dqn.TallyOf(random).Solved, Trials: len(random)}
	for _, rule := range score.Baselines() {
		m, err := score.Baseline(rule, set.samples)
		if err != nil {
			return line, err
		}
		line.Baselines[rule.String()] = m.Grids
	}
	return line, nil
}

// sets reads what is to be measured, and makes the held-out rows if nothing is said or --blanks is.
func (p *playing) sets(cmd *cobra.Command, args []string, model *agents.Model) ([]testSet, error) {
	given := len(args) > 0 || len(p.in.sets) > 0
	var sets []testSet
	if !given || len(p.blanks) > 0 {
		side := p.in.side
		if side == 0 {
			side = model.Card.Recipe.Play.Game.Side
		}
		rows, err := p.rows(side)
		if err != nil {
			return nil, err
		}
		shape, err := board.ShapeOfSide(side)
		if err != nil {
			return nil, err
		}
		if err := model.Takes(shape); err != nil {
			return nil, fmt.Errorf("--side %d: %w", side, err)
		}
		for _, row := range rows {
			samples, err := unlessDone(cmd.Context(), func() ([]puzzles.Sample, error) {
				return dqn.HeldOut(cmd.Context(), side, row, p.count, p.seed)
			})
			if err != nil {
				return nil, fmt.Errorf("--blanks %s: %w", row.Name(), err)
			}
			sets = append(sets, testSet{name: fmt.Sprintf("%dx%d, %s empty", side, side, row.Name()), samples: samples})
		}
	}
	if !given {
		return sets, nil
	}
	read, err := readTestSets(cmd, &p.in, args)
	return append(sets, read...), err
}

// rows are those of --blanks at a side, else the usual ones.
func (p *playing) rows(side int) ([]dqn.Row, error) {
	if len(p.blanks) == 0 {
		return dqn.DefaultRows(side), nil
	}
	var rows []dqn.Row
	for _, word := range p.blanks {
		low, high, isRange := strings.Cut(word, "-")
		if !isRange {
			high = low
		}
		var row dqn.Row
		var err, otherErr error
		row.Low, err = strconv.Atoi(strings.TrimSpace(low))
		row.High, otherErr = strconv.Atoi(strings.TrimSpace(high))
		if errors.Join(err, otherErr) != nil {
			return nil, badFlag("blanks", word, errors.New("want a number of empty cells such as 40, or a range such as 30-35"))
		}
		if err := (dqn.Validation{Rows: []dqn.Row{row}, Count: p.count, Batch: p.batch}).Validate(side); err != nil {
			return nil, badFlag("blanks", word, err)
		}
		if fewest := making.FewestGivens(side); row.High > side*side-fewest {
			return nil, badFlag("blanks", word, fmt.Errorf("want at most %d empty cells at side %d: with fewer than %d givens no puzzle has one solution", side*side-fewest, side, fewest))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// score puts the lines into the card of the weights. The steps of a score are the moves of the longest game.
func (p *playing) score(model *agents.Model, lines []played) error {
	card := model.Card
	for _, line := range lines {
		card.Scores = scored(card.Scores, learned.Score{
			Set: line.Set, Steps: line.Longest, Boards: line.Solved.Trials, Solved: line.Solved.Successes,
			Low: line.Solved.Interval.Low, High: line.Solved.Interval.High, Cells: float64(line.Games.Right) / float64(max(1, line.Blanks)),
		})
	}
	card.Failures = nil
	for _, s := range card.Scores {
		if s.Solved < s.Boards {
			card.Failures = append(card.Failures, fmt.Sprintf("%s: on %d of %d boards a move is wrong before the board is full", s.Set, s.Boards-s.Solved, s.Boards))
		}
	}
	return learned.WriteCard(strings.TrimSuffix(p.weights, agents.TensorsEnding), card)
}

// writePlayed writes the answer as a table.
func writePlayed(w io.Writer, lines []played) error {
	t := table.Table{
		Title:   "Puzzles solved by the agent alone: its best move on an empty cell, one after the other, until one is wrong",
		Columns: []string{"Set", "Puzzles", "Solved", "95 % interval", "Moves right", "Random legal moves", "Naked singles", "Hidden singles", "Both singles"},
	}
	for _, line := range lines {
		s := line.Solved
		row := []string{line.Set, strconv.Itoa(s.Trials), percent(s.Rate), percent(s.Interval.Low) + " – " + percent(s.Interval.High), percent(line.Games.RightRate())}
		for _, name := range []string{randomMoves, score.NakedSingles.String(), score.HiddenSingles.String(), score.Singles.String()} {
			row = append(row, percent(line.Baselines[name].Rate()))
		}
		t.Add(row...)
		noteSkipped(&t, line.Set, line.Skipped)
	}
	return t.WriteText(w)
}
