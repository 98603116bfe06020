package worker

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"slices"
)

// gzipped packs data in the format of gzip (RFC 1951 and 1952) by a twentieth smaller than package compress/gzip does, which
// every reader of the page downloads, at the price of seconds, which are spent once. Package compress/gzip takes a match or
// not as it comes to it. Here, of all ways to write a piece as literals and matches the cheapest is taken (a shortest path
// through its bytes), with prices in bits from the codes of the last try; then neighbouring pieces share their codes where
// that is cheaper than a second header. By the codes of these blocks all is parsed once more, which saves a third of a percent.
func gzipped(data []byte) []byte {
	out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255} // packed as small as it gets, on no system in particular
	w := bitWriter{out: out}
	all := blocks(parse(data, evenly(len(data))))
	for range again {
		all = blocks(parse(data, alongBlocks(all)))
	}
	for i, b := range all {
		w.block(b, i == len(all)-1)
	}
	out = w.end()
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(out, uint32(len(data)))
}

const (
	window   = 1 << 15 // bytes that a match may lie back
	minMatch = 3
	maxMatch = 258
	piece    = 1 << 18 // bytes of a stretch, at most
	tries    = 4       // of the prices of a stretch
	again    = 1       // parses by the codes of the blocks that came of the one before; a third one saves 0.03 %
	nearest  = 192     // places that are compared with one that begins alike
	farthest = 192     // and that goes on alike

	literals   = 286 // literals, the end of a block, and lengths
	distances  = 30
	endOfBlock = 256
)

// token is a literal, or a match: 1 bit, 8 of its length − 3, 15 of its distance − 1.
type token uint32

const isMatch token = 1 << 31

func match(length, distance int) token {
	return isMatch | token(length-minMatch)<<15 | token(distance-1)
}

func (t token) length() int   { return int(t>>15&0xff) + minMatch }
func (t token) distance() int { return int(t&(window-1)) + 1 }

// bytes is how many it stands for.
func (t token) bytes() int {
	if t&isMatch == 0 {
		return 1
	}
	return t.length()
}

// lengthSymbol is the symbol of a length, the bits behind it and how many they are.
func lengthSymbol(length int) (symbol, extra, n int) {
	switch v := length - minMatch; {
	case length == maxMatch:
		return 285, 0, 0
	case v < 8:
		return 257 + v, 0, 0
	default:
		n = bits.Len(uint(v)) - 3
		return 257 + 4*(n+1) + v>>n - 4, v & (1<<n - 1), n
	}
}

// distanceSymbol is that of a distance.
func distanceSymbol(distance int) (symbol, extra, n int) {
	v := distance - 1
	if v < 4 {
		return v, 0, 0
	}
	n = bits.Len(uint(v)) - 2
	return 2*(n+1) + v>>n - 2, v & (1<<n - 1), n
}

// counts are how often symbols occur.
type counts struct {
	literal  [literals]int
	distance [distances]int
}

func (c *counts) add(t token) {
	if t&isMatch == 0 {
		c.literal[t]++
		return
	}
	symbol, _, _ := lengthSymbol(t.length())
	c.literal[symbol]++
	symbol, _, _ = distanceSymbol(t.distance())
	c.distance[symbol]++
}

// prices are what symbols cost in bits, those of lengths by length, with the bits behind them.
type prices struct {
	literal  [256]float32
	length   [maxMatch + 1]float32
	distance [distances]float32
}

// pricesOf are those of the codes that fit some counts.
func pricesOf(c *counts) (p prices) {
	literal, distance := bitsOf(c.literal[:]), bitsOf(c.distance[:])
	copy(p.literal[:], literal)
	for length := minMatch; length <= maxMatch; length++ {
		symbol, _, n := lengthSymbol(length)
		p.length[length] = literal[symbol] + float32(n)
	}
	for symbol := range p.distance {
		p.distance[symbol] = distance[symbol] + float32(max(0, symbol/2-1))
	}
	return p
}

// bitsOf is what each symbol costs. One that did not occur is as dear as a rare one.
func bitsOf(count []int) []float32 {
	total := 0
	for _, n := range count {
		total += n
	}
	out := make([]float32, len(count))
	for i, n := range count {
		out[i] = float32(math.Log2(float64(total+1) / max(float64(n), 0.5)))
	}
	return out
}

// found is a match at a place: the shortest distance for its length.
type found struct{ length, distance uint16 }

