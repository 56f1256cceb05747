package logtest

import (
	"context"
	"errors"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

func endingRows() []row {
	return []row{
		{"after close every call says that the log is closed", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			if err := r.log.Close(); err != nil {
				t.Fatal(err)
			}
			for name, call := range calls(r.ctx, r.log) {
				t.Run(name, func(t *testing.T) {
					typed := r.fails(eventlog.ErrClosed, call())
					equal(t, "kind", domain.ErrUnavailable, typed.Kind)
				})
			}
		}},
		{"closing again is no error", func(t *testing.T, r *rig) {
			for range 3 {
				if err := r.log.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"a call with an ended context gives its error and writes nothing", func(t *testing.T, r *rig) {
			before := r.all(eventlog.Query{})
			ctx, cancel := context.WithCancel(r.ctx)
			cancel()
			for name, call := range calls(ctx, r.log) {
				t.Run(name, func(t *testing.T) {
					if err := call(); !errors.Is(err, context.Canceled) {
						t.Errorf("error %v", err)
					}
				})
			}
			equal(t, "log", before, r.all(eventlog.Query{}))
			r.append(eventlog.None, message("a", 2))
		}},
		{"capabilities stay", func(t *testing.T, r *rig) {
			before := r.log.Capabilities()
			r.append(eventlog.Any, messages("a", 3)...)
			equal(t, "capabilities", before, r.log.Capabilities())
		}},
	}
}

// calls are all that can be asked of a log, each giving its error.
func calls(ctx context.Context, log eventlog.Log) map[string]func() error {
	return map[string]func() error{
		"append": func() error {
			_, err := log.Append(ctx, message("a", 2).Stream, eventlog.Any, []domain.Draft{message("a", 2)})
			return err
		},
		"append batches": func() error {
			_, err := eventlog.AppendBatches(ctx, log, []eventlog.Batch{batchOf(eventlog.Any, message("a", 2))})
			return err
		},
		"read": func() error {
			_, err := collect(log.Read(ctx, eventlog.Query{}))
			return err
		},
		"follow": func() error {
			_, err := collect(log.Follow(ctx, eventlog.Query{}))
			return err
		},
		"get": func() error {
			_, err := log.Get(ctx, message("a", 1).ID)
			return err
		},
		"head": func() error {
			_, err := log.Head(ctx)
			return err
		},
	}
}
