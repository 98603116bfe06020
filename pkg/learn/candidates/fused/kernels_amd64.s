#include "textflag.h"

// The constants of exp and log, those of portable.go, eight times each for a vector.
#define EIGHT(at, bits) \
	DATA constants<>+(at+0)(SB)/4, $bits \
	DATA constants<>+(at+4)(SB)/4, $bits \
	DATA constants<>+(at+8)(SB)/4, $bits \
	DATA constants<>+(at+12)(SB)/4, $bits \
	DATA constants<>+(at+16)(SB)/4, $bits \
	DATA constants<>+(at+20)(SB)/4, $bits \
	DATA constants<>+(at+24)(SB)/4, $bits \
	DATA constants<>+(at+28)(SB)/4, $bits

EIGHT(0, 0x3fb8aa3b)   // log2(e)
EIGHT(32, 0x3f317200)  // ln(2), high
EIGHT(64, 0x35bfbe8e)  // ln(2), low
EIGHT(96, 0x3ab511a9)  // c6
EIGHT(128, 0x3c091d36) // c5
EIGHT(160, 0x3d2aac7a) // c4
EIGHT(192, 0x3e2aaa48) // c3
EIGHT(224, 0x3efffffe) // c2
EIGHT(256, 0x3f800000) // 1
EIGHT(288, 0x41f00000) // 30
EIGHT(320, 0xc1f00000) // -30
EIGHT(352, 0xc2ae999a) // -87.3
EIGHT(384, 0x42b20000) // 89
EIGHT(416, 0x3f3504f3) // bits of the root of 1/2
EIGHT(448, 0x3de38e39) // 1/9
EIGHT(480, 0x3e124925) // 1/7
EIGHT(512, 0x3e4ccccd) // 1/5
EIGHT(544, 0x3eaaaaab) // 1/3
EIGHT(576, 0x3f317218) // ln(2)
EIGHT(608, 0x3c08310f) // short c5
EIGHT(640, 0x3d2b956d) // short c4
EIGHT(672, 0x3e2aabd8) // short c3
EIGHT(704, 0x3efffefd) // short c2
GLOBL constants<>(SB), RODATA|NOPTR, $736

// EXPCONSTANTS loads what EXP uses: Y7 1, Y8…Y12 c2…c6, Y13 and Y14 ln(2) low and high, Y15 log2(e).
#define EXPCONSTANTS \
	VMOVUPS constants<>+0(SB), Y15 \
	VMOVUPS constants<>+32(SB), Y14 \
	VMOVUPS constants<>+64(SB), Y13 \
	VMOVUPS constants<>+96(SB), Y12 \
	VMOVUPS constants<>+128(SB), Y11 \
	VMOVUPS constants<>+160(SB), Y10 \
	VMOVUPS constants<>+192(SB), Y9 \
	VMOVUPS constants<>+224(SB), Y8 \
	VMOVUPS constants<>+256(SB), Y7

// EXP sets p to e^x for x within bounds; x and n are lost. A NaN stays one.
#define EXP(x, n, p) \
	VMULPS       x, Y15, n \
	VROUNDPS     $0, n, n  \
	VFNMADD231PS n, Y14, x \
	VFNMADD231PS n, Y13, x \
	VMOVAPS      Y12, p    \
	VFMADD213PS  Y11, x, p \
	VFMADD213PS  Y10, x, p \
	VFMADD213PS  Y9, x, p  \
	VFMADD213PS  Y8, x, p  \
	VFMADD213PS  Y7, x, p  \
	VFMADD213PS  Y7, x, p  \
	VCVTPS2DQ    n, n      \
	VPSLLD       $23, n, n \
	VPADDD       n, p, p

// SHORTCONSTANTS loads what SHORTEXP uses: Y7 1, Y9…Y12 the short c2…c5, Y14 ln(2), Y15 log2(e).
#define SHORTCONSTANTS \
	VMOVUPS constants<>+0(SB), Y15 \
	VMOVUPS constants<>+576(SB), Y14 \
	VMOVUPS constants<>+608(SB), Y12 \
	VMOVUPS constants<>+640(SB), Y11 \
	VMOVUPS constants<>+672(SB), Y10 \
	VMOVUPS constants<>+704(SB), Y9 \
	VMOVUPS constants<>+256(SB), Y7