// finder finds matches. It is asked for each place in turn. Near places are found by their first three bytes. That is of no
// use where zeros stand between numbers, as in most data: places there are found by more of what follows, or by how long the run
// is and what stands behind it.
type finder struct {
	data      []byte
	runEnd    int // of the run of equal bytes at the last place
	near, far places
}

// places are those with the same key, the last one first, all plus 1.
type places struct {
	head [1 << 16]int32
	back [window]int32
}

// put adds a place, and returns the one before it.
func (p *places) put(i int, key uint32) int32 {
	key = key * 0x9e3779b1 >> 16
	next := p.head[key]
	p.head[key], p.back[i&(window-1)] = int32(i+1), next
	return next
}

// at appends the matches at a place, ever longer.
func (f *finder) at(i int, all []found) []found {
	const ahead = 8
	if i+ahead > len(f.data) {
		return all
	}
	next := f.near.put(i, uint32(f.data[i])|uint32(f.data[i+1])<<8|uint32(f.data[i+2])<<16)
	all, best := f.follow(&f.near, i, next, nearest, minMatch-1, all)

	for f.runEnd = max(f.runEnd, i+1); f.runEnd < len(f.data) && f.data[f.runEnd] == f.data[i] && f.runEnd-i < maxMatch; {
		f.runEnd++
	}
	const (
		mix = 0x85ebca6b
		run = 4
	)
	key := uint32(f.runEnd - i)
	from := f.runEnd
	if key < run {
		key, from = 0, i
	}
	for k := from; k < min(from+6, len(f.data)); k++ {
		key = (bits.RotateLeft32(key, 5) ^ uint32(f.data[k])) * mix
	}
	next = f.far.put(i, key)
	all, _ = f.follow(&f.far, i, next, farthest, best, all)
	return all
}

// follow looks at places from next on for matches longer than best.
func (f *finder) follow(p *places, i int, next int32, most, best int, all []found) ([]found, int) {
	longest := min(maxMatch, len(f.data)-i)
	here := f.data[i : i+longest]
	for ; next > 0 && most > 0 && best < longest; most-- {
		j := int(next) - 1
		if i-j > window {
			break
		}
		if there := f.data[j:]; there[best] == here[best] {
			n := 0
			for n < longest && there[n] == here[n] {
				n++
			}
			if n > best {
				best = n
				all = append(all, found{uint16(n), uint16(i - j - 1)})
			}
		}
		if next = p.back[j&(window-1)]; int(next) > j {
			break // an older place that has been written over
		}
	}
	return all, best
}

// stretch is a part of the data, some bytes long, whose parse shares its prices. They begin as those of its counts.
type stretch struct {
	size  int
	count counts
}

// evenly cuts n bytes into stretches of which nothing is known.
func evenly(n int) []stretch {
	var all []stretch
	for ; n > 0; n -= piece {
		s := stretch{size: min(piece, n)}
		for i := range s.count.literal { // as most programs are
			s.count.literal[i] = 1 + 30*(i/256)
		}
		for i := range s.count.distance {
			s.count.distance[i] = 20
		}
		all = append(all, s)
	}
	return all
}

// alongBlocks cuts where blocks do.
func alongBlocks(blocks []block) []stretch {
	var all []stretch
	for _, b := range blocks {
		n := 0
		for _, t := range b.tokens {
			n += t.bytes()
		}
		for ; n > 0; n -= piece {
			all = append(all, stretch{min(piece, n), b.count})
		}
	}
	return all
}

// parse writes data as literals and matches.
func parse(data []byte, cut []stretch) []token {
	var out []token
	f := finder{data: data}
	var matches []found
	starts := make([]int32, piece+1)
	from := 0
	for _, s := range cut {
		matches = matches[:0]
		for i := range s.size {
			starts[i] = int32(len(matches))
			matches = f.at(from+i, matches)
		}
		starts[s.size] = int32(len(matches))
		var way []token
		count := s.count
		for range tries {
			p := pricesOf(&count)
			way = cheapest(data[from:from+s.size], matches, starts, &p)
			count = counts{}
			count.literal[endOfBlock] = 1
			for _, t := range way {
				count.add(t)
			}
		}
		out = append(out, way...)
		from += s.size
	}
	return out
}

