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

// SINGLES sets n to the lanes of x that hold one digit, and to none in the others.
#define SINGLES(x, n) \
	VPADDW   Y15, x, n \
	VPAND    x, n, n   \
	VPCMPEQW Y14, n, n \
	VPAND    x, n, n

// KEEP strikes from cells x the naked singles of their box: Y8 has those of the same lanes, Y12 those
// of the other lanes. Cells that hold a naked single, in n, or a digit that no other cell of the box
// has, keep just that: Y10 has the digits that another cell has. In swar.go hidden singles go before
// naked ones. A cell with both kinds has but the naked one, so joining them comes to the same.
#define KEEP(x, n) \
	VPANDN    x, Y10, Y11 \
	VPOR      Y11, n, n   \
	VPANDN    x, Y8, x    \
	VPANDN    x, Y12, x   \
	VPCMPEQW  Y14, n, Y11 \
	VPBLENDVB Y11, x, n, x

// DROPLOWEST sets y to x without the lowest digit of each lane.
#define DROPLOWEST(x, y) \
	VPADDW Y15, x, y \
	VPAND  x, y, y

// OUTOFTRIPLES sets t, what three parallel triads of each box may hold, to what can be struck from
// them; a, b and c are lost.
#define OUTOFTRIPLES(t, a, b, c) \
	VPSHUFB  TURN1, t, a \
	VPSHUFB  TURN2, t, b \
	VPOR     b, a, a     \
	VPANDN   t, a, a     \ // settled here: in no other triad
	DROPLOWEST(a, b)     \
	DROPLOWEST(b, c)     \
	DROPLOWEST(c, b)     \
	VPCMPEQW Y14, c, c   \
	VPCMPEQW Y14, b, b   \
	VPANDN   b, c, b     \ // three settled
	VPANDN   b, a, a     \ // then all others go
	DROPLOWEST(t, b)     \
	DROPLOWEST(b, c)     \
	DROPLOWEST(c, b)     \
	VPCMPEQW Y14, b, b   \
	VPAND    t, b, b     \ // three left
	VPSHUFB  TURN1, b, c \
	VPOR     c, a, a     \
	VPSHUFB  TURN2, b, c \
	VPOR     c, a, a     \
	VPAND    a, t, t

// OPENDIGITS writes to the address the open digits of bands with the configurations e and o: in
// lanes 0 and 1 the digits with two or more, in lane 2 those with three or more, in lane 3 none.
#define OPENDIGITS(e, o, at) \
	VPOR     o, e, Y4       \ // one in the lane, or more
	VPAND    o, e, Y5       \ // two
	VPSHUFB  TURN1, Y4, Y6  \
	VPSHUFB  TURN2, Y4, Y7  \
	VPSHUFB  TURN1, Y5, Y8  \
	VPSHUFB  TURN2, Y5, Y9  \
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
	VPOR     Y11, Y12, Y12  \ // three or more
	VPAND    Y7, Y10, Y10   \
	VPOR     Y13, Y10, Y10  \
	VPOR     Y8, Y5, Y5     \
	VPOR     Y9, Y5, Y5     \
	VPOR     Y5, Y10, Y10   \ // two or more
	VPBLENDW $0x44, Y12, Y10, Y10 \
	VPBLENDW $0x88, Y14, Y10, Y10 \
	VMOVDQU  Y10, at

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
