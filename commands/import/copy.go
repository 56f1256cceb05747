package importing

import (
	"bytes"
	"context"
	"errors"
	"iter"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// Copy copies exported lines, the events of another log, into log as they are: ids, source and
// salts stay; position, revision and recorded_at are this log's. An admission before the events of
// a batch records that they were imported (see [domain.LogAdmitted]). channel names the sender; "" means
// the user who runs the program.
//
// The report is returned with an error too: it counts the lines whose result was known before the error.
// Of the lines that were being appended at that time, a part may be in the log.
//
// Errors: those of the log and of lines; a line that is no event is reported and skipped.
func Copy(ctx context.Context, log eventlog.Log, lines iter.Seq2[producers.Line, error], channel string) (*LineReport, error) {
	none := noProblems()
	c := &copier{log: log, scrub: scrub.New(), report: LineReport{Problems: none}, problems: none.of(""), channel: channel}
	return c.copy(ctx, lines)
}

func (c *copier) copy(ctx context.Context, lines iter.Seq2[producers.Line, error]) (*LineReport, error) {
	err := c.all(ctx, lines)
	c.report.Lines -= len(c.waiting)
	c.problems.addTo(&c.report.Problems)
	return &c.report, err
}

// copier is one [Copy] under way.
type copier struct {
	log      eventlog.Log
	scrub    *scrub.Scrubber // of the reasons of unreadable lines
	report   LineReport
	problems fileProblems
	waiting  []copiedLine             // to be appended
	bytes    int                      // of data in waiting
	own      domain.StreamID          // of log, once it was requested
	channel  string                   // of admissions
	claims   string                   // id of the log that the lines say they are from
	forward  *Receiver                // nil for an import
	decides  map[domain.StreamID]bool // streams in which decisions are taken
}

type copiedLine struct {
	number int
	draft  domain.Draft
}

func (c *copier) all(ctx context.Context, lines iter.Seq2[producers.Line, error]) error {
	for line, err := range lines {
		if err != nil {
			return err
		}
		if err := c.line(ctx, line); err != nil {
			return err
		}
	}
	return c.flush(ctx)
}

// line adds one line; lines are appended together.
func (c *copier) line(ctx context.Context, line producers.Line) error {
	c.report.Lines++
	if line.Unreadable != "" {
		c.problems.unreadable(UnreadableLine{Line: line.Number, Reason: line.Unreadable})
		return nil
	}
	number, text := line.Number, line.Text
	if len(bytes.TrimSpace(text)) == 0 {
		c.problems.skip("blank line")
		return nil
	}
	e, err := eventlog.ParseLine(bytes.Clone(text))
	switch {
	case err != nil:
		c.unreadable(number, err)
		return nil
	case e.Erased:
		c.problems.skip("erased data: restore the whole log instead")
		return nil
	case c.forward != nil && e.Kind == domain.KindLogDataErased:
		return c.erased(ctx, &e)
	case c.forward != nil && forwardsDecision(e.Kind):
		if why, err := c.foreign(ctx, e.Stream); err != nil || why != "" {
			c.problems.skip(why)
			return err
		}
	case record.IsReserved(e.Kind):
		if c.forward == nil && e.Kind == (domain.LogOpened{}).Kind() {
			c.claims = seal.Leaf(&e).String()
		}
		c.problems.skip("decision of " + string(e.Kind))
		return nil
	}
	if err := checkSeal(&e); err != nil {
		c.unreadable(number, err)
		return nil
	}
	c.waiting, c.bytes = append(c.waiting, copiedLine{number, e.Draft}), c.bytes+len(e.Data)
	if !c.isFull() {
		return nil
	}
	return c.flush(ctx)
}

// isFull reports whether the waiting lines are to be appended. What a forwarder sends at once is appended
// at once: nothing of it is durable for the forwarder before all is.
func (c *copier) isFull() bool {
	if c.forward != nil {
		return len(c.waiting) >= forwardedDrafts || c.bytes >= forwardedBytes
	}
	return len(c.waiting) >= loadDrafts || c.bytes >= loadBytes
}

// unreadable reports a line, without the secrets in it.
func (c *copier) unreadable(number int, err error) {
	reason, _ := c.scrub.Text(err.Error())
	c.problems.unreadable(UnreadableLine{Line: number, Reason: reason})
}

// checkSeal checks data against their digest. Data that were written in another form
// since their export, spaced or sorted, get back the one that was sealed.
func checkSeal(e *domain.Event) error {
	if seal.Data(*e.Salt, e.Data) == e.DataDigest {
		return nil
	}
	canonical, err := jcs.Canonical(e.Data)
	if err != nil || seal.Data(*e.Salt, canonical) != e.DataDigest {
		return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify", Target: e.ID.String(),
			Message: "data_digest does not fit the data, in RFC 8785 form neither"}
	}
	e.Data = canonical
	return nil
}

