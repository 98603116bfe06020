// The search with a quad in a register, for avx2_amd64.s and avx512_amd64.s. It takes the steps of swar.go in the same
// order, which has the comments on what they are for; simd_amd64.go is the same in Go. Where this is shorter than both,
// a comment says why it comes to the same.
//
// The file that includes this defines the operations on three or more vectors, for which AVX-512 has an instruction and
// AVX2 has not: OR3, AND3, AND4, ROWS, JOIN, LANES, KEEP, WITHOUT,
// NEITHER, BETWEEN and WEIGH, and in BEGIN what these want in registers.
//
// Two registers hold the same throughout: Y14 zero in each lane, Y15 minus one.

#define QUAD 32 // bytes

// FOUR lays down a vector of four groups.
#define FOUR(at, a, b, c, d) \
	DATA lanes<>+(at+0)(SB)/8, $a  \
	DATA lanes<>+(at+8)(SB)/8, $b  \
	DATA lanes<>+(at+16)(SB)/8, $c \
	DATA lanes<>+(at+24)(SB)/8, $d

// Controls of VPSHUFB, which moves bytes within each half of a vector. A half is two groups of four
// lanes, and its lane k is the bytes 2k and 2k+1. A control names the lane that goes to lane 0, then to
// lanes 1, 2 and 3: from the right, as the lowest bytes are there.
#define LANES1201 0x0302010005040302 // of the lower group of the half
#define LANES2012 0x0504030201000504
#define UPPER1201 0x0b0a09080d0c0b0a // of the upper group
#define UPPER2012 0x0d0c0b0a09080d0c

FOUR(0, LANES1201, UPPER1201, LANES1201, UPPER1201)   // turn by one: lane k+1 to lane k
FOUR(32, LANES2012, UPPER2012, LANES2012, UPPER2012)  // turn by two
FOUR(64, 0x0100010001000100, 0x0908090809080908, 0x0100010001000100, 0x0908090809080908)  // lane 0 to all
FOUR(96, 0x0302030203020302, 0x0b0a0b0a0b0a0b0a, 0x0302030203020302, 0x0b0a0b0a0b0a0b0a)  // lane 1 to all
FOUR(128, 0x0504050405040504, 0x0d0c0d0c0d0c0d0c, 0x0504050405040504, 0x0d0c0d0c0d0c0d0c) // lane 2 to all

// To each group the next box turned by one and the one after it turned back, part of it taken from
// a vector with the lower half in both halves (groups 0 1 0 1), part from one with its halves
// exchanged (groups 2 2 0 1): first what even configurations want, then the odd ones.
FOUR(160, UPPER1201, LANES2012, LANES1201, LANES1201)
FOUR(192, LANES2012, LANES1201, UPPER2012, UPPER2012)
FOUR(224, UPPER2012, LANES1201, LANES2012, LANES2012)
FOUR(256, LANES1201, LANES2012, UPPER1201, UPPER1201)

FOUR(288, 0x01ff01ff01ff01ff, 0x01ff01ff01ff01ff, 0x01ff01ff01ff01ff, 0x01ff01ff01ff01ff) // all digits
GLOBL lanes<>(SB), RODATA|NOPTR, $320

#define TURN1 lanes<>+0(SB)
#define TURN2 lanes<>+32(SB)
#define SPREAD0 lanes<>+64(SB)
#define SPREAD1 lanes<>+96(SB)
#define SPREAD2 lanes<>+128(SB)
#define EVENBOXES0 lanes<>+160(SB)
#define EVENBOXES1 lanes<>+192(SB)
#define ODDBOXES0 lanes<>+224(SB)
#define ODDBOXES1 lanes<>+256(SB)
#define ALLDIGITS lanes<>+288(SB)

// A field of horizontal band i of the state at DI.
#define ROW0(i) (state_band+i*band__size+band_row)(DI)
#define ROW1(i) (state_band+i*band__size+band_row+QUAD)(DI)
#define ROW2(i) (state_band+i*band__size+band_row+2*QUAD)(DI)
#define EVEN(i) (state_band+i*band__size+band_even)(DI)
#define ODD(i)  (state_band+i*band__size+band_odd)(DI)
#define REST(i) (state_band+i*band__size+band_rest)(DI)

