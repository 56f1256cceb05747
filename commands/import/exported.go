package importing

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"maps"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// Exported reads the lines of an export as events, erased ones too. The first line that is no
// event, or whose data do not match their seal, ends it, so that only a whole log is restored.
//
// Errors: kinds parse and corrupt with the line; context.Canceled when the reading was canceled.
func Exported(lines iter.Seq2[producers.Line, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for line, err := range lines {
			var e domain.Event
			if err == nil && line.Unreadable != "" {
				err = errors.New(line.Unreadable)
			}
			if err == nil {
				e, err = eventlog.ParseLine(line.Text)
			}
			if err == nil && !e.Erased {
				err = checkSeal(&e)
			}
			if err != nil {
				if !errors.Is(err, context.Canceled) { // the line is not the cause
					err = atLine(line.Number, err)
				}
				yield(domain.Event{}, err)
				return
			}
			e.Data = bytes.Clone(e.Data)
			if !yield(e, nil) {
				return
			}
		}
	}
}

// atLine gives a typed error the line that it is about.
func atLine(number int, err error) error {
	typed := &domain.Error{Kind: domain.ErrParse, Operation: "parse event", Message: err.Error(), Next: domain.Step{Code: nextstep.ExportWhole}}
	var known *domain.Error
	if errors.As(err, &known) {
		again := *known
		typed = &again
	}
	typed.Detail = maps.Clone(typed.Detail)
	if typed.Detail == nil {
		typed.Detail = map[string]any{}
	}
	typed.Detail["line"] = number
	return typed
}
