package pairs

import (
	"math"

	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/learn/puzzles"
)

// DocumentedLambda is the document's weight of the violation term.
const DocumentedLambda = 0.1

// Setting is a network, the convolutional one of the same board, and their training.
type Setting struct {
	Network literal.Config    `json:"network"`
	CNN     cnn.Config        `json:"cnn"`
	Task    supervised.Config `json:"task"`
}

// Small is a small network of a side with epochs of its own, uniform difficulty, an endless
// stream, the document's augmentation and violation term.
func Small(side, hidden, rounds, batch, epochs, epoch, held int, sets ...puzzles.TestSet) Setting {
	s := Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
	s.Network.Side, s.Network.Hidden, s.Network.Iterations = side, hidden, rounds
	s.Network.Dropout, s.Network.DecoderDropout = 0, 0
	s.Network.Start.Init = layer.Glorot
	s.CNN.Side, s.CNN.Channels = side, []int{16, 32, 32}
	s.CNN.Start.Init = layer.Glorot
	t := &s.Task
	t.Data = supervised.Data{Puzzles: puzzles.DefaultConfig(side)}
	t.Data.Puzzles.Augment = puzzles.DefaultAugment()
	t.Batch, t.Epochs, t.Epoch, t.Lambda = batch, epochs, epoch, DocumentedLambda
	t.Optimisation.AdamW.LearningRate = pairRate
	t.Optimisation.Plateau, t.Optimisation.EarlyStop = nil, nil
	t.Validation = supervised.Validation{Sets: sets, Count: held, Batch: 64}
	t.Curriculum = Uniform(side)
	return s
}

// pairRate is the learning rate of the pairs, three times the document's, so that the small
// networks leave guessing within the few hundred steps of the quick profile.
const pairRate = 3e-3

// HardSet names the boards with few givens of a validation.
const HardSet = "hard"

// EasySet names its other boards.
const EasySet = "easy"

// FourSets are the 4×4 boards with the fewest givens, no more than one above the least that
// determine a board, and the others.
func FourSets() []puzzles.TestSet {
	return []puzzles.TestSet{
		{Name: HardSet, Side: 4, Low: 4, High: 5, Seed: 0x6861_7264_04},
		{Name: EasySet, Side: 4, Low: 6, High: 9, Seed: 0x6561_7379_04},
	}
}

// NineSets split the document's range where its second stage begins.
func NineSets() []puzzles.TestSet {
	return []puzzles.TestSet{
		{Name: HardSet, Side: 9, Low: 17, High: 29, Seed: 0x6861_7264_09},
		{Name: EasySet, Side: 9, Low: 30, High: 45, Seed: 0x6561_7379_09},
	}
}

// stages are the document's stages with their ranges of givens for a side. At 4×4 each range
// is the same shares of the cells, rounded, and not below the 4 givens that a board needs.
func stages(side int) []puzzles.Stage {
	s := puzzles.Documented().Stages
	if side == 9 {
		return s
	}
	for i := range s {
		of := func(givens int) int {
			return max(side, int(math.Round(float64(givens)*float64(side*side)/81)))
		}
		s[i].Low, s[i].High = of(s[i].Low), of(s[i].High)
	}
	return s
}

// Uniform is the last stage's range from the first epoch on.
func Uniform(side int) puzzles.Curriculum {
	s := stages(side)
	return puzzles.Curriculum{Stages: s[len(s)-1:]}
}

// Curriculum is the document's with its 60 epochs scaled to another number.
func Curriculum(side, epochs int) puzzles.Curriculum {
	s := stages(side)
	all := s[len(s)-1].UntilEpoch
	for i := range s {
		s[i].UntilEpoch = int(math.Round(float64(s[i].UntilEpoch*epochs) / float64(all)))
	}
	return puzzles.Curriculum{Stages: s}
}

// Seeded gives every random choice of a run its seed: equal ones on both sides of a pair.
func Seeded(s Setting, seed int) Setting {
	n := uint64(seed)
	s.Network.Start.Seed, s.CNN.Start.Seed, s.Task.Seed = n, n, n
	s.Task.Data.Puzzles.Seed, s.Task.Data.Shuffle = n, n
	return s
}
