package fused

import "math"

// portable is the path in Go. Its blocks of three rows and two columns are the largest whose sums the
// compiler keeps in registers.
var portable = kernels{
	inPairs: true, product: productInGo, exponents: exponentsInGo, tangents: tangentsInGo, gather: gatherInGo,
	features: featuresInGo, hear: hearInGo, update: updateInGo,
}

func productInGo(out, bias, x []float32, stride int, m *matrix) {
	depth, width := m.depth, m.width
	for column := 0; column < width; column += 2 {
		w := m.pairs[column/2*depth:][:depth]
		for row := 0; row < block; row += 3 {
			o0, o1, o2 := out[row*width+column:][:2], out[(row+1)*width+column:][:2], out[(row+2)*width+column:][:2]
			if bias != nil {
				b := bias[column:][:2]
				copy(o0, b)
				copy(o1, b)
				copy(o2, b)
			}
			o0[0], o0[1], o1[0], o1[1], o2[0], o2[1] = deeper(x[row*stride:], stride, w, o0[0], o0[1], o1[0], o1[1], o2[0], o2[1])
		}
	}
}

// deeper adds to six sums the products of three rows with two columns. It is a function of its own so that
// the compiler has all registers for it, and returns results for the same reason.
//
//go:noinline
func deeper(x []float32, stride int, w [][2]float32, s00, s01, s10, s11, s20, s21 float32) (_, _, _, _, _, _ float32) { //nolint:gocritic // six results stay in registers
	x0, x1, x2 := x[:len(w)], x[stride:][:len(w)], x[2*stride:][:len(w)]
	for i := range w {
		a0, a1, a2, w0, w1 := x0[i], x1[i], x2[i], w[i][0], w[i][1]
		s00 += a0 * w0
		s01 += a0 * w1
		s10 += a1 * w0
		s11 += a1 * w1
		s20 += a2 * w0
		s21 += a2 * w1
	}
	return s00, s01, s10, s11, s20, s21
}

func exponentsInGo(out []float32, rows, half int) {
	for row := range rows {
		force := out[row*2*half:][:half]
		value := out[row*2*half+half:][:half]
		for i, q := range force {
			e := exp(q)
			force[i] = e
			value[i] *= e
		}
	}
}

func tangentsInGo(out []float32) {
	for i, x := range out {
		b := expBetween(2 * x)
		out[i] = (b - 1) / (b + 1)
	}
}

func gatherInGo(sums, out []float32, members []uint32, rows, width int) {
	for row := range rows {
		from := out[row*width:][:width]
		for _, of := range members[4*row:][:4] {
			into := sums[int(of)*width:][:width]
			for i, v := range from {
				into[i] += v
			}
		}
	}
}

func featuresInGo(sums []float32, rows, half int) {
	for row := range rows {
		total := sums[row*2*half:][:half]
		mean := sums[row*2*half+half:][:half]
		for i, s := range total {
			mean[i] /= s
			total[i] = log(s)
		}
	}
}

func hearInGo(out, said, base []float32, members, kinds []uint32, rows, width int) {
	for row := range rows {
		into := out[row*width:][:width]
		of := members[4*row:][:4]
		b, s0, s1 := base[int(kinds[row])*width:][:width], said[int(of[0])*width:][:width], said[int(of[1])*width:][:width]
		s2, s3 := said[int(of[2])*width:][:width], said[int(of[3])*width:][:width]
		for i := range into {
			into[i] = b[i] + s0[i] + s1[i] + s2[i] + s3[i]
		}
	}
}

// updateInGo computes h + (1+tanh(z))/2·(tanh(c) − h) with a = e^(−2z) and b = e^(2c):
//
//	(1+tanh(z))/2 = 1/(1+a)        tanh(c) = (b−1)/(b+1)
//
// so that the two share a division.
func updateInGo(state, out []float32, rows, width int) {
	for row := range rows {
		h := state[row*width:][:width]
		z, c := out[row*2*width:][:width], out[row*2*width+width:][:width]
		for i, was := range h {
			a, b := expBetween(z[i]), expBetween(c[i])
			h[i] = was + ((b-1)-was*(b+1))/((1+a)*(1+b))
		}
	}
}

