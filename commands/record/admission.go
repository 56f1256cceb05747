package record

import (
	"context"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// AdmissionStream is the stream in which the log with the given own stream records how events came
// to it. It is a separate stream, so that reading the signers of a log does not read it.
func AdmissionStream(own domain.StreamID) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyLog, ULID: domain.Derive(time.Time{}, "admissions", own.String())}
}

// AdmissionDraft returns the admission of events by a way; it sorts ids. channel names the sender, ""
// for the user who runs the program. Its id derives from its content and from the channel, so that a
// retry appends nothing, and two that send the same at once are both admitted.
func AdmissionDraft(own domain.StreamID, ids []domain.EventID, via domain.Via, claimsLog, channel string) (domain.Draft, error) {
	p, ids := domain.Admit(ids, via, claimsLog)
	data, err := eventlog.Encode(p)
	if err != nil {
		return domain.Draft{}, err
	}
	parts := []string{string(p.Kind()), own.String(), string(via), claimsLog, p.IDsDigest}
	if channel != "" {
		parts = append(parts, channel)
	}
	id := domain.Derive(time.Time{}, parts...)
	return domain.Draft{ID: domain.EventID(id), Kind: p.Kind(), Version: 1, Stream: AdmissionStream(own),
		ObservedAt: domain.UnknownInstant(domain.UnknownNotApplicable), Emitter: domain.EmitterID("log/" + own.ULID.String()),
		Correlation: domain.CorrelationID(domain.Derive(time.Time{}, "run", own.String()).String()),
		Causes:      ids, Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh, Channel: channel}, Data: data}, nil
}

// OwnStream is the stream of log.opened.
func OwnStream(ctx context.Context, log eventlog.Log) (stream domain.StreamID, err error) {
	for first, err := range log.Read(ctx, eventlog.Query{Limit: 1, EnvelopeOnly: true}) {
		if err != nil {
			return stream, err
		}
		stream = first.Stream
	}
	return stream, nil
}

// admissions is the admissions of a log, read at first use.
type admissions struct {
	mu     sync.Mutex
	own    domain.StreamID
	after  domain.Revision
	byFile map[domain.EventID]bool // events that came by an import, and not directly since
}

// direct records that events which a producer appended, and which the log held already, came
// directly, as far as the log has them as imported.
//
// Errors: those of the log.
func (a *admissions) direct(ctx context.Context, log eventlog.Log, receipts []eventlog.Receipt) error {
	var repeated []domain.EventID
	for i := range receipts {
		if receipts[i].Repeated {
			repeated = append(repeated, receipts[i].ID)
		}
	}
	if len(repeated) == 0 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.read(ctx, log); err != nil {
		return err
	}
	var better []domain.EventID
	for _, id := range repeated {
		if a.byFile[id] {
			better = append(better, id)
		}
	}
	if len(better) == 0 {
		return nil
	}
	draft, err := AdmissionDraft(a.own, better, domain.ViaDirect, "", "")
	if err == nil {
		_, err = log.Append(ctx, draft.Stream, eventlog.Any, []domain.Draft{draft})
	}
	return err
}

// read reads the admissions that are new in the log.
func (a *admissions) read(ctx context.Context, log eventlog.Log) (err error) {
	if a.own.IsZero() {
		a.byFile = map[domain.EventID]bool{}
		if a.own, err = OwnStream(ctx, log); err != nil || a.own.IsZero() {
			return err
		}
	}
	for e, err := range log.Read(ctx, eventlog.Query{Stream: AdmissionStream(a.own), AfterRevision: a.after}) {
		if err != nil {
			return err
		}
		a.after = e.Revision
		var p domain.LogAdmitted
		if e.Kind == p.Kind() && eventlog.Decode(e.Data, &p) == nil {
			a.apply(&e, p.Via)
		}
	}
	return nil
}

// apply applies an admission: an event that came directly stays so, whatever is imported later.
func (a *admissions) apply(e *domain.Event, via domain.Via) {
	for _, id := range e.Causes {
		byFile, known := a.byFile[id]
		a.byFile[id] = via == domain.ViaImport && (byFile || !known)
	}
}

// cameByImport reports whether an event came to a log by an import of another one, and not directly
// since.
//
// Errors: those of the log.
func cameByImport(ctx context.Context, log eventlog.Log, id domain.EventID) (bool, error) {
	var a admissions
	err := a.read(ctx, log)
	return a.byFile[id], err
}

// CountImported counts the events that came to a log by an import of another one, and not directly
// since.
//
// Errors: those of the log.
func CountImported(ctx context.Context, log eventlog.Log) (n int, err error) {
	var a admissions
	if err := a.read(ctx, log); err != nil {
		return 0, err
	}
	for _, byFile := range a.byFile {
		if byFile {
			n++
		}
	}
	return n, nil
}
