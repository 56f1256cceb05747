package importing_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// TestAnInterruptedReadIsNoFaultOfTheExport ends the lines of an export as an interrupted
// read and as a broken one does.
func TestAnInterruptedReadIsNoFaultOfTheExport(t *testing.T) {
	for name, row := range map[string]struct {
		err  error
		kind domain.ErrorKind
	}{
		"interrupted": {fmt.Errorf("read line: %w", context.Canceled), ""},
		"broken":      {errors.New("the compressed file breaks off here"), domain.ErrParse},
	} {
		t.Run(name, func(t *testing.T) {
			lines := func(yield func(producers.Line, error) bool) { yield(producers.Line{Number: 7}, row.err) }
			var err error
			for _, err = range importing.Exported(lines) {
			}
			if got := domain.KindOf(err); err == nil || got != row.kind || row.kind == "" && !errors.Is(err, row.err) {
				t.Errorf("%v of kind %q, want %q", err, got, row.kind)
			}
		})
	}
}
