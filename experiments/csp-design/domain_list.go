package cspdesign

import "slices"

// list is what the document rejects: the digits in rising order, looked for one by one, and
// removed by moving those behind to the front.
type list []int

func (l *list) fill(digits uint16) {
	*l = make(list, 0, size(digits))
	l.add(digits)
}

func (l *list) clone(of *list) { *l = slices.Clone(*of) }

func (l *list) size() int { return len(*l) }

func (l *list) digits() uint16 {
	var m uint16
	for _, d := range *l {
		m |= bit(d)
	}
	return m
}

func (l *list) revise(by *list, how reading) (struck uint16) {
	if how == byMember {
		if len(*by) != 1 {
			return 0
		}
		if at := slices.Index(*l, (*by)[0]); at >= 0 {
			*l = slices.Delete(*l, at, at+1)
			struck = bit((*by)[0])
		}
		return struck
	}
	for at := 0; at < len(*l); {
		if x := (*l)[at]; !by.supports(x) {
			*l = slices.Delete(*l, at, at+1)
			struck |= bit(x)
			continue
		}
		at++
	}
	return struck
}

func (l *list) supports(x int) bool {
	for _, y := range *l {
		if y != x {
			return true
		}
	}
	return false
}

func (l *list) strike(digits uint16) {
	*l = slices.DeleteFunc(*l, func(d int) bool { return digits&bit(d) != 0 })
}

func (l *list) add(digits uint16) {
	for d := 1; digits != 0; d, digits = d+1, digits>>1 {
		if digits&1 == 0 {
			continue
		}
		if at, has := slices.BinarySearch(*l, d); !has {
			*l = slices.Insert(*l, at, d)
		}
	}
}
