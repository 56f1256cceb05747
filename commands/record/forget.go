package record

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// ForgetReport counts the events of forgotten sessions by result. Erased, Already and Kept are all
// of them.
type ForgetReport struct {
	Sessions []domain.SessionID `json:"sessions"`
	Erased   int                `json:"erased"` // events whose data this run erased, or would erase
	Already  int                `json:"already_erased"`
	// Kept are the events whose kinds hold no text of a conversation, by kind.
	Kept []KeptEvents `json:"kept"`
	// CitedBy are the events of others that cite erased ones: they stay as they are.
	CitedBy []Citation `json:"cited_by"`
}

// KeptEvents counts events of a kind.
type KeptEvents struct {
	Kind   domain.Kind `json:"kind"`
	Events int         `json:"events"`
}

// Citation is an event that names events as its causes, or as the one it conflicts with.
type Citation struct {
	Event    domain.EventID   `json:"event"`
	Kind     domain.Kind      `json:"event_kind"`
	Position uint64           `json:"position"`
	Cites    []domain.EventID `json:"cites"`
}

// eraseBatch is how many events are erased in one step, so that other writers can append between
// steps.
const eraseBatch = 256

// Forget erases the data of all events of sessions, in their streams and elsewhere, as far as their
// kinds are erasable, and records each erasure with who decided it and why. The envelopes stay, and
// so does every proof. With dryRun the log is only read. tell, if not nil, is called with the number
// of erased events.
//
// A crash leaves each event erased and recorded, or neither: forget again. Bytes of what was erased
// may remain in the log's files until they are scoured, see [eventlog.Eraser].
//
// Errors: kind unavailable when the log's engine cannot erase; those of the log.
func (o *Operator) Forget(ctx context.Context, sessions []domain.SessionID, reason string, dryRun bool, tell func(done, of int)) (*ForgetReport, error) {
	as := erasing{"forget", "forget_session", reason}
	if _, err := o.eraser(as, string(sessions[0])); err != nil {
		return nil, err
	}
	f := newForgetting(sessions)
	if err := f.find(ctx, o.Log); err != nil {
		return nil, err
	}
	report := f.report()
	if dryRun {
		return report, nil
	}
	if err := o.erase(ctx, as, f.order, f.erase, tell); err != nil {
		return nil, err
	}
	return report, nil
}

// erasing is the recorded reason of erasures.
type erasing struct{ operation, policy, reason string }

// eraser is the log, if its engine can erase.
func (o *Operator) eraser(as erasing, target string) (eventlog.Eraser, error) {
	eraser, ok := o.Log.(eventlog.Eraser)
	if !ok || !o.Log.Capabilities().Erasure {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: as.operation, Target: target,
			Message: "the engine of this log cannot erase", Next: domain.Step{Code: nextstep.CopyToErase}}
	}
	return eraser, nil
}

// erase erases the data of events by their digests, in order.
func (o *Operator) erase(ctx context.Context, as erasing, order []domain.EventID, digests map[domain.EventID]domain.Digest, tell func(done, of int)) error {
	if len(order) == 0 {
		return nil
	}
	eraser, err := o.eraser(as, order[0].String())
	if err != nil {
		return err
	}
	records, err := o.erasures(ctx, as, order, digests)
	if err != nil {
		return err
	}
	for done := 0; done < len(records); {
		n := min(eraseBatch, len(records)-done)
		if _, err := eraser.Erase(ctx, records[done:done+n]); err != nil {
			return err
		}
		done += n
		if tell != nil {
			tell(done, len(records))
		}
	}
	return nil
}

// erasures are the records of all that is to be erased, in the log's own stream.
func (o *Operator) erasures(ctx context.Context, as erasing, order []domain.EventID, digests map[domain.EventID]domain.Digest) ([]domain.Draft, error) {
	var own domain.StreamID
	for e, err := range o.Log.Read(ctx, eventlog.Query{Limit: 1, EnvelopeOnly: true}) {
		if err != nil {
			return nil, err
		}
		own = e.Stream
	}
	records := make([]domain.Draft, 0, len(order))
	for _, id := range order {
		says := domain.LogDataErased{ID: id, DataDigest: digests[id].String(), Actor: string(o.name), Policy: as.policy, Reason: as.reason}
		draft, err := o.Draft(domain.EventID(o.NewID()), own, domain.Subject{}, says, nil)
		if err != nil {
			return nil, err
		}
		records = append(records, draft)
	}
	return records, nil
}

// forgetting is what a log holds of sessions.
type forgetting struct {
	sessions map[domain.SessionID]bool
	streams  map[domain.StreamID]bool
	erase    map[domain.EventID]domain.Digest // of the data, which still exist
	gone     map[domain.EventID]bool          // the data are erased
	order    []domain.EventID                 // of erase
	kept     map[domain.Kind]int
	cited    []Citation
}

func newForgetting(sessions []domain.SessionID) *forgetting {
	f := &forgetting{sessions: map[domain.SessionID]bool{}, streams: map[domain.StreamID]bool{},
		erase: map[domain.EventID]domain.Digest{}, gone: map[domain.EventID]bool{}, kept: map[domain.Kind]int{}}
	for _, s := range sessions {
		f.sessions[s], f.streams[s.Stream()] = true, true
	}
	return f
}

// find reads the envelopes of the log, twice: an event may be before the ones that it cites.
func (f *forgetting) find(ctx context.Context, log eventlog.Log) error {
	var last []domain.EventID
	for e, err := range log.Read(ctx, eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			return err
		}
		if !f.owns(&e) {
			continue
		}
		switch info, _ := domain.LookupKind(e.Kind); {
		case e.Erased:
			f.gone[e.ID] = true
		case !info.Erasable:
			f.kept[info.Kind]++
		case e.Kind == (domain.SessionIdentityEnriched{}).Kind():
			// It may be all that ties a session to its parent: while something is left to erase,
			// the next run must find it.
			f.erase[e.ID] = e.DataDigest
			last = append(last, e.ID)
		default:
			f.erase[e.ID] = e.DataDigest
			f.order = append(f.order, e.ID)
		}
	}
	f.order = append(f.order, last...)
	for e, err := range log.Read(ctx, eventlog.Query{EnvelopeOnly: true}) {
		if err != nil {
			return err
		}
		f.citation(&e)
	}
	return nil
}

func (f *forgetting) owns(e *domain.Event) bool {
	return f.streams[e.Stream] || f.sessions[e.Subject.Session.Value]
}

func (f *forgetting) citation(e *domain.Event) {
	if f.owns(e) {
		return
	}
	var cites []domain.EventID
	for _, id := range append(slices.Clone(e.Causes), e.ConflictsWith) {
		if _, erased := f.erase[id]; erased || f.gone[id] {
			cites = append(cites, id)
		}
	}
	if len(cites) > 0 {
		f.cited = append(f.cited, Citation{Event: e.ID, Kind: domain.Kind(strings.Clone(string(e.Kind))), Position: e.Position.Number(), Cites: cites})
	}
}

func (f *forgetting) report() *ForgetReport {
	r := &ForgetReport{Sessions: slices.Sorted(maps.Keys(f.sessions)), Erased: len(f.order), Already: len(f.gone), Kept: []KeptEvents{}, CitedBy: []Citation{}}
	for _, k := range slices.Sorted(maps.Keys(f.kept)) {
		r.Kept = append(r.Kept, KeptEvents{Kind: k, Events: f.kept[k]})
	}
	r.CitedBy = append(r.CitedBy, f.cited...)
	return r
}