// COLUMNSi sets v to what the vertical bands in Y0 (even) and Y1 (odd) allow to the cells of
// horizontal band i; t is lost.
#define COLUMNS0(v, t) \
	VPOR Y1, Y0, v
#define COLUMNS1(v, t) \
	VPSHUFB TURN2, Y0, v \
	VPSHUFB TURN1, Y1, t \
	VPOR    t, v, v
#define COLUMNS2(v, t) \
	VPSHUFB TURN1, Y0, v \
	VPSHUFB TURN2, Y1, t \
	VPOR    t, v, v

// STRIKEi strikes from the vertical bands what no cell of horizontal band i has, of which c has the
// columns; t is lost.
#define STRIKE0(c, t) \
	VPAND c, Y0, Y0 \
	VPAND c, Y1, Y1
#define STRIKE1(c, t) \
	VPSHUFB TURN1, c, t \
	VPAND   t, Y0, Y0   \
	VPSHUFB TURN2, c, t \
	VPAND   t, Y1, Y1
#define STRIKE2(c, t) \
	VPSHUFB TURN2, c, t \
	VPAND   t, Y0, Y0   \
	VPSHUFB TURN1, c, t \
	VPAND   t, Y1, Y1

// SINGLES sets n to the lanes of x that hold one digit, and to none in the others.
#define SINGLES(x, n) \
	VPADDW   Y15, x, n \
	VPAND    x, n, n   \
	VPCMPEQW Y14, n, n \
	VPAND    x, n, n

// KEEP(x, n), of the file that includes this, strikes from cells x the naked singles of their box: Y8 has those of the same lanes, Y12 those
// of the other lanes. Cells that hold a naked single, in n, or a digit that no other cell of the box
// has, keep just that: Y10 has the digits that another cell has. In swar.go hidden singles go before
// naked ones. A cell with both kinds has but the naked one, so joining them comes to the same.

// PASS is one pass over horizontal band i. It goes to failed if a cell has no candidate left or a
// box is without a digit.
//
// Which digits of a cell another cell of its box has is simpler than which digits the box has twice: a
// cell has the digit itself, so it is those that its lane has twice and those that another lane has.
#define PASS(i, COLUMNS, STRIKE) \
	COLUMNS(Y13, Y5)             \ // what the columns allow
	VMOVDQU  EVEN(i), Y5         \
	VPOR     ODD(i), Y5, Y5      \ // what the triads allow
	VPSHUFB  SPREAD0, Y5, Y2     \
	VPSHUFB  SPREAD1, Y5, Y3     \
	VPSHUFB  SPREAD2, Y5, Y4     \
	AND3(ROW0(i), Y13, Y2)       \ // the cells of the three rows, in Y2 to Y4
	AND3(ROW1(i), Y13, Y3)       \
	AND3(ROW2(i), Y13, Y4)       \
	SINGLES(Y2, Y5)              \ // the naked singles, in Y5 to Y7
	SINGLES(Y3, Y6)              \
	SINGLES(Y4, Y7)              \
	ROWS(Y2, Y3, Y4, Y9, Y10)    \ // what the three rows have, lane by lane: once or more, twice or more
	VPSHUFB  TURN1, Y9, Y11      \
	VPSHUFB  TURN2, Y9, Y12      \
	JOIN(Y11, Y12, Y9, Y10)      \ // once or more in the box; of the digits of a cell: those that another cell has
	OR3(Y5, Y6, Y7, Y8)          \ // those of each lane
	VPSHUFB  TURN1, Y8, Y11      \
	VPSHUFB  TURN2, Y8, Y12      \
	VPOR     Y11, Y12, Y12       \ // those of the other lanes: not joined with Y8, which is ready earlier
	KEEP(Y2, Y5)                 \
	KEEP(Y3, Y6)                 \
	KEEP(Y4, Y7)                 \
	VPMINUW  Y2, Y3, Y8          \ // zero if one of them is
	VPMINUW  Y4, Y8, Y8          \
	VPCMPEQW Y14, Y8, Y8         \ // cells without a candidate
	WITHOUT(ALLDIGITS, Y9, Y8)   \ // and digits that the box is without
	VPTEST   Y8, Y8              \
	JNE      failed              \
	VMOVDQU  ROW0(i), Y5         \ // the sum of sets that only shrink stays the same only if all of them do
	VPADDW   ROW1(i), Y5, Y5     \
	VPADDW   ROW2(i), Y5, Y5     \
	VPADDW   Y2, Y3, Y6          \
	VPADDW   Y4, Y6, Y6          \
	VPCMPGTW Y6, Y5, Y5          \
	VPOR     Y13, Y5, Y5         \
	VMOVDQU  Y5, REST(i)         \
	VMOVDQU  Y2, ROW0(i)         \
	VMOVDQU  Y3, ROW1(i)         \
	VMOVDQU  Y4, ROW2(i)         \
	OR3(Y2, Y3, Y4, Y8)          \
	STRIKE(Y8, Y9)               \
	LANES(Y2, Y3, Y4, Y5)        \ // lanes 0 1 2 from rows 0 1 2
	LANES(Y4, Y2, Y3, Y6)        \ // from rows 2 0 1
	LANES(Y3, Y4, Y2, Y7)        \ // from rows 1 2 0
	VPSHUFB  TURN1, Y6, Y6       \
	VPSHUFB  TURN2, Y7, Y7       \
	OR3(Y6, Y7, Y5, Y5)          \ // lane r of a group: what row r has in its three lanes
	VINSERTI128 $1, X5, Y5, Y6   \ // groups 0 1 0 1
	VPERM2I128 $1, Y5, Y5, Y7    \ // groups 2 2 0 1
	VPSHUFB  EVENBOXES0, Y6, Y8  \
	VPSHUFB  EVENBOXES1, Y7, Y9  \
	AND4(EVEN(i), Y5, Y8, Y9, Y10) \
	VMOVDQU  Y10, EVEN(i)        \
	VPSHUFB  ODDBOXES0, Y6, Y8   \
	VPSHUFB  ODDBOXES1, Y7, Y9   \
	AND4(ODD(i), Y5, Y8, Y9, Y10) \
	VMOVDQU  Y10, ODD(i)

