package commands

import (
	"bytes"
	"context"
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// CopyReport counts what became of the lines of a copied log.
type CopyReport struct {
	Lines        int `json:"lines"`
	Imported     int `json:"imported"`
	AlreadyKnown int `json:"already_known"`
	Problems
}

// Copier copies the events of another log into this one as they are: ids, source
// and salts stay; position, revision and recorded_at are this log's.
type Copier struct {
	log      eventlog.Log
	scrub    *scrub.Scrubber // of what is said of unreadable lines
	report   CopyReport
	problems fileProblems
	lines    []copiedLine
	bytes    int // of data in lines
}

type copiedLine struct {
	number int
	draft  domain.Draft
}

// NewCopier makes a copier into log.
func NewCopier(log eventlog.Log) *Copier {
	none := noProblems()
	return &Copier{log: log, scrub: scrub.New(), report: CopyReport{Problems: none}, problems: none.of("")}
}

// Line takes one exported line; it is appended with others by and by, at the latest by
// Finish.
//
// Errors: those of the log.
func (c *Copier) Line(ctx context.Context, line producers.Line) error {
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
	case IsReserved(e.Kind):
		c.problems.skip("decision of " + string(e.Kind))
		return nil
	}
	if err := checkSeal(&e); err != nil {
		c.unreadable(number, err)
		return nil
	}
	c.lines, c.bytes = append(c.lines, copiedLine{number, e.Draft}), c.bytes+len(e.Data)
	if len(c.lines) < loadDrafts && c.bytes < loadBytes {
		return nil
	}
	return c.flush(ctx)
}

// unreadable reports a line without the secrets that it may hold.
func (c *Copier) unreadable(number int, err error) {
	reason, _ := c.scrub.Text(err.Error())
	c.problems.unreadable(UnreadableLine{Line: number, Reason: reason})
}

// checkSeal checks data against their digest. Data that were written in another form
// since their export, spaced or sorted, get back the one that was sealed.
func checkSeal(e *domain.Event) error {
	if domain.SealData(*e.Salt, e.Data) == e.DataDigest {
		return nil
	}
	canonical, err := eventlog.Canonical(e.Data)
	if err != nil || domain.SealData(*e.Salt, canonical) != e.DataDigest {
		return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify", Target: e.ID.String(),
			Message: "data_digest does not fit the data, in RFC 8785 form neither"}
	}
	e.Data = canonical
	return nil
}

// Finish appends what is left and returns the report.
func (c *Copier) Finish(ctx context.Context) (*CopyReport, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	c.problems.addTo(&c.report.Problems)
	return &c.report, nil
}

// flush appends the lines that wait, in order. Of those that were refused together each
// is tried by itself.
func (c *Copier) flush(ctx context.Context) error {
	lines := c.lines
	c.lines, c.bytes = nil, 0
	for len(lines) > 0 {
		batches := batchesOf(lines)
		all, err := eventlog.AppendBatches(ctx, c.log, batches)
		for _, receipts := range all {
			for _, receipt := range receipts {
				c.count(receipt)
			}
			lines = lines[len(receipts):]
		}
		if err == nil {
			return nil
		}
		if !settled(err) {
			return err
		}
		refused := len(batches[len(all)].Drafts)
		if err := c.oneByOne(ctx, lines[:refused]); err != nil {
			return err
		}
		lines = lines[refused:]
	}
	return nil
}

// batchesOf makes one append of the lines of a stream that follow each other.
func batchesOf(lines []copiedLine) (batches []eventlog.Batch) {
	for _, l := range lines {
		n := len(batches)
		if n == 0 || batches[n-1].Stream != l.draft.Stream {
			batches = append(batches, eventlog.Batch{Stream: l.draft.Stream, Want: eventlog.Any})
			n++
		}
		batches[n-1].Drafts = append(batches[n-1].Drafts, l.draft)
	}
	return batches
}

func (c *Copier) count(receipt eventlog.Receipt) {
	if receipt.Repeated {
		c.report.AlreadyKnown++
		return
	}
	c.report.Imported++
}

// oneByOne finds which line of a refused batch is to blame.
func (c *Copier) oneByOne(ctx context.Context, lines []copiedLine) error {
	for _, l := range lines {
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
	}
	return nil
}
