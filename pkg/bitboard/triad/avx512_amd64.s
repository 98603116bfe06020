#include "go_asm.h"
#include "textflag.h"

// The operations that quads_amd64.h leaves open, by AVX-512 on vectors of 256 bits: VPTERNLOGQ gives any function of three
// bits. Its first operand is the table of the function, from the highest bit to the lowest for d, b, a = 111 to 000, where d, the last
// operand, takes the result, b is the one before and a the first.

#define OR3BITS $0xfe
#define AND3BITS $0x80
#define MOSTBITS $0xe8  // two of three
#define ORBUTNOT $0xf4  // d | b &^ a
#define ORNOTBUT $0xf2  // d | a &^ b
#define BUTNEITHER $0x10 // d &^ (b | a)
#define IFNEITHER $0x02 // a &^ (d | b)
#define ONLYMIDDLE $0x04 // b &^ (d | a)
#define WHERE $0xe4     // a ? d : b
#define ANDEITHER $0xe0 // d & (b | a)

// OR3 sets d, which may be c, to what any of a, b and c has.
#define OR3(a, b, c, d) \
	VMOVDQA    c, d \
	VPTERNLOGQ OR3BITS, a, b, d

// AND3 leaves in d what m and a have, too.
#define AND3(m, a, d) \
	VPTERNLOGQ AND3BITS, m, a, d

// AND4 sets d to what m, a, b and c all have.
#define AND4(m, a, b, c, d) \
	VPAND      m, a, d \
	VPTERNLOGQ AND3BITS, b, c, d

// ROWS sets once to what any of three rows has, and twice to what two of them have.
#define ROWS(a, b, c, once, twice) \
	VMOVDQA    c, once  \
	VPTERNLOGQ OR3BITS, a, b, once \
	VMOVDQA    c, twice \
	VPTERNLOGQ MOSTBITS, a, b, twice

// JOIN adds what a or b has to x and to y.
#define JOIN(a, b, x, y) \
	VPTERNLOGQ OR3BITS, a, b, y \
	VPTERNLOGQ OR3BITS, a, b, x

// LANES sets d to lane 0 of each group of a, lane 1 of b and lane 2 of c.
#define LANES(a, b, c, d) \
	VPBLENDMW b, a, K1, d \
	VPBLENDMW c, d, K2, d

// BEGIN sets the masks of LANES.
#define BEGIN \
	MOVL  $0x2222, AX \
	KMOVW AX, K1      \
	MOVL  $0x4444, AX \
	KMOVW AX, K2

// WITHOUT adds to d what all has and a has not.
#define WITHOUT(all, a, d) \
	VPTERNLOGQ ORNOTBUT, all, a, d

// KEEP is what quads_amd64.h says of it.
#define KEEP(x, n) \
	VPTERNLOGQ ORBUTNOT, Y10, x, n  \
	VPTERNLOGQ BUTNEITHER, Y12, Y8, x \
	VPCMPEQW   Y14, n, Y11          \
	VPTERNLOGQ WHERE, Y11, n, x

// NEITHER sets d to what a has and b and d have not.
#define NEITHER(a, b, d) \
	VPTERNLOGQ IFNEITHER, a, b, d

// BETWEEN sets d to what b has and a and d have not.
#define BETWEEN(a, b, d) \
	VPTERNLOGQ ONLYMIDDLE, a, b, d

// WEIGH counts, for OPENDIGITS, the digits that three lanes have: once or more in Y4, Y6 and Y7, twice in Y5, Y8 and Y9. Y10 gets
// those with two or more, Y12 those with three or more.
#define WEIGH \
	VMOVDQA  Y4, Y10        \
	VPTERNLOGQ MOSTBITS, Y6, Y7, Y10 \ // one in two lanes, or more
	VMOVDQA  Y4, Y11        \
	VPTERNLOGQ AND3BITS, Y6, Y7, Y11 \ // in all three
	VMOVDQA  Y5, Y12        \
	VPTERNLOGQ ANDEITHER, Y6, Y7, Y12 \
	VMOVDQA  Y8, Y13        \
	VPTERNLOGQ ANDEITHER, Y4, Y7, Y13 \
	VPTERNLOGQ OR3BITS, Y12, Y13, Y11 \
	VMOVDQA  Y9, Y12        \
	VPTERNLOGQ ANDEITHER, Y4, Y6, Y12 \
	VPOR     Y11, Y12, Y12  \
	VPTERNLOGQ OR3BITS, Y8, Y5, Y10 \
	VPOR     Y9, Y10, Y10

#include "quads_amd64.h"

// func propagateAVX512(st *state, first int, open *[2]quad) bool
TEXT ·propagateAVX512(SB), NOSPLIT, $0-25
#include "propagate_amd64.h"
