package cspdesign

import "math/bits"

// bitQueue is a set of arcs, one bit each, so that an arc that waits is not queued again.
// Arcs are taken in the order of their numbers, over and over, from where the last one was
// found: nearly first in, first out, as every arc waits for one round at most.
//
//	arc (i, its k-th peer) = bit 20·i + k of 1620, 26 words
type bitQueue struct {
	words  [(cells*nPeers + 63) / 64]uint64
	at     int // word in which the last arc was found
	count  int
	number *[cells][cells]uint16 // of arc (i, j)
	arcs   *[cells * nPeers]arc  // by number
}

func newBitQueue(peers *peerTable) bitQueue {
	q := bitQueue{number: new([cells][cells]uint16), arcs: new([cells * nPeers]arc)}
	for i := range peers {
		for k, j := range peers[i] {
			q.number[i][j] = uint16(i*nPeers + k)
			q.arcs[i*nPeers+k] = arc{uint8(i), j}
		}
	}
	return q
}

func (q *bitQueue) reset() {
	clear(q.words[:])
	q.at, q.count = 0, 0
}

func (q *bitQueue) empty() bool { return q.count == 0 }

func (q *bitQueue) len() int { return q.count }

func (q *bitQueue) room(int) {}

func (q *bitQueue) push(a arc) {
	n := q.number[a.of][a.to]
	word, b := &q.words[n/64], uint64(1)<<(n%64)
	if *word&b == 0 {
		*word |= b
		q.count++
	}
}

func (q *bitQueue) pop() arc {
	for q.words[q.at] == 0 {
		q.at = (q.at + 1) % len(q.words)
	}
	word := &q.words[q.at]
	n := q.at*64 + bits.TrailingZeros64(*word)
	*word &= *word - 1
	q.count--
	return q.arcs[n]
}

// leanBits is lean with this queue.
type leanBits struct {
	lean
	queue bitQueue
}

func newLeanBits() *leanBits {
	s := &leanBits{lean: *newLean()}
	s.queue = newBitQueue(s.peers)
	return s
}

func (s *leanBits) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		for _, k := range &s.peers[assigned] {
			q.push(arc{k, uint8(assigned)})
		}
	} else {
		s.requests += cells
		for i := range s.peers {
			for _, j := range &s.peers[i] {
				q.push(arc{uint8(i), j})
			}
		}
	}
	s.pushes += int64(q.len())
	for !q.empty() {
		a := q.pop()
		s.arcs++
		dj := dom[a.to]
		if dj&(dj-1) != 0 || dom[a.of]&dj == 0 {
			continue
		}
		s.strikes++
		if dom[a.of] &^= dj; dom[a.of] == 0 {
			return false
		}
		s.requests++
		for _, k := range &s.peers[a.of] {
			if k != a.to {
				q.push(arc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}
