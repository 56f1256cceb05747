package logtest

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

func expectRows() (rows []row) {
	for _, c := range []struct {
		name string
		held int // events of the stream before the append
		want eventlog.Expect
		met  bool
	}{
		{"any is met by a stream without events", 0, eventlog.Any, true},
		{"any is met by a stream with events", 2, eventlog.Any, true},
		{"none is met by a stream without events", 0, eventlog.None, true},
		{"none is not met by a stream with events", 1, eventlog.None, false},
		{"exists is met by a stream with events", 1, eventlog.Exists, true},
		{"exists is not met by a stream without events", 0, eventlog.Exists, false},
		{"revision 0 is met by a stream without events", 0, eventlog.At(0), true},
		{"revision 0 is not met by a stream with events", 1, eventlog.At(0), false},
		{"the exact revision is met", 3, eventlog.At(3), true},
		{"an earlier revision is not met", 3, eventlog.At(2), false},
		{"a later revision is not met", 3, eventlog.At(4), false},
		{"a revision is not met by a stream without events", 0, eventlog.At(1), false},
	} {
		rows = append(rows, row{c.name, func(t *testing.T, r *rig) {
			r.append(eventlog.Any, messages("other", 3)...) // other streams do not count
			for n := range c.held {
				r.append(eventlog.Any, message("a", n+1))
			}
			drafts := messagesFrom("a", c.held+1, c.held+2)
			if c.met {
				got := r.append(c.want, drafts...)
				equal(t, "revision", domain.Revision(c.held+2), got[1].Revision)
				return
			}
			typed := r.refused(eventlog.ErrConflict, c.want, drafts...)
			equal(t, "kind", domain.ErrConflict, typed.Kind)
			equal[any](t, "revision in the error's detail", uint64(c.held), typed.Detail["revision"])
			if typed.Hint == "" {
				t.Error("the conflict has no hint")
			}
		}})
	}
	return rows
}
