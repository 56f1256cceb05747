package reporting

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports"
)

// Details are what is recorded of a report beside its content.
type Details struct {
	Status     domain.ReportStatus
	Lane       domain.LaneID // whose expectation it meets
	Channel    string
	Nudge      string
	Cycle      string
	Supersedes string // id of a report
	Reason     string // of an amendment
	Detached   bool   // the log holds the hash alone
	Pinpoints  []domain.ReportedPinpoint
}

// Filed is a report in the log.
type Filed struct {
	Report string
	Hash   domain.Digest
	record.Decided
}

// Prepare takes secrets out of a document, holds it to the contract and to the events that it
// cites, and seals it.
//
// Errors: those of [reports.Parse], [reports.CheckTexts], [Reports.CheckCited] and [Reports.CheckPromoted].
func (r *Reports) Prepare(ctx context.Context, text []byte) (*reports.Document, reports.Sealed, error) {
	clean, _, err := r.Op.Scrub.Data(text)
	if err != nil {
		return nil, reports.Sealed{}, fmt.Errorf("scrub report: %w", err)
	}
	d, err := reports.Parse(clean)
	if err == nil {
		err = reports.CheckTexts(d)
	}
	if err != nil {
		return nil, reports.Sealed{}, err
	}
	s, err := reports.SealText(clean)
	if err == nil {
		err = r.CheckCited(ctx, d)
	}
	if err == nil {
		err = r.CheckPromoted(ctx, d)
	}
	return d, s, err
}

// File files a document as a new report.
//
// Errors: those of [Reports.Prepare]; kind policy for a document that is too large for an event and
// is not detached; those of the log.
func (r *Reports) File(ctx context.Context, s reports.Sealed, details Details) (Filed, error) {
	stream := domain.StreamID{Family: domain.FamilyReport, ULID: r.Op.NewID()}
	document, err := stored(s, details.Detached)
	if err != nil {
		return Filed{}, err
	}
	p := domain.ReportFiled{Report: stream.String(), SchemaVersion: reports.SchemaVersion, ContentHash: s.Hash, Document: document, Status: details.Status,
		Lane: details.Lane, Nudge: details.Nudge, Cycle: details.Cycle, Channel: details.Channel, Supersedes: details.Supersedes,
		Pinpoints: details.Pinpoints}
	decided, err := r.Op.Decide(ctx, stream, subjectOf(details.Lane), func([]domain.Event) (domain.Payload, []domain.EventID, error) { return p, nil, nil })
	return Filed{stream.String(), s.Hash, decided}, err
}

// Amend files a document as the next version of a report. previous is the hash of the version that
// it replaces; the zero one is the last, whatever it is.
//
// Errors: kind not_found for a report that is not filed; kind conflict where previous is not the
// last version, and for a document that is the last version already; those of [reports.CheckSuccession] and [Reports.File].
func (r *Reports) Amend(ctx context.Context, stream domain.StreamID, d *reports.Document, s reports.Sealed, previous domain.Digest, details Details) (Filed, error) {
	document, err := stored(s, details.Detached)
	if err != nil {
		return Filed{}, err
	}
	var lane domain.LaneID
	if f, err := r.Load(ctx, stream); err == nil {
		lane = f.Lane
	}
	decided, err := r.Op.Decide(ctx, stream, subjectOf(lane), func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		f := fold(stream, events)
		last := f.Last()
		if err := amends(&f, d, s, previous); err != nil {
			return nil, nil, err
		}
		return domain.ReportAmended{Report: stream.String(), SchemaVersion: reports.SchemaVersion, PreviousHash: last.Hash, ContentHash: s.Hash,
			Document: document, Status: details.Status, Lane: lane, Reason: domain.TextOf(details.Reason), Pinpoints: details.Pinpoints}, record.Caused(last.Event), nil
	})
	return Filed{stream.String(), s.Hash, decided}, err
}

// amends holds an amendment to the version that it replaces.
func amends(f *reports.Filing, d *reports.Document, s reports.Sealed, previous domain.Digest) error {
	last := f.Last()
	switch {
	case last == nil:
		return notFiled(f.Report)
	case !previous.IsZero() && previous != last.Hash:
		return &domain.Error{Kind: domain.ErrConflict, Operation: "amend report", Target: f.Report, Message: "was amended since: the version to replace is not the last",
			Detail: map[string]any{"previous_hash": previous.String(), "last": last.Hash.String()}, Hint: "look at the last version, and amend that one"}
	case last.Hash == s.Hash:
		return &domain.Error{Kind: domain.ErrConflict, Operation: "amend report", Target: f.Report, Message: "says this already: nothing was recorded",
			Hint: "that nothing changed is an answer of its own, which files no report"}
	}
	return follows(d, f)
}

