package cli

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// draftLine is a draft and the input line it stands in.
type draftLine struct {
	draft domain.Draft
	line  int
	named bool // its id was given
}

// appendLines appends as it reads, so that a long input needs no memory and a
// failure names its line; what was answered is durable. Unless there is an
// expectation it never waits for a line with another one in hand.
func (a *app) appendLines(c *commit, in io.Reader) error {
	var pending []draftLine
	flush := func() error {
		err := c.all(pending)
		pending = pending[:0]
		return err
	}
	for line, err := range producers.Lines(in) {
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line.Text)) > 0 || line.Unreadable != "" {
			draft, named, err := a.readDraft(line)
			if err != nil {
				return firstError(flush(), atLine(err, line.Number))
			}
			if len(pending) > 0 && pending[0].draft.Stream != draft.Stream {
				if err := flush(); err != nil {
					return err
				}
			}
			pending = append(pending, draftLine{draft, line.Number, named})
		}
		if c.want.IsAny() && !line.Next { // whoever waits for the receipts gets them now
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// commit appends drafts of one stream and answers with their receipts.
type commit struct {
	*app
	recorder *commands.Recorder
	want     eventlog.Expect
	// unnamed says that drafts whose ids were not given may be in the log: appended
	// again, they would be there twice.
	unnamed bool
}

// once makes of err that the run cannot be repeated as it is, if that is so.
func (c *commit) once(err error) error {
	if err == nil || !c.unnamed || !typed(err).Retryable {
		return err
	}
	e := *typed(err)
	e.Retryable = false
	e.Hint = "append the lines that no receipt answers; lines with an id can always be appended again"
	return &e
}

// all appends what stands in lines that follow each other. Without an expectation
// they only share a commit: one that is refused does not take those before it along.
func (c *commit) all(lines []draftLine) error {
	err := c.append(lines)
	if len(lines) < 2 || !c.want.IsAny() || !refused(err) {
		return err
	}
	for i := range lines {
		if err := c.append(lines[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

func (c *commit) append(lines []draftLine) error {
	if len(lines) == 0 {
		return nil
	}
	drafts := make([]domain.Draft, len(lines))
	for i := range lines {
		drafts[i] = lines[i].draft
	}
	receipts, err := c.recorder.Append(c.ctx, c.want, drafts)
	if !refused(err) && !errors.Is(err, eventlog.ErrBusy) {
		c.unnamed = c.unnamed || slices.ContainsFunc(lines, func(l draftLine) bool { return !l.named })
	}
	for _, receipt := range receipts {
		if err := writeLine(c.Out, receiptOf(receipt)); err != nil {
			return outputError(err)
		}
	}
	return atLine(err, lines[0].line)
}

// refused reports whether err is what one draft can bring on all that are appended
// with it. Then nothing was written.
func refused(err error) bool {
	var e *domain.Error
	return errors.Is(err, eventlog.ErrInvalid) || errors.Is(err, eventlog.ErrConflict) ||
		errors.As(err, &e) && e.Kind == domain.ErrPolicy
}

// atLine adds the input line to a typed error.
func atLine(err error, line int) error {
	var e *domain.Error
	if errors.As(err, &e) {
		if e.Detail == nil {
			e.Detail = map[string]any{}
		}
		e.Detail["line"] = line
	}
	return err
}

// readDraft parses a line and fills in what a person may leave out.
//
// named says that the line gives the id.
func (a *app) readDraft(line producers.Line) (d domain.Draft, named bool, err error) {
	if line.Unreadable != "" {
		return d, false, &domain.Error{Kind: domain.ErrParse, Operation: "read draft",
			Message: line.Unreadable, Hint: "a draft is one JSON object a line, in UTF-8"}
	}
	if d, err = eventlog.ParseDraft(bytes.Clone(line.Text)); err != nil {
		return d, false, err
	}
	if named = !d.ID.IsZero(); !named {
		d.ID = domain.EventID(a.newID())
	}
	if d.Version == 0 {
		d.Version = 1
	}
	if d.Emitter == "" {
		d.Emitter = domain.EmitterID("append/" + firstOf(a.User, "unknown"))
	}
	if d.Source.Kind == "" {
		d.Source.Kind = domain.SourceLive
	}
	if d.ObservedAt.IsZero() {
		d.ObservedAt = domain.At(a.Now())
	}
	return d, named, nil
}
