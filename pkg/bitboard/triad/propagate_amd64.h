// The body of state.propagate, as (st *state, first int, open *[2]quad) bool, in the macros of quads_amd64.h.
	MOVQ     st+0(FP), DI
	MOVQ     first+8(FP), CX
	MOVQ     open+16(FP), SI
	VPCMPEQW Y15, Y15, Y15
	VPXOR    Y14, Y14, Y14
	BEGIN
	VMOVDQU  state_even(DI), Y0 // the vertical bands stay in Y0 and Y1
	VMOVDQU  state_odd(DI), Y1
	CMPQ     CX, $const_noBand
	JGE      round
	MOVL     $1, DX
	SHLL     CX, DX
	JMP      passes

round:
	// Bit i of DX: the columns allow horizontal band i something else than at its last fixpoint.
	COLUMNS0(Y2, Y3)
	VPXOR   REST(0), Y2, Y2
	COLUMNS1(Y4, Y5)
	VPXOR   REST(1), Y4, Y4
	COLUMNS2(Y6, Y7)
	VPXOR   REST(2), Y6, Y6
	XORL    AX, AX
	XORL    CX, CX
	XORL    DX, DX
	VPTEST  Y2, Y2
	SETNE   DX
	VPTEST  Y4, Y4
	SETNE   AX
	VPTEST  Y6, Y6
	SETNE   CX
	LEAL    (DX)(AX*2), DX
	LEAL    (DX)(CX*4), DX
	TESTL   DX, DX
	JEQ     fixpoint

passes:
	TESTL $1, DX
	JEQ   second
	PASS(0, COLUMNS0, STRIKE0)

second:
	TESTL $2, DX
	JEQ   third
	PASS(1, COLUMNS1, STRIKE1)

third:
	TESTL $4, DX
	JEQ   round
	PASS(2, COLUMNS2, STRIKE2)
	JMP   round

fixpoint:
	// What follows from triads with three digits, of the horizontal bands in Y2 to Y4, and of the
	// vertical ones, by the horizontal band that they cross, in Y5 to Y7. Mostly nothing does: then
	// nothing is written.
	VMOVDQU EVEN(0), Y2
	VPOR    ODD(0), Y2, Y2
	OUTOFTRIPLES(Y2, Y8, Y9, Y10)
	VMOVDQU EVEN(1), Y3
	VPOR    ODD(1), Y3, Y3
	OUTOFTRIPLES(Y3, Y8, Y9, Y10)
	VMOVDQU EVEN(2), Y4
	VPOR    ODD(2), Y4, Y4
	OUTOFTRIPLES(Y4, Y8, Y9, Y10)
	COLUMNS0(Y5, Y8)
	OUTOFTRIPLES(Y5, Y8, Y9, Y10)
	COLUMNS1(Y6, Y8)
	OUTOFTRIPLES(Y6, Y8, Y9, Y10)
	COLUMNS2(Y7, Y8)
	OUTOFTRIPLES(Y7, Y8, Y9, Y10)
	OR3(Y2, Y3, Y4, Y8)
	OR3(Y5, Y6, Y7, Y9)
	VPOR    Y9, Y8, Y8
	VPTEST  Y8, Y8
	JEQ     settled
	STRUCK(0, Y2)
	STRUCK(1, Y3)
	STRUCK(2, Y4)
	VPSHUFB TURN1, Y6, Y8
	VPSHUFB TURN2, Y7, Y9
	VPOR    Y5, Y8, Y8
	VPOR    Y9, Y8, Y8
	VPANDN  Y0, Y8, Y0
	VPSHUFB TURN2, Y6, Y8
	VPSHUFB TURN1, Y7, Y9
	VPOR    Y5, Y8, Y8
	VPOR    Y9, Y8, Y8
	VPANDN  Y1, Y8, Y1
	JMP     round

settled:
	VMOVDQU Y0, state_even(DI)
	VMOVDQU Y1, state_odd(DI)
	// The groups of a horizontal band are the same configurations each, so band j may stand in for
	// group j, and the three bands are weighed together.
	VMOVDQU  EVEN(0), Y2
	VPBLENDD $0x0c, EVEN(1), Y2, Y2
	VPBLENDD $0xf0, EVEN(2), Y2, Y2
	VMOVDQU  ODD(0), Y3
	VPBLENDD $0x0c, ODD(1), Y3, Y3
	VPBLENDD $0xf0, ODD(2), Y3, Y3
	OPENDIGITS(Y2, Y3, (SI))
	OPENDIGITS(Y0, Y1, QUAD(SI))
	VZEROUPPER
	MOVB $1, ret+24(FP)
	RET

failed:
	VZEROUPPER
	MOVB $0, ret+24(FP)
	RET