// CheckFollows holds a document to the report that was filed last to the channel that it is for; to
// nothing without a channel, and where that report cannot be read.
//
// Errors: those of [reports.CheckSuccession]; those of the log.
func CheckFollows(ctx context.Context, r *Reports, channel string, d *reports.Document) error {
	if channel == "" {
		return nil
	}
	f, found, err := r.InChannel(ctx, channel)
	if err != nil || !found {
		return err
	}
	return follows(d, &f)
}

// follows holds a document to the last version of a report.
func follows(d *reports.Document, f *reports.Filing) error {
	last := f.Last()
	if last.Held != reports.HeldWhole {
		return nil
	}
	old, err := last.Proven(f.Report)
	if err != nil {
		return nil // a version that cannot be read holds no claim to anything
	}
	return reports.CheckSuccession(d, &reports.Previous{Hash: last.Hash, Document: old})
}

func subjectOf(lane domain.LaneID) (s domain.Subject) {
	if lane != "" {
		s.Lane = domain.Known(lane)
	}
	return s
}

// room is what an event needs beside the document.
const room = 4 << 10

// stored is the document as an event holds it.
func stored(s reports.Sealed, detached bool) (domain.JSON, error) {
	if detached {
		return nil, nil
	}
	if len(s.Text) > eventlog.MaxData-room {
		return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "file report", Target: s.Hash.String(),
			Message: fmt.Sprintf("has %d bytes, and an event holds %d", len(s.Text), eventlog.MaxData-room),
			Hint:    "report a narrower scope, or keep the document in a file and file its hash alone"}
	}
	return s.Text, nil
}

// Checked is what was looked at, and found unchanged.
type Checked struct {
	Nudge, Cycle string
	Surfaces     []string
	Window       reports.Window
	Last         *reports.Filing // nil for none
	Searches     []domain.EventID
	Pinpoint     domain.StreamID // that was looked at, zero for none
	Meaningful   domain.LastMeaningful
}

// Unchanged records a check that found no change. It is bound to its nudge or cycle: the stream is that of the nudge,
// and the same answer given twice is one.
//
// Errors: kind usage for an answer to nothing, or without what was checked; those of the log.
func (r *Reports) Unchanged(ctx context.Context, c Checked) (record.Decided, error) {
	switch {
	case c.Nudge == "" && c.Cycle == "":
		return record.Decided{}, domain.Usage("report no change", "nudge", "no_change answers a nudge or a cycle: name it")
	case len(c.Surfaces) == 0, slices.ContainsFunc(c.Surfaces, func(s string) bool { return strings.TrimSpace(s) == "" }):
		return record.Decided{}, domain.Usage("report no change", "checked", "what was looked at; without it nobody knows that somebody looked")
	}
	id := domain.Derive(time.Time{}, "no_change", c.Nudge, c.Cycle)
	stream := domain.StreamID{Family: domain.FamilyReport, ULID: id}
	p := domain.ReportUnchanged{Nudge: c.Nudge, Cycle: c.Cycle, Checked: c.Surfaces, After: c.Window.After, Until: c.Window.Until, Searches: c.Searches, Pinpoint: c.Pinpoint,
		LastMeaningful: c.Meaningful}
	if c.Last != nil {
		p.LastReport, p.ContentHash = c.Last.Report, c.Last.Last().Hash
	}
	if said, err := r.said(ctx, stream, p); said != nil || err != nil {
		return *cmp.Or(said, &record.Decided{}), err
	}
	return r.Op.Decide(ctx, stream, domain.Subject{}, func([]domain.Event) (domain.Payload, []domain.EventID, error) { return p, nil, nil })
}

// said returns the event that already states p, nil for none.
func (r *Reports) said(ctx context.Context, stream domain.StreamID, p domain.Payload) (*record.Decided, error) {
	data, err := eventlog.Encode(p)
	if err != nil {
		return nil, err
	}
	if data, err = jcs.Canonical(data); err != nil {
		return nil, err
	}
	events, err := r.events(ctx, stream)
	for i := range events {
		if e := &events[i]; e.Kind == p.Kind() && bytes.Equal(e.Data, data) {
			return &record.Decided{Event: e.ID, Kind: e.Kind, Receipt: eventlog.Receipt{ID: e.ID, Stream: stream, Revision: e.Revision, Position: e.Position, Repeated: true}}, nil
		}
	}
	return nil, err
}
