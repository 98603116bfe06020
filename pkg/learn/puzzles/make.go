package puzzles

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/supply"
	"sudokulab/pkg/symmetry"
)

// Streams of random numbers, apart from each other under one seed.
const (
	streamSample  = 0x73616d706c653031
	streamMinimal = 0x6d696e696d756d39
	streamAugment = 0x6175676d656e7431
	streamShuffle = 0x73687566666c6531
)

// source returns the random source of number n of a stream of numbers.
func source(seed, stream uint64, n int) *rand.Rand {
	return rand.New(rand.NewPCG(mix(seed^stream), mix(uint64(n))))
}

// mix is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014,
// doi:10.1145/2660193.2660195): neighbouring seeds must not start with similar numbers.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// side makes boards of one side. It holds the workspace of one worker.
type side interface {
	// make makes a puzzle with as many givens as wanted, or as near as it comes, and returns
	// its cells and those of its only solution, which hold until the next call, and the
	// guesses of the proof.
	make(ctx context.Context, rng *rand.Rand, wanted int, hard bool) (puzzle, solution []uint8, guesses int64, err error)
}

// maker makes the samples of a stream.
type maker struct {
	cfg  Config
	pcg  rand.PCG
	rng  *rand.Rand
	side side
	keys *symmetry.Canonicalizer
	bar  *barred
}

func newMaker(cfg Config, bar *barred) *maker {
	m := &maker{cfg: cfg, bar: bar, side: newSide(cfg)}
	m.rng = rand.New(&m.pcg)
	var err error
	if m.keys, err = symmetry.NewCanonicalizer(symmetry.DefaultLimits()); err != nil {
		panic(err) // the default limits are valid
	}
	return m
}

func newSide(cfg Config) side {
	switch cfg.Side {
	case 4:
		return newFour()
	case 9:
		return newNine(cfg)
	default:
		return newLarge(cfg)
	}
}

// maxDrops bounds the boards thrown away for one sample. Where a stream's classes are nearly
// all barred, as the few of side 4 can be, it would go on for ever.
const maxDrops = 1000

// item makes one sample. Whether a board is thrown away depends on the board alone, and each
// try has its random numbers from index and try, so a drop shifts no other sample.
func (m *maker) item(ctx context.Context, o supply.Order[Difficulty]) (Sample, error) {
	for drops := range maxDrops {
		s, key, known, err := m.try(ctx, &o, drops)
		if err != nil {
			return Sample{}, err
		}
		if known && !m.bar.has(key) {
			s.drops = drops
			return s, nil
		}
	}
	return Sample{}, fmt.Errorf("puzzles: %d boards in a row are held out or excluded", maxDrops)
}

// try makes board number try of an order and finds its class ([maker.classOf]).
func (m *maker) try(ctx context.Context, o *supply.Order[Difficulty], try int) (s Sample, key symmetry.Key, known bool, err error) {
	m.pcg.Seed(mix(o.Seed^streamSample), mix(mix(uint64(o.Index))+uint64(try)))
	wanted, hard := draw(m.rng, &o.Difficulty)
	puzzle, solution, guesses, err := m.side.make(ctx, m.rng, wanted, hard)
	if err != nil {
		return s, key, false, fmt.Errorf("puzzles: %w", err)
	}
	key, known, err = m.classOf(puzzle)
	if err != nil {
		return s, key, false, fmt.Errorf("puzzles: %w", err)
	}
	return newSample(puzzle, solution, guesses), key, known, nil
}

// classOf returns the class of a puzzle. It is not known where the search for the canonical
// form gives up; the class may then be a held-out one.
func (m *maker) classOf(puzzle []uint8) (key symmetry.Key, known bool, err error) {
	b, err := board.FromCells(puzzle)
	if err != nil {
		return key, false, err
	}
	key, err = m.keys.Key(b)
	if errors.Is(err, symmetry.ErrLimit) {
		return key, false, nil
	}
	return key, err == nil, err
}

// draw draws the number of givens wanted and whether the puzzle must be hard.
func draw(rng *rand.Rand, d *Difficulty) (wanted int, hard bool) {
	bands := d.Givens.Bands()
	total := 0.0
	for _, b := range bands {
		total += b.Weight
	}
	x := rng.Float64() * total
	i := 0
	for i < len(bands)-1 && x >= bands[i].Weight {
		x -= bands[i].Weight
		i++
	}
	b := bands[i]
	return b.Low + rng.IntN(b.High-b.Low+1), rng.Float64() < d.Hard
}
