package explain

// found takes the steps of a finder. A finder builds a step and emits it:
//
//	s := f.begin()
//	s.unit(u, RoleUnit)
//	s.place(c, d)
//	if f.emit() {
//		return
//	}
//
// It goes through the position in a fixed order and returns as soon as emit says so. It must emit no
// step that does nothing; emit drops such a step.
type found struct {
	row  *row
	p    *Position
	one  bool // stop at the first step
	step Step // the step being built; with one, the step found
	have bool
	all  []Step // without one, the steps found

	end func() error // why the search is to end, nil if it is not; see Explainer.Within

	pool []Cells // scratch sets, handed out by cells
	used int

	pick  picker // for subsets and fish
	web   web    // for chains
	net   net    // for forcing nets
	trial trial  // for brute force
}

// stopped reports whether nobody waits for a step any longer. Finders that take long ask it, and emit nothing then.
func (f *found) stopped() bool { return f.end != nil && f.end() != nil }

// begin returns an empty step of the technique.
func (f *found) begin() *Step {
	f.step.reset(f.row, f.p)
	return &f.step
}

// emit hands the step over and reports whether the finder is to stop.
func (f *found) emit() bool {
	if len(f.step.Places) == 0 && len(f.step.Strikes) == 0 {
		return false
	}
	f.have = true
	if f.one {
		return true
	}
	f.all = append(f.all, f.step.Clone())
	return false
}

// cells returns an empty scratch set, good until the finder returns.
func (f *found) cells() Cells {
	if f.used == len(f.pool) {
		f.pool = append(f.pool, make(Cells, f.p.geo.words))
	}
	s := f.pool[f.used]
	f.used++
	s.Clear()
	return s
}

// run lets a technique look at a position.
func (f *found) run(r *row, p *Position, one bool) {
	f.row, f.p, f.one, f.have, f.used = r, p, one, false, 0
	r.find(p, f)
}
