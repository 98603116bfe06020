package dqnablation

import (
	"fmt"
	"math"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	all := runs.In(set, arms)
	return []lab.Table{runs.Summary(set, all), runs.Effects(set, all, study.Base), reachTable(set, all), boardsTable(set, all), gammaTable()}
}

// half is the share of solved puzzles that runs are timed to; the rules of the claims have their own.
const half = 0.5

// reachTable shows after how many moves runs first solve half of the first stage.
func reachTable(set record.Set, all []runs.Sizes) lab.Table {
	t := lab.Table{
		Name:    "reach",
		Title:   "Training until the greedy policy solves half of the held-out puzzles of the first stage",
		Columns: []string{"Setting", "Arm", "Network", "Seeds", "Runs that get there", "Moves, geometric mean", "Updates, geometric mean", "Moves on given or filled cells, % of all"},
		Notes:   []string{runs.Scope(all), "Runs that do not get there count with all they have, so the mean is a lower bound."},
	}
	for _, s := range all {
		row := runs.Row(runs.Solved, runs.First(s.Setting))
		for _, a := range s.Arms {
			of := runs.Arms(set, s.Setting, a.Arm, a.Network)
			if len(of) == 0 {
				continue
			}
			got := 0
			mean := func(x string) string {
				got = 0
				var logs []float64
				for _, r := range of {
					at, ok := runs.FirstAt(runs.Curve(r.Texts[x]), runs.Curve(r.Texts[row]), func(v float64) bool { return v >= half })
					if ok {
						got++
					}
					logs = append(logs, math.Log(at))
				}
				cell := lab.Number(math.Round(math.Exp(runs.Mean(logs))))
				if got < len(of) {
					return "≥ " + cell
				}
				return cell
			}
			moves, updates := mean(runs.Moves), mean(runs.Steps)
			t.Add(s.Setting.Name, a.Arm, a.Network, lab.Number(float64(len(of))), lab.Number(float64(got)), moves, updates,
				lab.Share(of.Sum(runs.Illegal), of.Sum(runs.Played)))
		}
	}
	return t
}

// boardsTable shows what was learned from: boards that cannot be finished, and transitions of steps after episodes.
func boardsTable(set record.Set, all []runs.Sizes) lab.Table {
	t := lab.Table{
		Name:    "stored",
		Title:   "What is learned from: boards that an exact engine can finish or not, and transitions of the step after an episode, compared to the bit",
		Columns: []string{"Setting", "Arm", "Runs", "Boards stored", "Of these, that cannot be finished", "Transitions after episodes", "Of these, other than in the episode"},
		Notes: []string{
			"Boards: of each transition kept that before the move, and that after it if its value counts.",
			"Hindsight experience replay (arXiv:1707.01495) stores transitions again with another goal. Here the givens, which each state holds, determine the goal, so no other one can be put in its place.",
		},
	}
	for _, s := range all {
		for _, a := range s.Arms {
			of := runs.Arms(set, s.Setting, a.Arm, a.Network)
			sum := func(figure string) string {
				if len(of) == 0 {
					return "–"
				}
				if _, ok := of[0].Metric(figure); !ok {
					return "–"
				}
				return lab.Number(of.Sum(figure))
			}
			row := []string{sum(runs.Stored), sum(runs.Unsound), sum(runs.Learned), sum(runs.Relabeled)}
			if row[0] != "–" || row[2] != "–" {
				t.Add(append([]string{s.Setting.Name, a.Arm, lab.Number(float64(len(of)))}, row...)...)
			}
		}
	}
	return t
}

// gammaTable is arithmetic: what moves are worth under the best policy at each discount.
func gammaTable() lab.Table {
	t := lab.Table{
		Name:    "gamma",
		Title:   "What a right move is worth under the best policy, by the discount γ, with the document's rewards: exact",
		Columns: []string{"γ", "1 empty cell", "11 empty cells", "55 empty cells", "Of the last, from the +100 of the end", "A wrong move", "Right less wrong at 55 empty cells"},
		Notes: []string{
			"Q*(right, b) = 10·(1 − γᵇ)/(1 − γ) + 100·γᵇ⁻¹ with b empty cells, Q*(wrong) = −5. At γ = 0.9 ten points a move for ever are worth as much as the 100 of the end, so every right move is worth 100 to 110.",
			"A right move is worth more than a wrong one at every discount: with the reward of each right move the end need not be seen.",
		},
	}
	rewards := environment.Documented()
	for _, gamma := range []float64{0, 0.5, 0.9, 0.99, 1} {
		ruler := dqn.NewRuler(rewards, gamma)
		end := rewards.Solved * math.Pow(gamma, 54)
		t.Add(fmt.Sprintf("%g", gamma), runs.Two(ruler.Right(1)), runs.Two(ruler.Right(11)), runs.Two(ruler.Right(55)), runs.Two(end), runs.Two(ruler.Wrong()), runs.Two(ruler.Right(55)-ruler.Wrong()))
	}
	return t
}