// SHORTEXP is EXP for the tangents, as expBetween of portable.go.
#define SHORTEXP(x, n, p) \
	VMULPS       x, Y15, n \
	VROUNDPS     $0, n, n  \
	VFNMADD231PS n, Y14, x \
	VMOVAPS      Y12, p    \
	VFMADD213PS  Y11, x, p \
	VFMADD213PS  Y10, x, p \
	VFMADD213PS  Y9, x, p  \
	VFMADD213PS  Y7, x, p  \
	VFMADD213PS  Y7, x, p  \
	VCVTPS2DQ    n, n      \
	VPSLLD       $23, n, n \
	VPADDD       n, p, p

// BETWEEN sets x to the numbers at an address, brought between two bounds. MIN and MAX return their
// second source, the first operand here, if either is no number: that is x, so a NaN stays one.
#define BETWEEN(at, least, most, x, t) \
	VMOVUPS constants<>+most(SB), x  \
	VMINPS  at, x, x                 \
	VMOVUPS constants<>+least(SB), t \
	VMAXPS  x, t, x

// ROW adds to two sums the product of one number of x with the two vectors of weights in Y12 and Y13.
#define ROW(at, a, s0, s1) \
	VBROADCASTSS at, a       \
	VFMADD231PS  Y12, a, s0  \
	VFMADD231PS  Y13, a, s1

// DEEPER goes through one number of each of the six rows: AX is at the first, BX at the fourth.
#define DEEPER(x, w) \
	VMOVUPS w(DX), Y12              \
	VMOVUPS (w+32)(DX), Y13         \
	ROW(x(AX), Y14, Y0, Y1)         \
	ROW(x(AX)(R10*1), Y15, Y2, Y3)  \
	ROW(x(AX)(R10*2), Y14, Y4, Y5)  \
	ROW(x(BX), Y15, Y6, Y7)         \
	ROW(x(BX)(R10*1), Y14, Y8, Y9)  \
	ROW(x(BX)(R10*2), Y15, Y10, Y11)

// func productAVX2(out, bias, x, packed *float32, stride, depth, panels int)
TEXT ·productAVX2(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), DI
	MOVQ bias+8(FP), SI
	MOVQ x+16(FP), R8
	MOVQ packed+24(FP), DX
	MOVQ stride+32(FP), R10
	MOVQ depth+40(FP), R11
	MOVQ panels+48(FP), R12
	SHLQ $2, R10            // bytes from row to row of x
	SHRQ $2, R11            // four at a time
	MOVQ R12, R13
	SHLQ $6, R13            // bytes from row to row of out
	LEAQ (R10)(R10*2), R9
	ADDQ R8, R9             // the fourth row of x
	LEAQ (R13)(R13*2), CX

panel:
	LEAQ (DI)(CX*1), R15    // the fourth row of out; R15 is free: nothing here is reached by dynamic linking
	TESTQ SI, SI
	JZ   onward
	VMOVUPS (SI), Y0
	VMOVUPS 32(SI), Y1
	ADDQ $64, SI
	VMOVAPS Y0, Y2
	VMOVAPS Y1, Y3
	VMOVAPS Y0, Y4
	VMOVAPS Y1, Y5
	VMOVAPS Y0, Y6
	VMOVAPS Y1, Y7
	VMOVAPS Y0, Y8
	VMOVAPS Y1, Y9
	VMOVAPS Y0, Y10
	VMOVAPS Y1, Y11
	JMP  begin

onward:
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS (DI)(R13*1), Y2
	VMOVUPS 32(DI)(R13*1), Y3
	VMOVUPS (DI)(R13*2), Y4
	VMOVUPS 32(DI)(R13*2), Y5
	VMOVUPS (R15), Y6
	VMOVUPS 32(R15), Y7
	VMOVUPS (R15)(R13*1), Y8
	VMOVUPS 32(R15)(R13*1), Y9
	VMOVUPS (R15)(R13*2), Y10
	VMOVUPS 32(R15)(R13*2), Y11

begin:
	MOVQ R8, AX
	MOVQ R9, BX
	MOVQ R11, R14

