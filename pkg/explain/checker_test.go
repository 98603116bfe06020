package explain_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
)

// A checker judges a step by what the step says and by the position, as a person with a pencil would:
// the cells, candidates, units and links that it names have to be there, to be the pattern that the
// technique's name promises, and to prove each strike and placement. It shares no code with the
// finders: it reads positions and steps by their exported methods and fields only, and the board by
// the shape's units and peers.
type checker struct {
	shape *board.Shape
	p     *explain.Position
	s     *explain.Step
	// solutions are all that the position has, by an engine. Without any every strike is right, and the
	// pattern alone is judged.
	solutions []board.Board
}

// checkStep returns what is wrong with a step on a position that has these solutions, nil if nothing is.
func checkStep(p *explain.Position, s *explain.Step, solutions []board.Board) error {
	k := &checker{p.Shape(), p, s, solutions}
	for _, check := range []func() error{k.effects, k.names, k.pattern, k.words} {
		if err := check(); err != nil {
			return fmt.Errorf("%v: %w", s.Technique, err)
		}
	}
	return nil
}

type cand = explain.Candidate

// has reports whether a candidate is in the position.
func (k *checker) has(x cand) bool { return k.p.Marks(x.Cell).Has(x.Digit) }

// sees reports whether two cells share a unit.
func (k *checker) sees(a, b int) bool { return slices.Contains(k.shape.Peers(a), b) }

// seesAll reports whether a cell shares a unit with each of some cells.
func (k *checker) seesAll(c int, all []int) bool {
	return !slices.ContainsFunc(all, func(q int) bool { return !k.sees(c, q) })
}

// excludes reports whether two candidates cannot both be true.
func (k *checker) excludes(x, y cand) bool {
	if x.Cell == y.Cell {
		return x.Digit != y.Digit
	}
	return x.Digit == y.Digit && k.sees(x.Cell, y.Cell)
}

// unit returns the cells of a unit.
func (k *checker) unit(u int) []int { return k.shape.Units()[u] }

// in reports whether all of some cells lie in a unit.
func (k *checker) in(u int, cells ...int) bool {
	return !slices.ContainsFunc(cells, func(c int) bool { return !slices.Contains(k.unit(u), c) })
}

// kind returns what a unit is: "row", "column", "box", "region" or "diagonal".
func (k *checker) kind(u int) string {
	kind, _, _ := strings.Cut(k.shape.UnitName(u), " ")
	return kind
}

func (k *checker) isBox(u int) bool { return k.kind(u) == "box" || k.kind(u) == "region" }