// The constants of exp and log; kernels_amd64.s has the same bits.
const (
	log2e   = 1.442695
	ln2High = 0.693145751953125 // 15 bits, so that its product with a whole number below 512 is exact
	ln2Low  = 1.4286068e-06
	// toWhole, added and taken away, rounds a small number to a whole one, which then stands in the sum's last bits.
	toWhole = 3 << 22
	// Between expLeast and expMost the results are normal numbers.
	expLeast, expMost = -87.3, 89
	// bound is where the tangents are 1 and the product of two exponentials is far from overflow.
	bound = 30
)

// expTerms are c₂…c₆ of e^r ≈ 1 + r + r²·(c₂ + … + c₆·r⁴), which is off by at most 4.4·10⁻⁹ of it for |r| ≤ ln(2)/2: the
// least that their form allows, found by iteratively reweighted least squares.
const (
	exp2, exp3, exp4, exp5, exp6   = 0.49999994, 0.1666652, 0.041668393, 0.008368781, 0.0013814467
	short2, short3, short4, short5 = 0.49999228, 0.16667116, 0.04189055, 0.008312478
)

// power is e^x for x between expLeast and expMost: 2ⁿ·e^r with x = n·ln(2) + r. Above 88.72, where float32
// ends, it is no number, and so is that of a NaN.
func power(x float32) float32 {
	sum := x*log2e + toWhole
	n := sum - toWhole
	r := x - n*ln2High
	r -= n * ln2Low
	p := ((((exp6*r+exp5)*r+exp4)*r+exp3)*r+exp2)*r*r + r + 1
	if p != p {
		return p // whose bits could become a number's
	}
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(sum)<<23)
}

// exp is e^x, off by at most 2·10⁻⁷ of it. It is 0 below -87.3, where the rest of float32 is without full
// precision, and no number above 88.72, where it would be infinite.
func exp(x float32) float32 {
	if x < expLeast {
		return 0
	}
	if x > expMost {
		x = expMost
	}
	return power(x)
}

// expBetween is e^x with x brought between -bound and bound; a NaN stays one. Tangents need less than gathered sums do:
// a shorter polynomial, and ln(2) in one piece, whose rounding shows only where the tangent is flat.
func expBetween(x float32) float32 {
	if x > bound {
		x = bound
	}
	if x < -bound {
		x = -bound
	}
	sum := x*log2e + toWhole
	r := x - (sum-toWhole)*math.Ln2
	p := ((((short5*r+short4)*r+short3)*r+short2)*r+1)*r + 1
	return p * math.Float32frombits((math.Float32bits(sum)+127)<<23) // a product, since a NaN's bits could become a number's
}

// Of logTerms, 2s·(1 + s²/3 + s⁴/5 + s⁶/7 + s⁸/9) is log((1+s)/(1−s)), off by at most 10⁻⁹ for a number between √½ and √2.
const (
	log3, log5, log7, log9 = 1. / 3, 1. / 5, 1. / 7, 1. / 9
	rootOfHalf             = 0x3f3504f3 // its bits
)

// log is the natural logarithm of a positive normal number, off by at most 3·10⁻⁷ or 10⁻⁷ of it. Of an
// infinity it is no number.
func log(x float32) float32 {
	bits := math.Float32bits(x)
	e := int32(bits-rootOfHalf) >> 23
	m := math.Float32frombits(bits - uint32(e)<<23)
	n := float32(e)
	s := (m - 1) / (m + 1)
	q := s * s
	p := ((((log9*q+log7)*q+log5)*q+log3)*q + 1) * s
	return n*ln2High + (2*p + n*ln2Low) + (x - x) // x − x is 0, or NaN for what has no logarithm
}
