#include "go_asm.h"
#include "textflag.h"

// The operations that quads_amd64.h leaves open, by AVX2.

// OR3 sets d, which may be c, to what any of a, b and c has.
#define OR3(a, b, c, d) \
	VPOR a, c, d \
	VPOR b, d, d

// AND3 leaves in d what m and a have, too.
#define AND3(m, a, d) \
	VPAND m, d, d \
	VPAND a, d, d

// AND4 sets d to what m, a, b and c all have.
#define AND4(m, a, b, c, d) \
	VPAND m, a, d \
	VPAND b, d, d \
	VPAND c, d, d

// ROWS sets once to what any of three rows has, and twice to what two of them have.
#define ROWS(a, b, c, once, twice) \
	VPOR  a, b, once         \
	VPAND a, b, twice        \
	VPAND once, c, Y11       \
	VPOR  Y11, twice, twice  \
	VPOR  c, once, once

// JOIN adds what a or b has to x and to y; a is lost.
#define JOIN(a, b, x, y) \
	VPOR b, a, a \
	VPOR a, y, y \
	VPOR a, x, x

// LANES sets d to lane 0 of each group of a, lane 1 of b and lane 2 of c.
#define LANES(a, b, c, d) \
	VPBLENDW $0x22, b, a, d \
	VPBLENDW $0x44, c, d, d

// WITHOUT adds to d what all has and a has not; a is lost.
#define WITHOUT(all, a, d) \
	VPANDN all, a, a \
	VPOR   a, d, d

// KEEP is what quads_amd64.h says of it.
#define KEEP(x, n) \
	VPANDN    x, Y10, Y11 \
	VPOR      Y11, n, n   \
	VPANDN    x, Y8, x    \
	VPANDN    x, Y12, x   \
	VPCMPEQW  Y14, n, Y11 \
	VPBLENDVB Y11, x, n, x

// NEITHER sets d to what a has and b and d have not.
#define NEITHER(a, b, d) \
	VPOR   b, d, d \
	VPANDN a, d, d

// BETWEEN sets d to what b has and a and d have not; b is lost.
#define BETWEEN(a, b, d) \
	VPANDN b, a, b \
	VPANDN b, d, d

// WEIGH counts, for OPENDIGITS, the digits that three lanes have: once or more in Y4, Y6 and Y7, twice in Y5, Y8 and Y9. Y10 gets
// those with two or more, Y12 those with three or more.
#define WEIGH \
	VPOR     Y6, Y4, Y10    \
	VPOR     Y7, Y4, Y11    \
	VPOR     Y7, Y6, Y12    \
	VPAND    Y6, Y4, Y13    \
	VPAND    Y5, Y12, Y12   \
	VPAND    Y8, Y11, Y11   \
	VPOR     Y11, Y12, Y12  \
	VPAND    Y9, Y10, Y11   \
	VPOR     Y11, Y12, Y12  \
	VPAND    Y7, Y13, Y11   \
	VPOR     Y11, Y12, Y12  \
	VPAND    Y7, Y10, Y10   \
	VPOR     Y13, Y10, Y10  \
	VPOR     Y8, Y5, Y5     \
	VPOR     Y9, Y5, Y5     \
	VPOR     Y5, Y10, Y10

// BEGIN sets nothing: no operation above wants a register of its own.
#define BEGIN

#include "quads_amd64.h"

// func propagateAVX2(st *state, first int, open *[2]quad) bool
TEXT ·propagateAVX2(SB), NOSPLIT, $0-25
#include "propagate_amd64.h"

// COPY copies three vectors.
#define COPY(at) \
	VMOVDQU (at)(DI), Y0              \
	VMOVDQU (at+QUAD)(DI), Y1   \
	VMOVDQU (at+2*QUAD)(DI), Y2 \
	VMOVDQU Y0, (at)(SI)              \
	VMOVDQU Y1, (at+QUAD)(SI)   \
	VMOVDQU Y2, (at+2*QUAD)(SI)

// func splitAVX2(rest, child *state, from, to *quad, in *[2]quad, groups *quad, digit int)
TEXT ·splitAVX2(SB), NOSPLIT, $0-56
	MOVQ rest+0(FP), DI
	MOVQ child+8(FP), SI
	MOVQ from+16(FP), R8
	MOVQ to+24(FP), R9
	MOVQ in+32(FP), R10
	MOVQ groups+40(FP), R11
	MOVQ digit+48(FP), CX
	COPY(0*QUAD)
	COPY(3*QUAD)
	COPY(6*QUAD)
	COPY(9*QUAD)
	COPY(12*QUAD)
	COPY(15*QUAD)
	VMOVDQU (18*QUAD)(DI), Y0
	VMOVDQU (19*QUAD)(DI), Y1
	VMOVDQU Y0, (18*QUAD)(SI)
	VMOVDQU Y1, (19*QUAD)(SI)
	MOVL    $1, AX
	SHLL    CX, AX
	VMOVD   AX, X2
	VPBROADCASTW X2, Y2
	VPAND   (R11), Y2, Y2           // the digit in the groups of the band
	VMOVDQU (R8), Y0                // its configurations, even and odd
	VMOVDQU QUAD(R8), Y1
	VPAND   (R10), Y2, Y3           // the one that is tried
	VPAND   QUAD(R10), Y2, Y4
	VPANDN  Y2, Y3, Y5              // the others
	VPANDN  Y2, Y4, Y6
	VPANDN  Y0, Y5, Y5
	VPANDN  Y1, Y6, Y6
	VPANDN  Y0, Y3, Y0
	VPANDN  Y1, Y4, Y1
	VMOVDQU Y5, (R9)
	VMOVDQU Y6, QUAD(R9)
	VMOVDQU Y0, (R8)
	VMOVDQU Y1, QUAD(R8)
	VZEROUPPER
	RET
