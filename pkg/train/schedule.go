package train

import "math"

// factor returns the schedule's factor for the step, counted from 0.
func (s Schedule) factor(step, steps int) float64 {
	if step < s.WarmUp {
		return float64(step+1) / float64(s.WarmUp)
	}
	if s.Kind != ScheduleCosine {
		return 1
	}
	length := s.Length
	if length == 0 {
		length = steps
	}
	if step >= length || length <= s.WarmUp {
		return s.Final
	}
	p := float64(step-s.WarmUp) / float64(length-s.WarmUp)
	return s.Final + (1-s.Final)*(1+math.Cos(math.Pi*p))/2
}

// tracker counts the validations since the last improvement.
type tracker struct {
	Best Number `json:"best"`
	Seen bool   `json:"seen"`
	Bad  int    `json:"bad"` // validations in a row without improvement
}

// observe takes one validation's value and reports whether it improves on the best by
// more than threshold times the best's size. A NaN never does.
func (t *tracker) observe(value float64, higher bool, threshold float64) bool {
	if better(value, float64(t.Best), t.Seen, higher, threshold) {
		t.Best, t.Seen, t.Bad = Number(value), true, 0
		return true
	}
	t.Bad++
	return false
}

func better(value, best float64, seen, higher bool, threshold float64) bool {
	if math.IsNaN(value) {
		return false
	}
	if !seen {
		return true
	}
	margin := threshold * math.Abs(best)
	if higher {
		return value > best+margin
	}
	return value < best-margin
}

// plateauState is what [Plateau] carries from one validation to the next.
type plateauState struct {
	tracker
	Scale float64 `json:"scale"` // what the learning rate is multiplied by
}

// observe takes one validation's value and reports whether the rate was lowered.
func (s *plateauState) observe(p Plateau, value float64, higher bool, rate float64) bool {
	if s.tracker.observe(value, higher, p.Threshold) || s.Bad <= p.Patience {
		return false
	}
	s.Bad = 0
	lower := max(s.Scale*p.Factor, p.MinRate/rate)
	if lower >= s.Scale {
		return false
	}
	s.Scale = lower
	return true
}

// observe takes one validation's value and reports whether training is to end.
func (e EarlyStop) observe(t *tracker, value float64, higher bool) bool {
	t.observe(value, higher, e.Threshold)
	return t.Bad >= e.Patience
}