// cheapest is the cheapest way through a piece; the matches of place i are those from starts[i] on.
func cheapest(data []byte, matches []found, starts []int32, p *prices) []token {
	n := len(data)
	cost := make([]float32, n+1)
	last := make([]token, n+1) // the token that ends here
	for i := 1; i <= n; i++ {
		cost[i] = math.MaxFloat32
	}
	reach := func(to int, c float32, t token) {
		if c < cost[to] {
			cost[to], last[to] = c, t
		}
	}
	for i, b := range data {
		reach(i+1, cost[i]+p.literal[b], token(b))
		shortest := minMatch
		for _, m := range matches[starts[i]:starts[i+1]] {
			distance, longest := int(m.distance)+1, min(int(m.length), n-i)
			symbol, _, _ := distanceSymbol(distance)
			base := cost[i] + p.distance[symbol]
			if longest == maxMatch { // part of a run, or of something as long: shorter ones are no better
				shortest = maxMatch
			}
			for length := shortest; length <= longest; length++ {
				reach(i+length, base+p.length[length], match(length, distance))
			}
			shortest = longest + 1
		}
	}
	var way []token
	for i := n; i > 0; {
		t := last[i]
		way = append(way, t)
		i -= t.bytes()
	}
	slices.Reverse(way)
	return way
}

// block is a run of tokens that share their codes.
type block struct {
	tokens []token
	count  counts
	size   float64 // about, in bits
}

// measure sets the size of a block: its symbols by their frequency, and its header.
func (b *block) measure() {
	b.size = 80
	for _, count := range [][]int{b.count.literal[:], b.count.distance[:]} {
		total := 0
		for _, n := range count {
			total += n
		}
		for _, n := range count {
			if n > 0 {
				b.size += float64(n)*math.Log2(float64(total)/float64(n)) + 5
			}
		}
	}
}

// blocks cuts tokens into blocks: first small ones, then neighbours are joined while that saves anything, those that save most first.
func blocks(all []token) []block {
	const small = 512
	if len(all) == 0 {
		b := block{}
		b.count.literal[endOfBlock] = 1
		return []block{b}
	}
	var out []block
	for i := 0; i < len(all); i += small {
		b := block{tokens: all[i:min(len(all), i+small)]} // whose neighbour stands behind it
		b.count.literal[endOfBlock] = 1
		for _, t := range b.tokens {
			b.count.add(t)
		}
		b.measure()
		out = append(out, b)
	}
	joined := func(i int) (b block) {
		b = block{tokens: out[i].tokens[:len(out[i].tokens)+len(out[i+1].tokens)], count: out[i].count}
		next := &out[i+1].count
		for s := range next.literal {
			b.count.literal[s] += next.literal[s]
		}
		for s := range next.distance {
			b.count.distance[s] += next.distance[s]
		}
		b.count.literal[endOfBlock] = 1
		b.measure()
		return b
	}
	saves := make([]float64, len(out)) // by joining a block with the next
	look := func(i int) {
		if i >= 0 && i+1 < len(out) {
			b := joined(i)
			saves[i] = out[i].size + out[i+1].size - b.size
		}
	}
	for i := range out {
		look(i)
	}
	for len(out) > 1 {
		best := 0
		for i := range len(out) - 1 {
			if saves[i] > saves[best] {
				best = i
			}
		}
		if saves[best] <= 0 {
			break
		}
		out[best] = joined(best)
		out, saves = slices.Delete(out, best+1, best+2), slices.Delete(saves, best+1, best+2)
		look(best - 1)
		look(best)
	}
	return out
}

// codeLengths are those of the shortest code for some counts in which no word is longer than a limit (by package-merge).
func codeLengths(count []int, limit int) []byte {
	type item struct {
		weight      int
		symbol      int // of a leaf
		left, right *item
	}
	var leaves []*item
	for s, n := range count {
		if n > 0 {
			leaves = append(leaves, &item{weight: n, symbol: s})
		}
	}
	out := make([]byte, len(count))
	if len(leaves) == 1 {
		out[leaves[0].symbol] = 1
	}
	if len(leaves) < 2 {
		return out
	}
	slices.SortStableFunc(leaves, func(a, b *item) int { return a.weight - b.weight })
	level := leaves
	for range limit - 1 {
		merged := make([]*item, 0, len(leaves)+len(level)/2)
		next := leaves
		for i := 0; i+1 < len(level); i += 2 {
			pair := &item{weight: level[i].weight + level[i+1].weight, left: level[i], right: level[i+1]}
			for len(next) > 0 && next[0].weight <= pair.weight {
				merged, next = append(merged, next[0]), next[1:]
			}
			merged = append(merged, pair)
		}
		level = slices.Concat(merged, next)
	}
	var take func(*item)
	take = func(it *item) {
		if it.left == nil {
			out[it.symbol]++
			return
		}
		take(it.left)
		take(it.right)
	}
	for _, it := range level[:2*len(leaves)-2] {
		take(it)
	}
	return out
}

