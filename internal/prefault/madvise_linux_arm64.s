#include "textflag.h"

#define SYS_madvise 233

// func madvise(begin, size, how uintptr) (errno uintptr)
TEXT ·madvise(SB), NOSPLIT, $0-32
	MOVD $SYS_madvise, R8
	MOVD begin+0(FP), R0
	MOVD size+8(FP), R1
	MOVD how+16(FP), R2
	SVC
	NEG  R0, R0
	MOVD R0, errno+24(FP)
	RET

// func code() (begin, end uintptr)
TEXT ·code(SB), NOSPLIT, $0-16
	MOVD $runtime·text(SB), R0
	MOVD R0, begin+0(FP)
	MOVD $runtime·etext(SB), R0
	MOVD R0, end+8(FP)
	RET
