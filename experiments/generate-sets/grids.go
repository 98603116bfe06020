package generatesets

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// grids4 counts how often each of the 288 grids of 4×4 comes up.
func grids4(ctx context.Context, cfg Config, source generate.Source, r *lab.Run) error {
	gc := generate.DefaultGrid(4)
	gc.Source = source
	rng := rand.New(rand.NewPCG(r.Seed, 4))
	count := map[[16]uint8]int{}
	for range cfg.Grids4 {
		grid, err := generate.FullGrid(ctx, rng, gc)
		if err != nil {
			return err
		}
		count[[16]uint8(grid.Cells())]++
	}
	var counts []int
	for _, c := range count {
		counts = append(counts, c)
	}
	if len(counts) > 288 {
		return fmt.Errorf("%d grids of 4×4, there are 288", len(counts))
	}
	r.Exact("different", float64(len(counts)), "grids", cfg.Grids4)
	for len(counts) < 288 {
		counts = append(counts, 0)
	}
	want := float64(cfg.Grids4) / 288
	r.Exact("rarest", float64(slices.Min(counts))/want, "of its share", cfg.Grids4)
	r.Exact("commonest", float64(slices.Max(counts))/want, "of its share", cfg.Grids4)
	keepChi(r, "", counts)
	return nil
}

// keepChi keeps Pearson's statistic of counts that should be equal, and its p-value by the
// approximation of E. B. Wilson and M. M. Hilferty (Proc. Natl. Acad. Sci. 17, 1931,
// doi:10.1073/pnas.17.12.684).
func keepChi(r *lab.Run, prefix string, counts []int) {
	n := 0
	for _, c := range counts {
		n += c
	}
	// In a fixed order, so that the sum rounds alike in every run.
	counts = slices.Sorted(slices.Values(counts))
	want, x2 := float64(n)/float64(len(counts)), 0.0
	for _, c := range counts {
		x2 += (float64(c) - want) * (float64(c) - want) / want
	}
	df := float64(len(counts) - 1)
	z := (math.Cbrt(x2/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df))
	r.Exact(prefix+"chi-square", rounded(x2), "statistic", n)
	r.Exact(prefix+"freedom", df, "degrees", n)
	r.Exact(prefix+"p", rounded(math.Erfc(z/math.Sqrt2)/2), "probability", n)
}

// rounded keeps eight digits of a figure, so that it is the same where a processor fuses
// multiplication and addition.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 8, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// grids9 takes figures of 9×9 grids whose mean or distribution over all grids is known.
func grids9(ctx context.Context, cfg Config, source generate.Source, r *lab.Run) error {
	gc := generate.DefaultGrid(9)
	gc.Source = source
	rng := rand.New(rand.NewPCG(r.Seed, 9))
	var (
		sum, squares, pure int
		places             [162]int
		elapsed            time.Duration
	)
	for range cfg.Grids {
		begin := time.Now()
		grid, err := generate.FullGrid(ctx, rng, gc)
		if err != nil {
			return err
		}
		elapsed += time.Since(begin)
		g := (*[81]uint8)(grid.Cells())
		e := exchanges(g)
		sum, squares = sum+e, squares+e*e
		if pureBand(g) {
			pure++
		}
		places[placesOf(g)]++
	}
	n := float64(cfg.Grids)
	mean := float64(sum) / n
	r.Exact("exchanges.mean", rounded(mean), "places a grid", cfg.Grids)
	r.Exact("exchanges.error", rounded(math.Sqrt((float64(squares)/n-mean*mean)/n)), "places a grid", cfg.Grids)
	r.Exact("pure", float64(pure), "grids", cfg.Grids)
	r.Exact("pure.expected", rounded(n*pureShare), "grids", cfg.Grids)
	keepChi(r, "places.", places[:])
	r.Noisy("time", elapsed.Seconds()/n, "s a grid", cfg.Grids)
	return nil
}

// pureShare is the share of all grids in which [pureBand] holds, from the sum over all
// courses of generate.UniformGrid9 that the test of that package makes.
const pureShare = 0.035952084

// pureBand reports whether the second box has the rows of the first, in another order.
func pureBand(g *[81]uint8) bool {
	var sets [2][3]uint16
	for c := range 27 {
		if c%9 < 6 {
			sets[c%9/3][c/9] |= 1 << g[c]
		}
	}
	return slices.Contains(sets[1][:], sets[0][0]) && slices.Contains(sets[1][:], sets[0][1])
}