// flush appends the waiting lines, in order. Lines that were refused together are tried one by one.
func (c *copier) flush(ctx context.Context) error {
	c.bytes = 0
	admits := map[domain.EventID]bool{}
	for len(c.waiting) > 0 {
		batches, err := c.admitted(ctx, admits)
		if err != nil {
			return err
		}
		all, err := eventlog.AppendBatches(ctx, c.log, batches)
		for _, receipts := range all {
			if receipts[0].Stream == record.AdmissionStream(c.own) {
				continue
			}
			for _, receipt := range receipts {
				c.count(receipt)
			}
			c.waiting = c.waiting[len(receipts):]
		}
		if err == nil {
			return nil
		}
		if !record.IsSettled(err) || batches[len(all)].Stream == record.AdmissionStream(c.own) {
			return err
		}
		if err := c.oneByOne(ctx, len(batches[len(all)].Drafts)); err != nil {
			return err
		}
	}
	return nil
}

// batchesOf makes one append of consecutive lines of a stream.
func batchesOf(lines []copiedLine) (batches []eventlog.Batch) {
	for _, l := range lines {
		n := len(batches)
		if n == 0 || batches[n-1].Stream != l.draft.Stream {
			batches = append(batches, eventlog.Batch{Stream: l.draft.Stream, Want: eventlog.Any, NoLeaves: true})
			n++
		}
		batches[n-1].Drafts = append(batches[n-1].Drafts, l.draft)
	}
	return batches
}

func (c *copier) count(receipt eventlog.Receipt) {
	if receipt.Repeated {
		c.report.AlreadyKnown++
		return
	}
	c.report.Imported++
}

// oneByOne appends the first n waiting lines one by one, to find which of them is refused.
func (c *copier) oneByOne(ctx context.Context, n int) error {
	for range n {
		l := c.waiting[0]
		receipts, err := c.log.Append(ctx, l.draft.Stream, eventlog.Any, []domain.Draft{l.draft})
		switch {
		case err == nil:
			c.count(receipts[0])
		case errors.Is(err, eventlog.ErrConflict):
			c.problems.changed(ChangedLine{Line: l.number, IDs: []domain.EventID{l.draft.ID}})
		case errors.Is(err, eventlog.ErrInvalid):
			c.unreadable(l.number, err)
		default:
			return err
		}
		c.waiting = c.waiting[1:]
	}
	return nil
}

// wanting are the ids of the events that want an admission: the log does not hold them yet; or it does, and
// they arrive from a forwarder that did not send them before. What the log refuses is not admitted, and
// nothing that is in admits, to which they are added.
//
// Errors: those of the log.
func (c *copier) wanting(ctx context.Context, admits map[domain.EventID]bool) (ids []domain.EventID, err error) {
	all := make([]domain.EventID, len(c.waiting))
	for i := range c.waiting {
		all[i] = c.waiting[i].draft.ID
	}
	held, err := eventlog.Find(ctx, c.log, all)
	if err != nil {
		return nil, err
	}
	var sent map[domain.EventID]bool
	if c.forward != nil && len(held) > 0 {
		if sent, err = c.forward.sentBy(ctx, c.claims); err != nil {
			return nil, err
		}
	}
	for i := range c.waiting {
		d := &c.waiting[i].draft
		here, isHeld := held[d.ID]
		if admits[d.ID] || isHeld && (c.forward == nil || sent[d.ID] || here.Stream != d.Stream) {
			continue
		}
		e, invalid := eventlog.Prepare(d, nil)
		if invalid == nil && (!isHeld || eventlog.SameCore(&here, &e)) {
			ids = append(ids, d.ID)
			admits[d.ID] = true
		}
	}
	return ids, nil
}

// admitted is the appends of the waiting lines, after the admission of the events that want one; there is
// none where none does.
//
// Errors: those of the log.
func (c *copier) admitted(ctx context.Context, admits map[domain.EventID]bool) ([]eventlog.Batch, error) {
	batches := batchesOf(c.waiting)
	ids, err := c.wanting(ctx, admits)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return batches, nil
	}
	if c.own.IsZero() {
		if c.own, err = record.OwnStream(ctx, c.log); err != nil {
			return nil, err
		}
	}
	via := domain.ViaImport
	if c.forward != nil {
		via = domain.ViaForward
	}
	draft, err := record.AdmissionDraft(c.own, ids, via, c.claims, c.channel)
	if err != nil {
		return nil, err
	}
	return append([]eventlog.Batch{{Stream: draft.Stream, Want: eventlog.Any, Drafts: []domain.Draft{draft}}}, batches...), nil
}
