#include "textflag.h"

#define SYS_madvise 28

// func madvise(begin, size, how uintptr) (errno uintptr)
TEXT ·madvise(SB), NOSPLIT, $0-32
	MOVQ $SYS_madvise, AX
	MOVQ begin+0(FP), DI
	MOVQ size+8(FP), SI
	MOVQ how+16(FP), DX
	SYSCALL
	NEGQ AX
	MOVQ AX, errno+24(FP)
	RET

// func code() (begin, end uintptr)
TEXT ·code(SB), NOSPLIT, $0-16
	LEAQ runtime·text(SB), AX
	MOVQ AX, begin+0(FP)
	LEAQ runtime·etext(SB), AX
	MOVQ AX, end+8(FP)
	RET
