package fused

// vectorised returns the code in assembly. What it reads and writes is checked here: the assembly does
// not look at lengths.
func vectorised() (*kernels, error) {
	return &kernels{
		product: productVector, exponents: exponentsVector, tangents: tangentsVector, gather: gatherVector,
		features: featuresVector, hear: hearVector, update: updateVector,
	}, nil
}

func productVector(out, bias, x []float32, stride int, m *matrix) {
	_, _, _ = out[block*m.width-1], x[(block-1)*stride+m.depth-1], m.packed[m.depth*m.width-1]
	var from *float32
	if bias != nil {
		_ = bias[m.width-1]
		from = &bias[0]
	}
	productAVX2(&out[0], from, &x[0], &m.packed[0], stride, m.depth, m.width/lanes)
}

func exponentsVector(out []float32, rows, half int) {
	_ = out[rows*2*half-1]
	exponentsAVX2(&out[0], rows, half)
}

func tangentsVector(out []float32) { tangentsAVX2(&out[0], len(out)/8) }

func gatherVector(sums, out []float32, members []uint32, rows, width int) {
	_ = out[rows*width-1]
	for _, of := range members[:4*rows] {
		_ = sums[(int(of)+1)*width-1]
	}
	gatherAVX2(&sums[0], &out[0], &members[0], rows, width)
}

func featuresVector(sums []float32, rows, half int) {
	_ = sums[rows*2*half-1]
	featuresAVX2(&sums[0], rows, half)
}

func hearVector(out, said, base []float32, members, kinds []uint32, rows, width int) {
	_, _ = out[rows*width-1], members[4*rows-1]
	for row, kind := range kinds[:rows] {
		_ = base[(int(kind)+1)*width-1]
		for _, of := range members[4*row:][:4] {
			_ = said[(int(of)+1)*width-1]
		}
	}
	hearAVX2(&out[0], &said[0], &base[0], &members[0], &kinds[0], rows, width)
}

func updateVector(state, out []float32, rows, width int) {
	_, _ = state[rows*width-1], out[rows*2*width-1]
	updateAVX2(&state[0], &out[0], rows, width)
}

// productAVX2 is kernels.product with panels of 16 columns; depth is a multiple of 4, stride is in numbers.
//
//go:noescape
func productAVX2(out, bias, x, packed *float32, stride, depth, panels int)

// exponentsAVX2 is kernels.exponents; half is a multiple of 8.
//
//go:noescape
func exponentsAVX2(out *float32, rows, half int)

// tangentsAVX2 is kernels.tangents of so many vectors of 8.
//
//go:noescape
func tangentsAVX2(out *float32, vectors int)

// gatherAVX2 is kernels.gather; width is a multiple of 8.
//
//go:noescape
func gatherAVX2(sums, out *float32, members *uint32, rows, width int)

// featuresAVX2 is kernels.features; half is a multiple of 8.
//
//go:noescape
func featuresAVX2(sums *float32, rows, half int)

// hearAVX2 is kernels.hear; width is a multiple of 8.
//
//go:noescape
func hearAVX2(out, said, base *float32, members, kinds *uint32, rows, width int)

// updateAVX2 is kernels.update; width is a multiple of 8.
//
//go:noescape
func updateAVX2(state, out *float32, rows, width int)
