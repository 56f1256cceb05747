package httpapi

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/errors"
)

// FaultOf is an error as the log of a server holds it, as arguments of [log/slog.Logger.Log] after fields: its text without
// what others said, and as stack the lines of the program at which it began, the innermost first.
func FaultOf(err error, fields ...any) []any {
	fields = append(fields, "error", errors.Redact(err))
	if stack := stackOf(err); len(stack) > 0 {
		fields = append(fields, "stack", stack)
	}
	return fields
}

// stackOf returns the innermost stack that an error carries: the package, file and line of each call, and no folder of a machine.
func stackOf(err error) (stack []string) {
	for ; err != nil; err = errors.UnwrapOnce(err) {
		trace := errors.GetReportableStackTrace(err)
		if trace == nil {
			continue
		}
		stack = stack[:0]
		for _, f := range slices.Backward(trace.Frames) {
			folder, name := path.Split(f.Module) // the name may have that of a function behind its first dot
			name, _, _ = strings.Cut(name, ".")
			stack = append(stack, folder+name+"/"+path.Base(f.Filename)+":"+strconv.Itoa(f.Lineno))
		}
	}
	return stack
}
