package importing

import (
	"context"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// sent is what one log sent, according to the admissions in the receiving log. It is read on demand: new
// events do not need it, so that memory does not grow with what is forwarded.
type sent struct {
	after domain.Revision // of the admissions that were read
	ids   map[domain.EventID]bool
	asked int // the last call of Take that used it
}

// keptFor is after how many calls of Take that do not ask for it what a log sent is forgotten.
const keptFor = 100

// sentBy returns the ids of the events that a log sent, as far as the receiving log records them. The
// map belongs to the receiver, and valid until the next call.
//
// Errors: those of the log.
func (r *Receiver) sentBy(ctx context.Context, from string) (map[domain.EventID]bool, error) {
	s := r.from[from]
	if s == nil {
		s = &sent{ids: map[domain.EventID]bool{}}
		r.from[from] = s
	}
	s.asked = r.takes
	for e, err := range r.log.Read(ctx, eventlog.Query{Stream: record.AdmissionStream(r.own), AfterRevision: s.after}) {
		if err != nil {
			return nil, err
		}
		s.after = e.Revision
		var p domain.LogAdmitted
		if e.Kind != p.Kind() || eventlog.Decode(e.Data, &p) != nil || p.Via != domain.ViaForward || p.ClaimsLog != from {
			continue
		}
		for _, id := range e.Causes {
			s.ids[id] = true
		}
	}
	return s.ids, nil
}

// forgetUnasked ends a call of Take.
func (r *Receiver) forgetUnasked() {
	r.takes++
	for from, s := range r.from {
		if r.takes-s.asked > keptFor {
			delete(r.from, from)
		}
	}
}