// places returns the cells of a unit that have a digit as a candidate, in rising order.
func (k *checker) places(u, d int) (out []int) {
	for _, c := range k.unit(u) {
		if k.p.Marks(c).Has(d) {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return out
}

// units returns the units of a role.
func (k *checker) units(r explain.Role) (out []int) {
	for _, u := range k.s.Units {
		if u.Role == r {
			out = append(out, u.Unit)
		}
	}
	return out
}

// cands returns the candidates of some roles.
func (k *checker) cands(roles ...explain.Role) (out []cand) {
	for _, x := range k.s.Candidates {
		if slices.Contains(roles, x.Role) {
			out = append(out, x.Candidate)
		}
	}
	return out
}

// cellsOf returns the cells of candidates, each once, in rising order.
func cellsOf(list []cand) (out []int) {
	for _, x := range list {
		out = append(out, x.Cell)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// marksOf returns the digits that candidates give to a cell.
func marksOf(list []cand, c int) (m board.Digits) {
	for _, x := range list {
		if x.Cell == c {
			m = m.With(x.Digit)
		}
	}
	return m
}

// effects judges what the step does: it does something, of candidates that are there, and against no
// solution.
func (k *checker) effects() error {
	if len(k.s.Places)+len(k.s.Strikes) == 0 {
		return errors.New("does nothing")
	}
	done := map[cand]bool{}
	for _, x := range slices.Concat(k.s.Places, k.s.Strikes) {
		if !k.has(x) || done[x] {
			return fmt.Errorf("acts on %v, which is no candidate, or twice", x)
		}
		done[x] = true
	}
	for _, b := range k.solutions {
		for _, x := range k.s.Places {
			if b.At(x.Cell) != x.Digit {
				return fmt.Errorf("places %v against a solution", x)
			}
		}
		for _, x := range k.s.Strikes {
			if b.At(x.Cell) == x.Digit {
				return fmt.Errorf("strikes %v, which a solution has", x)
			}
		}
	}
	return nil
}

// names judges that all that the step names is there and has a role, and that no cell has one role twice.
func (k *checker) names() error {
	if len(k.s.Units)+len(k.s.Cells)+len(k.s.Candidates) == 0 || k.s.Digits == 0 {
		return errors.New("has no reason")
	}
	units := map[explain.UnitRole]bool{}
	for _, u := range k.s.Units {
		if u.Unit < 0 || u.Unit >= len(k.shape.Units()) || u.Role == explain.RoleNone ||
			units[u] && k.s.Technique != explain.ForcingNet { // one for each digit that follows by it
			return fmt.Errorf("names the unit %v", u)
		}
		units[u] = true
	}
	cells := map[explain.CellRole]bool{}
	for _, c := range k.s.Cells {
		if k.p.At(c.Cell) != 0 || c.Role == explain.RoleNone || cells[c] {
			return fmt.Errorf("names the cell %v", c)
		}
		cells[c] = true
	}
	cands := map[explain.CandidateRole]bool{}
	for _, x := range k.s.Candidates {
		// A chain with groups may pass a candidate alone and in a group.
		groups := k.s.Technique == explain.GroupedAIC || k.s.Technique == explain.ForcingChain
		if !k.has(x.Candidate) || x.Role == explain.RoleNone || cands[x] && !groups {
			return fmt.Errorf("names the candidate %v", x)
		}
		if !k.s.Digits.Has(x.Digit) && !slices.Contains([]explain.Role{explain.RoleExtra, explain.RoleFloor, explain.RoleSet}, x.Role) {
			return fmt.Errorf("names the candidate %v, of a digit that it is not about", x)
		}
		cands[x] = true
	}
	for _, l := range k.s.Links {
		for _, x := range []cand{l.From, l.To} {
			if !slices.ContainsFunc(k.s.Candidates, func(y explain.CandidateRole) bool { return y.Candidate == x }) {
				return fmt.Errorf("links %v, which has no role", x)
			}
		}
	}
	return nil
}

// words judges that the sentence names each cell that it acts on.
func (k *checker) words() error {
	text := k.s.Sentence()
	for _, x := range slices.Concat(k.s.Places, k.s.Strikes) {
		if !strings.Contains(text, k.shape.CellName(x.Cell)) {
			return fmt.Errorf("does not name %s: %q", k.shape.CellName(x.Cell), text)
		}
	}
	if !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") || strings.Contains(text, "..") || strings.Contains(text, " ,") ||
		strings.HasPrefix(text, "The parts of the step are not") {
		return fmt.Errorf("says %q", text)
	}
	return nil
}

// pattern judges that what the step names is the pattern of its technique and proves what it does.
func (k *checker) pattern() error {
	switch t := k.s.Technique; t {
	case explain.FullHouse, explain.NakedSingle, explain.HiddenSingle:
		return k.single()
	case explain.Pointing, explain.Claiming:
		return k.locked(t == explain.Pointing)
	case explain.LockedPair, explain.LockedTriple:
		return k.naked(2+int(t-explain.LockedPair), true)
	case explain.NakedPair, explain.NakedTriple:
		return k.naked(2+int(t-explain.NakedPair), false)
	case explain.NakedQuad:
		return k.naked(4, false)
	case explain.HiddenPair, explain.HiddenTriple:
		return k.hidden(2 + int(t-explain.HiddenPair))
	case explain.HiddenQuad:
		return k.hidden(4)
	case explain.XWing, explain.Swordfish, explain.Jellyfish:
		return k.fish(2+int(t-explain.XWing), false, false)
	case explain.FinnedXWing, explain.FinnedSwordfish, explain.FinnedJellyfish:
		return k.fish(2+int(t-explain.FinnedXWing)/2, true, false)
	case explain.SashimiXWing, explain.SashimiSwordfish, explain.SashimiJellyfish:
		return k.fish(2+int(t-explain.SashimiXWing)/2, true, true)
	case explain.RemotePair:
		return k.remote()
	case explain.BUGPlusOne:
		return k.grave()
	case explain.Skyscraper, explain.TwoStringKite, explain.TurbotFish:
		return k.joined()
	case explain.EmptyRectangle:
		return k.emptyRectangle()
	case explain.WWing, explain.XYWing:
		return k.chainWing()
	case explain.XYZWing:
		return k.xyzWing()
	case explain.UniqueRectangle1, explain.UniqueRectangle2, explain.UniqueRectangle3, explain.UniqueRectangle4:
		return k.rectangle()
	case explain.SimpleColouring:
		return k.colouring()
	case explain.XChain, explain.XYChain, explain.AIC, explain.GroupedAIC:
		return k.chain()
	case explain.ForcingChain:
		return k.forcing()
	case explain.ForcingNet:
		return k.net()
	case explain.BruteForce:
		return k.brute()
	}
	return errors.New("is a technique without a check")
}

func (k *checker) single() error {
	if len(k.s.Places) != 1 || len(k.s.Strikes) > 0 {
		return errors.New("does not place one digit")
	}
	x := k.s.Places[0]
	if set := k.cands(explain.RoleSet); !slices.Equal(set, k.s.Places) || k.s.Digits != board.DigitsOf(x.Digit) {
		return fmt.Errorf("names %v", set)
	}
	units := k.units(explain.RoleUnit)
	switch {
	case k.s.Technique == explain.NakedSingle:
		if k.p.Marks(x.Cell) != board.DigitsOf(x.Digit) {
			return fmt.Errorf("the cell has %v", k.p.Marks(x.Cell))
		}
	case len(units) != 1 || !k.in(units[0], x.Cell):
		return fmt.Errorf("in the units %v", units)
	case k.s.Technique == explain.HiddenSingle:
		if at := k.places(units[0], x.Digit); !slices.Equal(at, []int{x.Cell}) {
			return fmt.Errorf("the digit has the places %v", at)
		}
	default:
		for _, c := range k.unit(units[0]) {
			if d := k.p.At(c); c != x.Cell && d == 0 || d == x.Digit {
				return fmt.Errorf("the unit has %d in %d", d, c)
			}
		}
	}
	return nil
}

// one returns the step's one digit, or 0.
func (k *checker) one() int {
	if !k.s.Digits.Single() {
		return 0
	}
	return k.s.Digits.First()
}

func (k *checker) locked(pointing bool) error {
	from, to, d := k.units(explain.RoleUnit), k.units(explain.RoleCover), k.one()
	if len(from) != 1 || len(to) != 1 || d == 0 || k.isBox(from[0]) != pointing {
		return fmt.Errorf("of %v in %v", from, to)
	}
	at := k.places(from[0], d)
	if len(at) < 2 || !slices.Equal(at, cellsOf(k.cands(explain.RoleSet))) || !k.in(to[0], at...) {
		return fmt.Errorf("the places are %v", at)
	}
	for _, x := range k.s.Strikes {
		if x.Digit != d || !k.in(to[0], x.Cell) || k.in(from[0], x.Cell) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

func (k *checker) naked(size int, locked bool) error {
	set := k.cands(explain.RoleSet)
	cells := cellsOf(set)
	var all board.Digits
	for _, c := range cells {
		if marksOf(set, c) != k.p.Marks(c) {
			return fmt.Errorf("tells of %d the marks %v of %v", c, marksOf(set, c), k.p.Marks(c))
		}
		all |= k.p.Marks(c)
	}
	if len(cells) != size || all.Count() != size || all != k.s.Digits {
		return fmt.Errorf("%d cells have %v", len(cells), all)
	}
	units, box := k.units(explain.RoleUnit), -1
	for _, u := range units {
		if !k.in(u, cells...) {
			return fmt.Errorf("unit %d has not all cells", u)
		}
		if k.isBox(u) {
			box = u
		}
	}
	inside, outside := false, false
	for _, x := range k.s.Strikes {
		if !all.Has(x.Digit) || !k.seesAll(x.Cell, cells) {
			return fmt.Errorf("strikes %v", x)
		}
		inside = inside || box >= 0 && k.in(box, x.Cell)
		outside = outside || box >= 0 && !k.in(box, x.Cell)
	}
	if len(units) == 0 || locked != (inside && outside && size < 4) {
		return fmt.Errorf("in the units %v, strikes inside the box %t and outside %t", units, inside, outside)
	}
	return nil
}

func (k *checker) hidden(size int) error {
	units, set := k.units(explain.RoleUnit), k.cands(explain.RoleSet)
	if len(units) != 1 || k.s.Digits.Count() != size {
		return fmt.Errorf("%v in the units %v", k.s.Digits, units)
	}
	cells := cellsOf(set)
	if len(cells) != size || !k.in(units[0], cells...) {
		return fmt.Errorf("in the cells %v", cells)
	}
	for d := range k.s.Digits.All() {
		for _, c := range k.places(units[0], d) {
			if !slices.Contains(set, cand{Cell: c, Digit: d}) {
				return fmt.Errorf("%d has a place in %d", d, c)
			}
		}
	}
	for _, x := range k.s.Strikes {
		if k.s.Digits.Has(x.Digit) || !slices.Contains(cells, x.Cell) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

func (k *checker) fish(size int, finned, sashimi bool) error {
	base, cover, d := k.units(explain.RoleBase), k.units(explain.RoleCover), k.one()
	body, fins := cellsOf(k.cands(explain.RoleBase)), cellsOf(k.cands(explain.RoleFin))
	if len(base) != size || len(cover) != size || d == 0 || finned != (len(fins) > 0) {
		return fmt.Errorf("of %v in %v with the fins %v", base, cover, fins)
	}
	across := map[string]string{"row": "column", "column": "row"}[k.kind(base[0])]
	var all []int
	thin := false
	for i, u := range base {
		if k.kind(u) != k.kind(base[0]) || k.kind(cover[i]) != across {
			return fmt.Errorf("of %v in %v", base, cover)
		}
		at := k.places(u, d)
		all = append(all, at...)
		left := slices.DeleteFunc(slices.Clone(at), func(c int) bool { return slices.Contains(fins, c) })
		thin = thin || len(left) < 2
		if len(at) == 0 {
			return fmt.Errorf("base %d has no place", u)
		}
	}
	slices.Sort(all)
	both := slices.Sorted(slices.Values(slices.Concat(body, fins)))
	if !slices.Equal(all, both) || finned && thin != sashimi {
		return fmt.Errorf("places %v, told %v, sashimi is %t", all, both, thin)
	}
	covered := func(c int) bool {
		return slices.ContainsFunc(cover, func(u int) bool { return k.in(u, c) })
	}
	for _, c := range body {
		if !covered(c) {
			return fmt.Errorf("place %d is in no cover line", c)
		}
	}
	for _, c := range fins {
		if covered(c) {
			return fmt.Errorf("the fin %d is in a cover line", c)
		}
	}
	for _, x := range k.s.Strikes {
		if x.Digit != d || !covered(x.Cell) || slices.Contains(all, x.Cell) || !k.seesAll(x.Cell, fins) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// remote judges a remote pair: along the cells, each of which sees the next, two digits alternate.
func (k *checker) remote() error {
	var cells []int
	told := k.cands(explain.RoleOn, explain.RoleOff)
	for _, c := range k.s.Cells {
		if k.p.Marks(c.Cell) != k.s.Digits || marksOf(told, c.Cell) != k.s.Digits || len(cells) > 0 && !k.sees(cells[len(cells)-1], c.Cell) {
			return fmt.Errorf("%d has %v, or does not see the one before", c.Cell, k.p.Marks(c.Cell))
		}
		cells = append(cells, c.Cell)
	}
	if len(cells) < 4 || k.s.Digits.Count() != 2 || !slices.Equal(slices.Sorted(slices.Values(cells)), cellsOf(told)) {
		return fmt.Errorf("of the cells %v", cells)
	}
	for i, l := range k.s.Links {
		if i > 0 && (k.s.Links[i-1].To != l.From || k.s.Links[i-1].Strong == l.Strong) || !k.holds([]cand{l.From}, []cand{l.To}, l.Strong) {
			return fmt.Errorf("the link %v does not hold", l)
		}
	}
	for _, x := range k.s.Strikes {
		// Two cells three steps apart, or five, seven and so on; of neighbours a naked pair says the same.
		between := false
		for i, a := range cells {
			for j := i + 3; j < len(cells); j += 2 {
				between = between || k.seesAll(x.Cell, []int{a, cells[j]})
			}
		}
		if slices.Contains(cells, x.Cell) || !between || !k.s.Digits.Has(x.Digit) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// grave judges a bivalue universal grave with one candidate more.
func (k *checker) grave() error {
	extra := k.cands(explain.RoleExtra)
	if len(extra) != 1 || len(k.s.Cells) != 1 || k.s.Cells[0] != (explain.CellRole{Cell: extra[0].Cell, Role: explain.RoleRoof}) {
		return fmt.Errorf("the odd candidates are %v", extra)
	}
	floor := k.cands(explain.RoleFloor)
	for c := range k.shape.Cells() {
		m := k.p.Marks(c)
		if c == extra[0].Cell {
			m = m.Without(extra[0].Digit)
		} else if m != marksOf(floor, c) {
			return fmt.Errorf("tells of %d the marks %v of %v", c, marksOf(floor, c), m)
		}
		if k.p.At(c) == 0 && m.Count() != 2 {
			return fmt.Errorf("%d has %v", c, m)
		}
	}
	for u := range k.shape.Units() {
		for d := 1; d <= k.shape.Side(); d++ {
			at := slices.DeleteFunc(k.places(u, d), func(c int) bool { return cand{Cell: c, Digit: d} == extra[0] })
			if len(at) != 0 && len(at) != 2 {
				return fmt.Errorf("%d has the places %v in unit %d", d, at, u)
			}
		}
	}
	for _, x := range k.s.Strikes {
		if x.Cell != extra[0].Cell || x == extra[0] {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// holds reports whether a link between two nodes does what it says, by the position's marks. A node is
// true if one of its candidates, all of one digit, is. A weak link: the nodes are not both true. A strong
// one: one of them is, since they have all marks of a cell between them, or all places of a unit.
func (k *checker) holds(a, b []cand, strong bool) bool {
	if !strong {
		for _, x := range a {
			for _, y := range b {
				if !k.excludes(x, y) {
					return false
				}
			}
		}
		return true
	}
	both := append(slices.Clone(a), b...)
	if len(a) == 1 && len(b) == 1 && a[0].Cell == b[0].Cell {
		return a[0] != b[0] && marksOf(both, a[0].Cell) == k.p.Marks(a[0].Cell)
	}
	if a[0].Digit != b[0].Digit {
		return false
	}
	cells := cellsOf(both)
	for u := range k.shape.Units() {
		if slices.Equal(k.places(u, a[0].Digit), cells) {
			return len(cells) == len(both)
		}
	}
	return false
}

// alternate judges a chain of single candidates: links that hold, strong and weak in turn, the first and
// the last strong. It returns its ends.
func (k *checker) alternate() (ends [2]cand, err error) {
	links := k.s.Links
	if len(links)%2 == 0 {
		return ends, fmt.Errorf("%d links", len(links))
	}
	for i, l := range links {
		if l.Strong != (i%2 == 0) || i > 0 && links[i-1].To != l.From || !k.holds([]cand{l.From}, []cand{l.To}, l.Strong) {
			return ends, fmt.Errorf("the link %v does not hold, or does not go on", l)
		}
	}
	return [2]cand{links[0].From, links[len(links)-1].To}, nil
}

// struckByBoth judges that every strike is against both ends of a chain, one of which is true.
func (k *checker) struckByBoth(a, b []cand) error {
	for _, x := range k.s.Strikes {
		if !k.holds([]cand{x}, a, false) || !k.holds([]cand{x}, b, false) {
			return fmt.Errorf("strikes %v, which the ends %v and %v do not exclude", x, a, b)
		}
	}
	return nil
}

// joined judges two strong links of a digit whose inner ends share a unit.
func (k *checker) joined() error {
	ends, err := k.alternate()
	if err != nil {
		return err
	}
	links, join := k.units(explain.RoleLink), k.units(explain.RoleUnit)
	outer, inner := k.cands(explain.RoleWing), k.cands(explain.RolePivot)
	if len(links) != 2 || len(join) != 1 || len(k.s.Links) != 3 || !slices.Equal(outer, ends[:]) || len(inner) != 2 {
		return fmt.Errorf("of %v joined in %v", links, join)
	}
	for i, u := range links {
		if !slices.Equal(k.places(u, k.one()), cellsOf([]cand{outer[i], inner[i]})) {
			return fmt.Errorf("unit %d has other places", u)
		}
	}
	kinds := k.kind(links[0]) + " " + k.kind(links[1]) + " " + k.kind(join[0])
	named := map[explain.Technique][]string{
		explain.Skyscraper:    {"row row column", "column column row"},
		explain.TwoStringKite: {"row column box", "row column region"},
	}
	for t, all := range named {
		if (t == k.s.Technique) != slices.Contains(all, kinds) {
			return fmt.Errorf("joins %s", kinds)
		}
	}
	if !k.in(join[0], inner[0].Cell, inner[1].Cell) {
		return errors.New("the inner ends do not share the unit")
	}
	return k.struckByBoth(ends[:1], ends[1:])
}

func (k *checker) chainWing() error {
	ends, err := k.alternate()
	if err != nil {
		return err
	}
	wings := k.cands(explain.RoleWing)
	all := k.cands(explain.RoleWing, explain.RolePivot)
	for _, c := range cellsOf(all) {
		if k.p.Marks(c).Count() != 2 || marksOf(all, c) != k.p.Marks(c) {
			return fmt.Errorf("%d has %v", c, k.p.Marks(c))
		}
	}
	if len(k.s.Links) != 5 || ends[0].Digit != ends[1].Digit || !slices.Equal(cellsOf(wings), cellsOf(ends[:])) {
		return fmt.Errorf("the ends are %v, the wings %v", ends, wings)
	}
	a, b := k.p.Marks(ends[0].Cell), k.p.Marks(ends[1].Cell)
	if (k.s.Technique == explain.WWing) != (a == b) {
		return fmt.Errorf("the wings have %v and %v", a, b)
	}
	return k.struckByBoth(ends[:1], ends[1:])
}

func (k *checker) xyzWing() error {
	pivot, wings := cellsOf(k.cands(explain.RolePivot)), cellsOf(k.cands(explain.RoleWing))
	if len(pivot) != 1 || len(wings) != 2 || k.p.Marks(pivot[0]) != k.s.Digits || k.s.Digits.Count() != 3 {
		return fmt.Errorf("of the cells %v and %v", pivot, wings)
	}
	a, b := k.p.Marks(wings[0]), k.p.Marks(wings[1])
	if a.Count() != 2 || b.Count() != 2 || a|b != k.s.Digits || a == b || !k.seesAll(pivot[0], wings) {
		return fmt.Errorf("the wings have %v and %v", a, b)
	}
	all := k.cands(explain.RolePivot, explain.RoleWing)
	for _, c := range append(pivot, wings...) {
		if marksOf(all, c) != k.p.Marks(c) {
			return fmt.Errorf("tells of %d the marks %v", c, marksOf(all, c))
		}
	}
	for _, x := range k.s.Strikes {
		if x.Digit != (a&b).First() || !k.seesAll(x.Cell, append(pivot, wings...)) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// emptyRectangle judges a box whose places of a digit lie in two lines, and a link from one of them.
func (k *checker) emptyRectangle() error {
	box, base, cover, link := k.units(explain.RoleUnit), k.units(explain.RoleBase), k.units(explain.RoleCover), k.units(explain.RoleLink)
	near, far, d := cellsOf(k.cands(explain.RoleLink)), cellsOf(k.cands(explain.RoleWing)), k.one()
	if len(box) != 1 || len(base) != 1 || len(cover) != 1 || len(link) != 1 || len(near) != 1 || len(far) != 1 || d == 0 || !k.isBox(box[0]) {
		return errors.New("does not name its parts")
	}
	at := k.places(box[0], d)
	if len(at) < 3 || !slices.Equal(at, cellsOf(k.cands(explain.RolePivot))) {
		return fmt.Errorf("the places are %v", at)
	}
	for _, c := range at {
		if !k.in(base[0], c) && !k.in(cover[0], c) {
			return fmt.Errorf("%d is in neither line", c)
		}
	}
	if ends := slices.Sorted(slices.Values([]int{near[0], far[0]})); !slices.Equal(k.places(link[0], d), ends) || !k.in(base[0], near[0]) {
		return fmt.Errorf("the link has the places %v", k.places(link[0], d))
	}
	for _, x := range k.s.Strikes {
		if x.Digit != d || !k.in(cover[0], x.Cell) || !k.sees(x.Cell, far[0]) || k.in(box[0], x.Cell, near[0]) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// rectangle judges a unique rectangle: four empty corners whose two digits could change places, and what
// keeps them from being all that the corners have.
func (k *checker) rectangle() error {
	floor, roof := cellsOf(k.cands(explain.RoleFloor)), cellsOf(k.cands(explain.RoleRoof, explain.RoleExtra))
	corners := append(slices.Clone(floor), roof...)
	if len(corners) != 4 || k.s.Digits.Count() != 2 {
		return fmt.Errorf("the corners are %v and %v", floor, roof)
	}
	rows, cols := map[int]int{}, map[int]int{}
	for _, c := range corners {
		rows[k.shape.Row(c)]++
		cols[k.shape.Col(c)]++
		for _, q := range k.shape.Peers(c) {
			if k.s.Digits.Has(k.p.At(q)) {
				return fmt.Errorf("%d sees %d in %d", c, k.p.At(q), q)
			}
		}
	}
	if len(rows) != 2 || len(cols) != 2 {
		return fmt.Errorf("the corners are %v", corners)
	}
	// Round the rectangle each digit is in every second corner. Where the digits change places, each unit
	// keeps both.
	for u := range k.shape.Units() {
		in := [2]int{}
		for _, c := range corners {
			if k.in(u, c) {
				first := k.shape.Row(c) == k.shape.Row(corners[0])
				left := k.shape.Col(c) == k.shape.Col(corners[0])
				if first == left {
					in[0]++
				} else {
					in[1]++
				}
			}
		}
		if in[0] != in[1] || in[0] > 1 {
			return fmt.Errorf("unit %d has %v corners of each kind", u, in)
		}
	}
	for _, c := range floor {
		if k.p.Marks(c) != k.s.Digits {
			return fmt.Errorf("the floor has %v", k.p.Marks(c))
		}
	}
	extra := k.cands(explain.RoleExtra)
	told := k.cands(explain.RoleFloor, explain.RoleRoof, explain.RoleExtra)
	for _, c := range corners {
		if marksOf(told, c) != k.p.Marks(c) {
			return fmt.Errorf("tells of %d the marks %v", c, marksOf(told, c))
		}
	}
	var more board.Digits
	for _, c := range roof {
		if m := k.p.Marks(c) &^ k.s.Digits; m == 0 || m != marksOf(extra, c) {
			return fmt.Errorf("the roof has %v, told are %v", k.p.Marks(c), marksOf(extra, c))
		}
		more |= marksOf(extra, c)
	}
	if want := map[bool]int{true: 1, false: 2}[k.s.Technique == explain.UniqueRectangle1]; len(roof) != want {
		return fmt.Errorf("the roof is %v", roof)
	}
	switch k.s.Technique {
	case explain.UniqueRectangle1:
		for _, x := range k.s.Strikes {
			if x.Cell != roof[0] || !k.s.Digits.Has(x.Digit) {
				return fmt.Errorf("strikes %v", x)
			}
		}
	case explain.UniqueRectangle2:
		for _, x := range k.s.Strikes {
			if board.DigitsOf(x.Digit) != more || !k.seesAll(x.Cell, roof) {
				return fmt.Errorf("strikes %v", x)
			}
		}
	case explain.UniqueRectangle3:
		return k.roofSet(roof, more)
	default:
		return k.roofLink(roof)
	}
	return nil
}

// roofSet judges type 3: one of the roof's extra digits is in the roof, and forms a naked subset with
// cells that share a unit with it.
func (k *checker) roofSet(roof []int, more board.Digits) error {
	set := k.cands(explain.RoleSet)
	cells := cellsOf(set)
	for _, c := range cells {
		if marksOf(set, c) != k.p.Marks(c) {
			return fmt.Errorf("tells of %d the marks %v", c, marksOf(set, c))
		}
		more |= k.p.Marks(c)
	}
	units := k.units(explain.RoleUnit)
	if more.Count() != len(cells)+1 || len(cells) == 0 || len(units) == 0 {
		return fmt.Errorf("%v in the cells %v of the units %v", more, cells, units)
	}
	all := slices.Concat(roof, cells)
	for _, u := range units {
		if !k.in(u, all...) {
			return fmt.Errorf("unit %d has not all of %v", u, all)
		}
	}
	for _, x := range k.s.Strikes {
		if !more.Has(x.Digit) || !k.seesAll(x.Cell, all) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// roofLink judges type 4: a digit of the pair has its two places of a unit in the roof.
func (k *checker) roofLink(roof []int) error {
	units := k.units(explain.RoleLink)
	if len(units) != 1 || len(k.s.Links) != 1 {
		return fmt.Errorf("of the units %v", units)
	}
	l := k.s.Links[0]
	if !l.Strong || l.From.Digit != l.To.Digit || !k.s.Digits.Has(l.From.Digit) || !slices.Equal(cellsOf([]cand{l.From, l.To}), roof) ||
		!slices.Equal(k.places(units[0], l.From.Digit), roof) {
		return fmt.Errorf("the link is %v", l)
	}
	for _, x := range k.s.Strikes {
		if !slices.Contains(roof, x.Cell) || x.Digit == l.From.Digit || !k.s.Digits.Has(x.Digit) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// colouring judges two colours: strong links join each candidate of one to one of the other.
func (k *checker) colouring() error {
	d := k.one()
	colour := map[int]explain.Role{}
	for _, x := range k.s.Candidates {
		if x.Digit != d || x.Role != explain.RoleOn && x.Role != explain.RoleOff {
			return fmt.Errorf("tells %v", x)
		}
		colour[x.Cell] = x.Role
	}
	if len(k.s.Links) != len(colour)-1 || len(k.s.Links) == 0 {
		return fmt.Errorf("%d links join %d candidates", len(k.s.Links), len(colour))
	}
	reached := map[int]bool{k.s.Links[0].From.Cell: true}
	for _, l := range k.s.Links {
		if !reached[l.From.Cell] || reached[l.To.Cell] || !l.Strong || colour[l.From.Cell] == colour[l.To.Cell] ||
			colour[l.To.Cell] == explain.RoleNone || !k.holds([]cand{l.From}, []cand{l.To}, true) {
			return fmt.Errorf("the link %v does not hold, or does not colour", l)
		}
		reached[l.To.Cell] = true
	}
	cells := func(r explain.Role) (out []int) {
		for c, role := range colour {
			if role == r {
				out = append(out, c)
			}
		}
		return out
	}
	wrapped := func(r explain.Role) bool {
		all := cells(r)
		return slices.ContainsFunc(all, func(c int) bool { return slices.ContainsFunc(all, func(q int) bool { return k.sees(c, q) }) })
	}
	first := colour[k.s.Strikes[0].Cell] // a colour strikes itself, or both strike what is outside
	for _, x := range k.s.Strikes {
		trapped := true
		for _, r := range []explain.Role{explain.RoleOn, explain.RoleOff} {
			trapped = trapped && slices.ContainsFunc(cells(r), func(c int) bool { return k.sees(c, x.Cell) })
		}
		r := colour[x.Cell]
		if x.Digit != d || r != first || r == explain.RoleNone && !trapped || r != explain.RoleNone && !wrapped(r) {
			return fmt.Errorf("strikes %v", x)
		}
	}
	return nil
}

// nodes returns the candidates of each node of the links, the first link's start first: the step's
// candidates in their order, cut where the next link's end begins.
func (k *checker) nodes(links []explain.Link) ([][]cand, error) {
	rest := k.s.Candidates
	var out [][]cand
	for i := range len(links) + 1 {
		first := links[0].From
		if i > 0 {
			first = links[i-1].To
		}
		if len(rest) == 0 || rest[0].Candidate != first {
			return nil, fmt.Errorf("node %d begins with %v, which the candidates do not have there", i, first)
		}
		node := []cand{first}
		for rest = rest[1:]; len(rest) > 0 && (i == len(links) || rest[0].Candidate != links[i].To); rest = rest[1:] {
			node = append(node, rest[0].Candidate)
			if rest[0].Digit != first.Digit {
				return nil, fmt.Errorf("node %d has the digits %d and %d", i, first.Digit, rest[0].Digit)
			}
		}
		out = append(out, node)
	}
	return out, nil
}

// chain judges an alternating chain, or a loop.
func (k *checker) chain() error {
	links := k.s.Links
	loop := len(links)%2 == 0
	if len(links) < 3 {
		return fmt.Errorf("%d links", len(links))
	}
	if loop {
		links = links[:len(links)-1]
	}
	nodes, err := k.nodes(links)
	if err != nil {
		return err
	}
	groups := 0
	seen := map[string]bool{}
	for i, n := range nodes {
		groups += min(1, len(n)-1)
		if seen[fmt.Sprint(n)] {
			return fmt.Errorf("passes %v twice", n)
		}
		seen[fmt.Sprint(n)] = true
		if i == 0 {
			continue
		}
		l := links[i-1]
		if l.From != nodes[i-1][0] || l.Strong != (i%2 == 1) || !k.holds(nodes[i-1], n, l.Strong) {
			return fmt.Errorf("the link %v does not hold, or is out of turn", l)
		}
	}
	if err := k.chainKind(nodes, links, groups); err != nil {
		return err
	}
	end := nodes[len(nodes)-1]
	if !loop {
		return k.struckByBoth(nodes[0], end)
	}
	if l := k.s.Links[len(links)]; l.From != end[0] || l.To != nodes[0][0] || l.Strong || !k.holds(end, nodes[0], false) {
		return fmt.Errorf("the loop closes by %v", l)
	}
	// Of the two nodes of each weak link one is true.
	for _, x := range k.s.Strikes {
		struck := false
		for i := 1; i < len(nodes); i += 2 {
			struck = struck || k.holds([]cand{x}, nodes[i], false) && k.holds([]cand{x}, nodes[(i+1)%len(nodes)], false)
		}
		if !struck {
			return fmt.Errorf("strikes %v, which no link of the loop does", x)
		}
	}
	return nil
}

// chainKind judges that a chain is of the kind that its technique names.
func (k *checker) chainKind(nodes [][]cand, links []explain.Link, groups int) error {
	switch k.s.Technique {
	case explain.XChain:
		if k.one() == 0 {
			return fmt.Errorf("has the digits %v", k.s.Digits)
		}
	case explain.XYChain:
		for _, l := range links {
			if l.Strong != (l.From.Cell == l.To.Cell) {
				return fmt.Errorf("has the link %v", l)
			}
		}
		if nodes[0][0].Digit != nodes[len(nodes)-1][0].Digit {
			return errors.New("the ends have two digits")
		}
	}
	if (k.s.Technique == explain.GroupedAIC) != (groups > 0) {
		return fmt.Errorf("has %d groups", groups)
	}
	return nil
}

// forcing judges a tree of chains from one assumption to a contradiction. From what is true weak links
// lead to what is false, from what is false strong links to what is true.
func (k *checker) forcing() error {
	if len(k.s.Candidates) == 0 || k.s.Candidates[0].Role != explain.RoleStart {
		return errors.New("has no start")
	}
	start := k.s.Candidates[0].Candidate
	var nodes [][]cand
	if len(k.s.Links) > 0 {
		var err error
		if nodes, err = k.nodes(k.s.Links); err != nil {
			return err
		}
	} else {
		nodes = [][]cand{{start}}
	}
	on := len(k.s.Strikes) > 0
	if acts := slices.Concat(k.s.Strikes, k.s.Places); !slices.Equal(acts, []cand{start}) {
		return fmt.Errorf("acts on %v, supposes %v", acts, start)
	}
	type state struct {
		node []cand
		on   bool
	}
	known := []state{{nodes[0], on}}
	out := map[cand]bool{}
	if !on {
		out[start] = true
	}
	for i, l := range k.s.Links {
		to := nodes[i+1]
		if !slices.ContainsFunc(known, func(a state) bool { return a.node[0] == l.From && a.on != l.Strong && k.holds(a.node, to, l.Strong) }) {
			return fmt.Errorf("the link %v does not hold, or goes on from nothing", l)
		}
		known = append(known, state{to, l.Strong})
		for _, x := range to {
			if !l.Strong {
				out[x] = true
			}
		}
	}
	// What is left with nothing.
	var all []cand
	units := k.units(explain.RoleUnit)
	switch {
	case len(k.s.Cells) == 1 && len(units) == 0:
		c := k.s.Cells[0].Cell
		for d := range k.p.Marks(c).All() {
			all = append(all, cand{Cell: c, Digit: d})
		}
	case len(k.s.Cells) == 0 && len(units) == 1:
		d := k.s.Candidates[len(k.s.Candidates)-1].Digit
		for _, c := range k.places(units[0], d) {
			all = append(all, cand{Cell: c, Digit: d})
		}
	default:
		return fmt.Errorf("empties %v and %v", k.s.Cells, units)
	}
	for _, x := range all {
		if !out[x] {
			return fmt.Errorf("%v is not out; out are %v", x, slices.Collect(maps.Keys(out)))
		}
	}
	if len(all) == 0 {
		return errors.New("empties nothing")
	}
	return nil
}

// net judges digits that follow from an assumption as singles, each from what is false by then, to a
// contradiction.
func (k *checker) net() error {
	if len(k.s.Candidates) == 0 || k.s.Candidates[0].Role != explain.RoleStart {
		return errors.New("has no start")
	}
	start := k.s.Candidates[0].Candidate
	if acts := slices.Concat(k.s.Strikes, k.s.Places); !slices.Equal(acts, []cand{start}) {
		return fmt.Errorf("acts on %v, supposes %v", acts, start)
	}
	on, out := map[cand]bool{}, map[cand]bool{}
	if len(k.s.Strikes) > 0 {
		on[start] = true
	} else {
		out[start] = true
	}
	// allOut reports whether all candidates of a list are false, but for one.
	allOut := func(all []cand, but cand) bool {
		return len(all) > 0 && !slices.ContainsFunc(all, func(x cand) bool { return x != but && !out[x] })
	}
	inCell := func(c int) (all []cand) {
		for d := range k.p.Marks(c).All() {
			all = append(all, cand{Cell: c, Digit: d})
		}
		return all
	}
	inUnit := func(u, d int) (all []cand) {
		for _, c := range k.places(u, d) {
			all = append(all, cand{Cell: c, Digit: d})
		}
		return all
	}
	links, units := k.s.Links, k.units(explain.RoleLink)
	var ends []cand
	for _, x := range k.s.Candidates[1:] {
		z := x.Candidate
		if on[z] || out[z] {
			return fmt.Errorf("tells %v twice", z)
		}
		if x.Role == explain.RoleEnd {
			ends = append(ends, z)
		}
		if x.Role != explain.RoleOn { // one link leads to it, from what is true
			if len(links) == 0 || links[0].Strong || links[0].To != z || !on[links[0].From] || !k.excludes(links[0].From, z) {
				return fmt.Errorf("%v is not excluded by the next link", z)
			}
			out[z] = true
			links = links[1:]
			continue
		}
		var from []cand
		inside := true
		for len(links) > 0 && links[0].Strong && links[0].To == z {
			from = append(from, links[0].From)
			inside = inside && links[0].From.Cell == z.Cell
			links = links[1:]
		}
		all := inCell(z.Cell)
		if !inside {
			if len(units) == 0 || !k.in(units[0], z.Cell) {
				return fmt.Errorf("%v lies in none of the units %v", z, units)
			}
			all = inUnit(units[0], z.Digit)
			units = units[1:]
		}
		if !allOut(all, z) || len(from) != len(all)-1 || len(from) == 0 || slices.ContainsFunc(from, func(y cand) bool { return !slices.Contains(all, y) || y == z }) {
			return fmt.Errorf("%v does not follow from %v among %v", z, from, all)
		}
		on[z] = true
	}
	if len(links) > 0 || len(units) > 0 {
		return fmt.Errorf("the links %v and units %v lead nowhere", links, units)
	}
	var left []cand
	switch last := k.units(explain.RoleUnit); {
	case len(k.s.Cells) == 1 && len(last) == 0:
		left = inCell(k.s.Cells[0].Cell)
	case len(k.s.Cells) == 0 && len(last) == 1:
		left = inUnit(last[0], append(ends, start)[0].Digit)
	default:
		return fmt.Errorf("empties %v and %v", k.s.Cells, last)
	}
	if !allOut(left, cand{Cell: -1}) || slices.ContainsFunc(ends, func(x cand) bool { return !slices.Contains(left, x) }) {
		return fmt.Errorf("of %v not all are out, or not the ends %v", left, ends)
	}
	return nil
}

// brute judges a digit of the one solution.
func (k *checker) brute() error {
	if len(k.s.Places) != 1 || len(k.s.Strikes) > 0 || len(k.solutions) != 1 {
		return fmt.Errorf("places %v, with %d solutions", k.s.Places, len(k.solutions))
	}
	return nil
}