// placesOf numbers the places of digit 1 in the first three rows: 9·6·3 that a symmetry
// turns into one another.
func placesOf(g *[81]uint8) int {
	first, second, third := slices.Index(g[:9], 1), slices.Index(g[9:18], 1), slices.Index(g[18:27], 1)
	// Of the two stacks left to the second row: 0 for the next one after the first row's.
	stack := (second/3 - first/3 + 3) % 3
	return first*18 + ((stack-1)*3+second%3)*3 + third%3
}

// exchanges counts the places of four cells, in two boxes, where two digits can be
// exchanged.
func exchanges(g *[81]uint8) (n int) {
	for r := range 9 {
		for s := r + 1; s < 9; s++ {
			for c := range 9 {
				for d := c + 1; d < 9; d++ {
					if g[9*r+c] == g[9*s+d] && g[9*r+d] == g[9*s+c] && (r/3 == s/3) != (c/3 == d/3) {
						n++
					}
				}
			}
		}
	}
	return n
}

// otherRoad estimates the number of grids and the mean of exchanges over them without the
// uniform draw: first bands and first stacks have constant numbers of choices, so drawing
// them uniformly and visiting all ways to complete them weighs all grids alike.
func otherRoad(ctx context.Context, cfg Config, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, 99))
	weights, sums := make([]float64, cfg.Completed), make([]float64, cfg.Completed)
	total, all := 0.0, 0.0
	for i := range cfg.Completed {
		if err := ctx.Err(); err != nil {
			return err
		}
		var g [81]uint8
		for j, d := range rng.Perm(9) {
			g[j/3*9+j%3] = uint8(d + 1)
		}
		extend(rng, &g, 9, 1)
		extend(rng, &g, 1, 9)
		complete(&g, func() {
			weights[i]++
			sums[i] += float64(exchanges(&g))
		})
		total += weights[i]
		all += sums[i]
		r.Progress(i, cfg.Completed)
	}
	mean, squares := all/total, 0.0
	for i, w := range weights {
		squares += (sums[i] - mean*w) * (sums[i] - mean*w)
	}
	// 9! first boxes, and for the band and the stack each 56 ways for the sets of digits in
	// the lines of the second box and 6^6 for the orders in those of the other two.
	ways := 362880 * math.Pow(56*math.Pow(6, 6), 2)
	r.Exact("grids", rounded(total/float64(cfg.Completed)*ways), "grids", cfg.Completed)
	r.Exact("exchanges.mean", rounded(mean), "places a grid", cfg.Completed)
	r.Exact("exchanges.error", rounded(math.Sqrt(squares)/total), "places a grid", cfg.Completed)
	return nil
}

// extend fills the other two boxes of the first band; of the first stack with the steps
// exchanged.
func extend(rng *rand.Rand, g *[81]uint8, row, col int) {
	for {
		for i, d := range rng.Perm(9) {
			g[i/3*row+(3+i%3)*col] = uint8(d + 1)
		}
		var held [3]uint16
		for i := range 18 {
			held[i/6] |= 1 << g[i/6*row+i%6*col]
		}
		if slices.ContainsFunc(held[:], func(h uint16) bool { return bits.OnesCount16(h) < 6 }) {
			continue
		}
		for r, h := range held {
			var rest []uint8
			for d := uint8(1); d <= 9; d++ {
				if h>>d&1 == 0 {
					rest = append(rest, d)
				}
			}
			for i, k := range rng.Perm(3) {
				g[r*row+(6+i)*col] = rest[k]
			}
		}
		return
	}
}

// complete visits all ways to fill the empty cells.
func complete(g *[81]uint8, visit func()) {
	var row, col, box [9]uint16
	var empty []int
	for c, d := range g {
		if d == 0 {
			empty = append(empty, c)
			continue
		}
		row[c/9] |= 1 << d
		col[c%9] |= 1 << d
		box[c/27*3+c%9/3] |= 1 << d
	}
	var walk func(i int)
	walk = func(i int) {
		if i == len(empty) {
			visit()
			return
		}
		c := empty[i]
		r, k, b := &row[c/9], &col[c%9], &box[c/27*3+c%9/3]
		for may := uint16(0x3fe) &^ (*r | *k | *b); may != 0; may &= may - 1 {
			bit := may & -may
			g[c] = uint8(bits.TrailingZeros16(bit))
			*r, *k, *b = *r|bit, *k|bit, *b|bit
			walk(i + 1)
			*r, *k, *b = *r&^bit, *k&^bit, *b&^bit
		}
		g[c] = 0
	}
	walk(0)
}
