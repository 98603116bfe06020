package dlx

// The colors of D. E. Knuth's exact covering with colors (The Art of Computer Programming,
// volume 4B, 7.2.2.1, Algorithm C): the first chosen option that has a color at an item
// purifies it. From then on the item needs no attention, so the nodes that agree are
// cleansed: passed over wherever options are hidden.

// clean is the bit of a node's item that says that the node is cleansed. The loop that
// hides options needs the item anyway; a color of −1, as Knuth has it, would make it look at
// another array, for more time.
const clean = 1 << 31

// coverColored is cover in a problem with colors.
func (l *links) coverColored(c uint32) int64 {
	l.active[c>>6] &^= 1 << (c & 63)
	l.zeros -= isZero(l.size[c])
	return l.hideOthers(c, -1) + 1
}

// purify gives the item of node n the color of n: options that want another are hidden,
// nodes that agree are cleansed. It returns the numbers of updates and cleansings; n itself
// counts as cleansed.
func (l *links) purify(n uint32) (updates, cleansings int64) {
	before := len(l.cleansed)
	updates = l.hideOthers(l.item[n], l.color[n])
	return updates, int64(len(l.cleansed)-before) + 1
}

// hideOthers takes the options in item c's list out of all other lists, except those that
// have color x there, whose nodes it cleanses. It returns the number of nodes taken out.
func (l *links) hideOthers(c uint32, x int32) int64 {
	links, size, spans := l.link, l.size, l.span
	item, option, color := l.item[:len(links)], l.option[:len(links)], l.color[:len(links)]
	zeros, cleansed := l.zeros, l.cleansed
	trail, k := l.trail, l.top
	for r := links[c].down; r != c; r = links[r].down {
		if color[r] == x {
			item[r] |= clean
			cleansed = append(cleansed, r)
			continue
		}
		o := spans[option[r]]
		for i := o.lo; i < r; i++ {
			it := item[i]
			if it >= clean {
				continue
			}
			n := links[i]
			links[n.up].down = n.down
			links[n.down].up = n.up
			left := size[it] - 1
			size[it] = left
			zeros += isZero(left)
			trail[k] = i
			k++
		}
		for i := r + 1; i < o.hi; i++ {
			it := item[i]
			if it >= clean {
				continue
			}
			n := links[i]
			links[n.up].down = n.down
			links[n.down].up = n.up
			left := size[it] - 1
			size[it] = left
			zeros += isZero(left)
			trail[k] = i
			k++
		}
	}
	updates := int64(k - l.top)
	l.top, l.zeros, l.cleansed = k, zeros, cleansed
	return updates
}

// uncleanse makes all nodes but the first n that were cleansed ordinary again. When it does
// so does not matter: rewind takes nodes from the trail, where no cleansed ones are.
func (l *links) uncleanse(n uint32) {
	for _, i := range l.cleansed[n:] {
		l.item[i] &^= clean
	}
	l.cleansed = l.cleansed[:n]
}