// codes are the words of a code with these lengths, their first bit lowest.
func codes(lengths []byte) []uint16 {
	var first [17]uint16
	for _, n := range lengths {
		if n > 0 {
			first[n+1]++
		}
	}
	for n := 2; n < len(first); n++ {
		first[n] = (first[n-1] + first[n]) << 1
	}
	out := make([]uint16, len(lengths))
	for s, n := range lengths {
		if n > 0 {
			out[s] = bits.Reverse16(first[n]) >> (16 - n)
			first[n]++
		}
	}
	return out
}

// bitWriter writes bits, the lowest first.
type bitWriter struct {
	out  []byte
	word uint64
	n    int
}

func (w *bitWriter) put(v uint64, n int) {
	w.word |= v << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.word))
		w.word >>= 8
	}
}

func (w *bitWriter) end() []byte {
	if w.n > 0 {
		w.out = append(w.out, byte(w.word))
	}
	return w.out
}

// lengthOrder is the order in which a header has the lengths of the code for lengths.
var lengthOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// block writes a block with codes of its own.
func (w *bitWriter) block(b block, final bool) {
	literal, distance := codeLengths(b.count.literal[:], 15), codeLengths(b.count.distance[:], 15)
	used := func(lengths []byte, least int) []byte {
		n := len(lengths)
		for n > least && lengths[n-1] == 0 {
			n--
		}
		return lengths[:n]
	}
	heads := [2][]byte{used(literal, 257), used(distance, 1)}
	w.put(map[bool]uint64{true: 1}[final], 1)
	w.put(2, 2)
	w.put(uint64(len(heads[0])-257), 5)
	w.put(uint64(len(heads[1])-1), 5)
	w.lengths(slices.Concat(heads[0], heads[1]))

	literalCode, distanceCode := codes(literal), codes(distance)
	for _, t := range b.tokens {
		if t&isMatch == 0 {
			w.put(uint64(literalCode[t]), int(literal[t]))
			continue
		}
		symbol, extra, n := lengthSymbol(t.length())
		w.put(uint64(literalCode[symbol]), int(literal[symbol]))
		w.put(uint64(extra), n)
		symbol, extra, n = distanceSymbol(t.distance())
		w.put(uint64(distanceCode[symbol]), int(distance[symbol]))
		w.put(uint64(extra), n)
	}
	w.put(uint64(literalCode[endOfBlock]), int(literal[endOfBlock]))
}

// lengths writes the lengths of a block's codes: runs of them by symbols 16 to 18, all in a code of its own.
func (w *bitWriter) lengths(all []byte) {
	type part struct{ symbol, extra, n int }
	var parts []part
	for i := 0; i < len(all); {
		run := 1
		for i+run < len(all) && all[i+run] == all[i] {
			run++
		}
		switch {
		case all[i] == 0 && run >= 11:
			run = min(run, 138)
			parts = append(parts, part{18, run - 11, 7})
		case all[i] == 0 && run >= 3:
			parts = append(parts, part{17, run - 3, 3})
		case run >= 4:
			run = min(run, 7)
			parts = append(parts, part{int(all[i]), 0, 0}, part{16, run - 4, 2})
		default:
			run = 1
			parts = append(parts, part{int(all[i]), 0, 0})
		}
		i += run
	}
	var count [19]int
	for _, p := range parts {
		count[p.symbol]++
	}
	lengths := codeLengths(count[:], 7)
	code := codes(lengths)
	n := len(lengthOrder)
	for n > 4 && lengths[lengthOrder[n-1]] == 0 {
		n--
	}
	w.put(uint64(n-4), 4)
	for _, symbol := range lengthOrder[:n] {
		w.put(uint64(lengths[symbol]), 3)
	}
	for _, p := range parts {
		w.put(uint64(code[p.symbol]), int(lengths[p.symbol]))
		w.put(uint64(p.extra), p.n)
	}
}
