package documented

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Deviations says in words, one per line, in what the recipe differs from the document's. What
// the document leaves open is not among them, but for a start that is not drawn at random.
func (r Recipe) Deviations() []string {
	own, err := DefaultRecipe(r.Model)
	if err != nil {
		return []string{err.Error()}
	}
	var out deviations
	switch {
	case r.Literal != nil && own.Literal != nil:
		out.literal(*r.Literal, *own.Literal)
	case r.CNN != nil && own.CNN != nil:
		out.cnn(*r.CNN, *own.CNN)
	}
	if r.Start == StartIdentity {
		out.say("the weights start so that a round passes the old state on; the document does not say how they start")
	}
	out.task(r, own)
	out.optimisation(r.Task.Optimisation.AdamW, own.Task.Optimisation.AdamW, r.Task.Optimisation.Plateau, own.Task.Optimisation.Plateau,
		r.Task.Optimisation.EarlyStop, own.Task.Optimisation.EarlyStop)
	out.train(r)
	return out
}

// deviations are lines.
type deviations []string

func (d *deviations) say(format string, args ...any) { *d = append(*d, fmt.Sprintf(format, args...)) }

// differs tells of a figure that is not the document's.
func differs[T comparable](d *deviations, what string, is, documented T) {
	if is != documented {
		d.say("%s %v in place of %v", what, is, documented)
	}
}

func (d *deviations) literal(c, own literal.Config) {
	differs(d, "hidden size", c.Hidden, own.Hidden)
	differs(d, "number of rounds", c.Iterations, own.Iterations)
	differs(d, "dropout in message and update", c.Dropout, own.Dropout)
	differs(d, "dropout in the decoder", c.DecoderDropout, own.DecoderDropout)
	if c.Residual {
		d.say("the update is added to the old state")
	}
	if c.Normalise {
		d.say("states are normalised after each round")
	}
	if c.Compute == literal.BFloat16 {
		d.say("activations in bfloat16 in place of float16")
	}
}

func (d *deviations) cnn(c, own cnn.Config) {
	if !slices.Equal(c.Channels, own.Channels) {
		d.say("channels %v in place of %v", c.Channels, own.Channels)
	}
	if c.FullyConvolutional {
		d.say("a layer for each cell in place of the linear layer over all")
	}
}

// task compares the data, the curriculum and the loss.
func (d *deviations) task(r, own Recipe) {
	c, o := r.Task, own.Task
	differs(d, "boards of side", c.Data.Puzzles.Side, o.Data.Puzzles.Side)
	if c.Data.Size == 0 {
		d.say("new puzzles without end in place of %d", o.Data.Size)
	} else {
		differs(d, "number of puzzles", c.Data.Size, o.Data.Size)
	}
	if a, b := c.Data.Puzzles.Augment, o.Data.Puzzles.Augment; a != b {
		d.say("augmentation by digits %g, geometry %g and lines %g of the boards in place of %g, %g and %g",
			a.Digits, a.Geometry, a.Lines, b.Digits, b.Geometry, b.Lines)
	}
	if !reflect.DeepEqual(c.Curriculum, o.Curriculum) {
		d.say("curriculum of %s", stages(c.Curriculum))
	}
	differs(d, "epochs", c.Epochs, o.Epochs)
	differs(d, "boards an epoch", c.Epoch, o.Epoch)
	differs(d, "boards a batch", c.Batch, o.Batch)
	differs(d, "weight of the violation term", c.Lambda, o.Lambda)
	if c.EveryStep {
		d.say("the loss is on every round")
	}
}

// stages writes a curriculum.
func stages(c puzzles.Curriculum) string {
	var parts []string
	for _, s := range c.Stages {
		parts = append(parts, fmt.Sprintf("%d to %d givens until epoch %d", s.Low, s.High, s.UntilEpoch))
	}
	text := strings.Join(parts, ", ")
	if c.Hard > 0 {
		text += fmt.Sprintf(", %g of the boards hard", c.Hard)
	}
	return text
}

func (d *deviations) optimisation(a, ownA train.AdamW, p, ownP *train.Plateau, e, ownE *train.EarlyStop) {
	differs(d, "learning rate", a.LearningRate, ownA.LearningRate)
	differs(d, "weight decay", a.WeightDecay, ownA.WeightDecay)
	if p == nil {
		d.say("no plateau lowers the rate")
	} else {
		differs(d, "factor of the plateau", p.Factor, ownP.Factor)
		differs(d, "patience of the plateau", p.Patience, ownP.Patience)
	}
	if e == nil {
		d.say("no early stopping")
	} else {
		differs(d, "patience of early stopping", e.Patience, ownE.Patience)
	}
}

// train tells of what the document's trainer does not have.
func (d *deviations) train(r Recipe) {
	t := r.Trainer()
	if all := r.Task.Train().Steps; t.Steps != all {
		d.say("%d steps in place of the %d of all epochs", t.Steps, all)
	}
	if t.Schedule.WarmUp > 0 {
		d.say("the rate rises over the first %d steps", t.Schedule.WarmUp)
	}
	if t.Schedule.Kind == train.ScheduleCosine {
		d.say("the rate falls by half a cosine")
	}
	if t.ClipNorm > 0 {
		d.say("gradients are cut to a norm of %g", t.ClipNorm)
	}
	if t.EMA > 0 {
		d.say("weights are averaged with a decay of %g", t.EMA)
	}
	if t.ValidateEvery != r.Task.EpochSteps() {
		d.say("validations every %d steps in place of every epoch", t.ValidateEvery)
	}
}