// DROPLOWEST sets y to x without the lowest digit of each lane.
#define DROPLOWEST(x, y) \
	VPADDW Y15, x, y \
	VPAND  x, y, y

// OUTOFTRIPLES sets t, what three parallel triads of each box may hold, to what can be struck from
// them; a, b and c are lost.
#define OUTOFTRIPLES(t, a, b, c) \
	VPSHUFB  TURN1, t, a \
	VPSHUFB  TURN2, t, b \
	NEITHER(t, b, a)     \ // settled here: in no other triad
	DROPLOWEST(a, b)     \
	DROPLOWEST(b, c)     \
	DROPLOWEST(c, b)     \
	VPCMPEQW Y14, c, c   \
	VPCMPEQW Y14, b, b   \
	BETWEEN(c, b, a)     \ // three settled: then all others go
	DROPLOWEST(t, b)     \
	DROPLOWEST(b, c)     \
	DROPLOWEST(c, b)     \
	VPCMPEQW Y14, b, b   \
	VPAND    t, b, b     \ // three left
	VPSHUFB  TURN1, b, c \
	VPSHUFB  TURN2, b, b \
	OR3(c, b, a, a)      \
	VPAND    a, t, t

// STRUCK takes from horizontal band i the configurations in k, and has it looked at once more if
// there are any.
#define STRUCK(i, k) \
	VPANDN   EVEN(i), k, Y8   \
	VMOVDQU  Y8, EVEN(i)      \
	VPANDN   ODD(i), k, Y8    \
	VMOVDQU  Y8, ODD(i)       \
	VPCMPGTW Y14, k, Y8       \
	VPOR     REST(i), Y8, Y8  \
	VMOVDQU  Y8, REST(i)

// OPENDIGITS writes to the address the open digits of bands with the configurations e and o: in
// lanes 0 and 1 the digits with two or more, in lane 2 those with three or more, in lane 3 none.
#define OPENDIGITS(e, o, at) \
	VPOR     o, e, Y4       \ // one in the lane, or more
	VPAND    o, e, Y5       \ // two
	VPSHUFB  TURN1, Y4, Y6  \
	VPSHUFB  TURN2, Y4, Y7  \
	VPSHUFB  TURN1, Y5, Y8  \
	VPSHUFB  TURN2, Y5, Y9  \
	WEIGH                   \
	VPBLENDW $0x44, Y12, Y10, Y10 \
	VPBLENDW $0x88, Y14, Y10, Y10 \
	VMOVDQU  Y10, at