deeper:
	DEEPER(0, 0)
	DEEPER(4, 64)
	DEEPER(8, 128)
	DEEPER(12, 192)
	ADDQ $16, AX
	ADDQ $16, BX
	ADDQ $256, DX
	DECQ R14
	JNZ  deeper

	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, (DI)(R13*1)
	VMOVUPS Y3, 32(DI)(R13*1)
	VMOVUPS Y4, (DI)(R13*2)
	VMOVUPS Y5, 32(DI)(R13*2)
	VMOVUPS Y6, (R15)
	VMOVUPS Y7, 32(R15)
	VMOVUPS Y8, (R15)(R13*1)
	VMOVUPS Y9, 32(R15)(R13*1)
	VMOVUPS Y10, (R15)(R13*2)
	VMOVUPS Y11, 32(R15)(R13*2)
	ADDQ $64, DI
	DECQ R12
	JNZ  panel
	VZEROUPPER
	RET

// func exponentsAVX2(out *float32, rows, half int)
TEXT ·exponentsAVX2(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ rows+8(FP), R8
	MOVQ half+16(FP), R9
	EXPCONSTANTS
	LEAQ (R9*4), R10
	SHRQ $3, R9

row:
	MOVQ R9, CX

next:
	VMOVUPS (DI), Y4
	VMOVUPS constants<>+352(SB), Y5
	VCMPPS  $1, Y5, Y4, Y6 // where the force is below -87.3
	BETWEEN((DI), 352, 384, Y0, Y1)
	EXP(Y0, Y2, Y3)
	VANDNPS Y3, Y6, Y3
	VMULPS  (DI)(R10*1), Y3, Y1
	VMOVUPS Y3, (DI)
	VMOVUPS Y1, (DI)(R10*1)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     next
	ADDQ    R10, DI
	DECQ    R8
	JNZ     row
	VZEROUPPER
	RET

// func tangentsAVX2(out *float32, vectors int)
TEXT ·tangentsAVX2(SB), NOSPLIT, $0-16
	MOVQ out+0(FP), DI
	MOVQ vectors+8(FP), CX
	SHORTCONSTANTS

next:
	VMOVUPS (DI), Y4
	VADDPS  Y4, Y4, Y4
	VMOVUPS constants<>+288(SB), Y0
	VMINPS  Y4, Y0, Y0
	VMOVUPS constants<>+320(SB), Y1
	VMAXPS  Y0, Y1, Y0
	SHORTEXP(Y0, Y2, Y3)
	VADDPS  Y7, Y3, Y0
	VSUBPS  Y7, Y3, Y1
	VDIVPS  Y0, Y1, Y1
	VMOVUPS Y1, (DI)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     next
	VZEROUPPER
	RET

// ADDRESS sets at to the row of a matrix that a number in memory names; width is in bytes.
#define ADDRESS(number, width, matrix, at) \
	MOVL  number, at  \
	IMULQ width, at   \
	ADDQ  matrix, at

// func gatherAVX2(sums, out *float32, members *uint32, rows, width int)
TEXT ·gatherAVX2(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), DI
	MOVQ out+8(FP), SI
	MOVQ members+16(FP), DX
	MOVQ rows+24(FP), CX
	MOVQ width+32(FP), BX
	SHLQ $2, BX

row:
	ADDRESS((DX), BX, DI, R8)
	ADDRESS(4(DX), BX, DI, R9)
	ADDRESS(8(DX), BX, DI, R10)
	ADDRESS(12(DX), BX, DI, R11)
	XORQ AX, AX

next:
	VMOVUPS (SI)(AX*1), Y0
	VADDPS  (R8)(AX*1), Y0, Y1
	VMOVUPS Y1, (R8)(AX*1)
	VADDPS  (R9)(AX*1), Y0, Y2
	VMOVUPS Y2, (R9)(AX*1)
	VADDPS  (R10)(AX*1), Y0, Y3
	VMOVUPS Y3, (R10)(AX*1)
	VADDPS  (R11)(AX*1), Y0, Y4
	VMOVUPS Y4, (R11)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, BX
	JLT     next
	ADDQ    BX, SI
	ADDQ    $16, DX
	DECQ    CX
	JNZ     row
	VZEROUPPER
	RET

// func featuresAVX2(sums *float32, rows, half int)
TEXT ·featuresAVX2(SB), NOSPLIT, $0-24
	MOVQ sums+0(FP), DI
	MOVQ rows+8(FP), R8
	MOVQ half+16(FP), R9
	LEAQ (R9*4), R10
	SHRQ $3, R9
	VMOVUPS constants<>+32(SB), Y14
	VMOVUPS constants<>+64(SB), Y13
	VMOVUPS constants<>+256(SB), Y12
	VMOVUPS constants<>+416(SB), Y11
	VMOVUPS constants<>+448(SB), Y10
	VMOVUPS constants<>+480(SB), Y9
	VMOVUPS constants<>+512(SB), Y8
	VMOVUPS constants<>+544(SB), Y7

row:
	MOVQ R9, CX

next:
	VMOVUPS (DI), Y0              // x
	VMOVUPS (DI)(R10*1), Y1
	VDIVPS  Y0, Y1, Y1
	VMOVUPS Y1, (DI)(R10*1)
	VPSUBD  Y11, Y0, Y2
	VPSRAD  $23, Y2, Y2           // e
	VPSLLD  $23, Y2, Y3
	VPSUBD  Y3, Y0, Y3            // m
	VCVTDQ2PS Y2, Y2              // n
	VSUBPS  Y12, Y3, Y4
	VADDPS  Y12, Y3, Y5
	VDIVPS  Y5, Y4, Y4            // s
	VMULPS  Y4, Y4, Y5            // s·s
	VMOVAPS Y10, Y6
	VFMADD213PS Y9, Y5, Y6
	VFMADD213PS Y8, Y5, Y6
	VFMADD213PS Y7, Y5, Y6
	VFMADD213PS Y12, Y5, Y6
	VMULPS  Y4, Y6, Y6
	VADDPS  Y6, Y6, Y6
	VFMADD231PS Y13, Y2, Y6
	VFMADD231PS Y14, Y2, Y6
	VSUBPS  Y0, Y0, Y0            // 0, or NaN for what has no logarithm
	VADDPS  Y0, Y6, Y6
	VMOVUPS Y6, (DI)
	ADDQ    $32, DI
	DECQ    CX
	JNZ     next
	ADDQ    R10, DI
	DECQ    R8
	JNZ     row
	VZEROUPPER
	RET

// func hearAVX2(out, said, base *float32, members, kinds *uint32, rows, width int)
TEXT ·hearAVX2(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), DI
	MOVQ said+8(FP), SI
	MOVQ base+16(FP), R12
	MOVQ members+24(FP), DX
	MOVQ kinds+32(FP), R13
	MOVQ rows+40(FP), CX
	MOVQ width+48(FP), BX
	SHLQ $2, BX

row:
	ADDRESS((DX), BX, SI, R8)
	ADDRESS(4(DX), BX, SI, R9)
	ADDRESS(8(DX), BX, SI, R10)
	ADDRESS(12(DX), BX, SI, R11)
	ADDRESS((R13), BX, R12, R15)
	XORQ AX, AX

next:
	VMOVUPS (R15)(AX*1), Y0
	VADDPS  (R8)(AX*1), Y0, Y0
	VADDPS  (R9)(AX*1), Y0, Y0
	VADDPS  (R10)(AX*1), Y0, Y0
	VADDPS  (R11)(AX*1), Y0, Y0
	VMOVUPS Y0, (DI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, BX
	JLT     next
	ADDQ    BX, DI
	ADDQ    $16, DX
	ADDQ    $4, R13
	DECQ    CX
	JNZ     row
	VZEROUPPER
	RET

// func updateAVX2(state, out *float32, rows, width int)
TEXT ·updateAVX2(SB), NOSPLIT, $0-32
	MOVQ state+0(FP), DI
	MOVQ out+8(FP), SI
	MOVQ rows+16(FP), R8
	MOVQ width+24(FP), R9
	SHORTCONSTANTS
	LEAQ (R9*4), R10
	SHRQ $3, R9

row:
	MOVQ R9, CX

next:
	BETWEEN((SI), 320, 288, Y0, Y2)
	SHORTEXP(Y0, Y2, Y3)               // a
	BETWEEN((SI)(R10*1), 320, 288, Y1, Y4)
	SHORTEXP(Y1, Y4, Y5)               // b
	VMOVUPS (DI), Y6              // h
	VADDPS  Y7, Y3, Y3
	VADDPS  Y7, Y5, Y0
	VSUBPS  Y7, Y5, Y5
	VFNMADD231PS Y0, Y6, Y5       // b − 1 − h·(b + 1)
	VMULPS  Y0, Y3, Y3
	VDIVPS  Y3, Y5, Y5
	VADDPS  Y6, Y5, Y5
	VMOVUPS Y5, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	DECQ    CX
	JNZ     next
	ADDQ    R10, SI
	DECQ    R8
	JNZ     row
	VZEROUPPER
	RET
