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

// Line takes one exported line; it is appended with others of its stream by and by,
// at the latest by Finish.
//
// Errors: those of the log.
func (c *Copier) Line(ctx context.Context, line producers.Line) error {
	c.report.Lines++
	if line.Unreadable != "" {
		c.problems.unreadable(line.Number, line.Unreadable)
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
	if n := len(c.lines); n > 0 && (n >= loadDrafts || c.lines[0].draft.Stream != e.Stream) {
		if err := c.flush(ctx); err != nil {
			return err
		}
	}
	c.lines = append(c.lines, copiedLine{number, e.Draft})
	return nil
}

// unreadable reports a line without the secrets that it may hold.
func (c *Copier) unreadable(number int, err error) {
	reason, _ := c.scrub.Text(err.Error())
	c.problems.unreadable(number, reason)
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

func (c *Copier) flush(ctx context.Context) error {
	if len(c.lines) == 0 {
		return nil
	}
	lines := c.lines
	c.lines = nil
	drafts := make([]domain.Draft, len(lines))
	for i := range lines {
		drafts[i] = lines[i].draft
	}
	receipts, err := c.log.Append(ctx, drafts[0].Stream, eventlog.Any, drafts)
	if err == nil {
		for _, receipt := range receipts {
			c.count(receipt)
		}
		return nil
	}
	if !(errors.Is(err, eventlog.ErrConflict) || errors.Is(err, eventlog.ErrInvalid)) {
		return err
	}
	return c.oneByOne(ctx, lines)
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
			c.problems.changed(l.number, []domain.EventID{l.draft.ID})
		case errors.Is(err, eventlog.ErrInvalid):
			c.unreadable(l.number, err)
		default:
			return err
		}
	}
	return nil
}
