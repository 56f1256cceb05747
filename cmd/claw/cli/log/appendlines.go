package logcmd

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// appendLines appends while it reads, so that a long input needs no memory and an error names its
// line; what was answered is durable. Without an expectation it never waits for input while it
// holds a line.
func appendLines(a *app.App, c *commit, in io.Reader) error {
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
			read, err := readDraft(a, line)
			if err != nil && c.atomic {
				return atLine(err, line.Number)
			}
			if err != nil {
				return app.FirstError(flush(), atLine(err, line.Number))
			}
			if len(pending) > 0 && pending[0].draft.Stream != read.draft.Stream {
				if c.atomic {
					return atLine(otherStream(&read.draft), line.Number)
				}
				if err := flush(); err != nil {
					return err
				}
			}
			pending = append(pending, read)
		}
		if c.want.IsAny() && !c.atomic && !line.Next { // so that the reader of the receipts gets them now
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// otherStream is the error of a draft of a batch that belongs to another stream than those before it.
func otherStream(d *domain.Draft) error {
	return app.UsageError("append", d.Stream.String(), "is another stream than that of the lines before", "leave --atomic out: an append has one stream")
}

// commit appends drafts of one stream and answers with their receipts.
type commit struct {
	*app.App
	log      eventlog.Log
	recorder *record.Recorder
	want     eventlog.Expect
	atomic   bool // all lines are one append
	// unnamed means that drafts without given ids may be in the log: appending them again would
	// duplicate them.
	unnamed bool
}

// once adds to err that the run cannot be repeated as it is, where that is so.
func (c *commit) once(err error) error {
	if err == nil || !c.unnamed || !app.Typed(err).Retryable {
		return err
	}
	e := *app.Typed(err)
	e.Retryable = false
	e.Hint = "append the lines that no receipt answers; lines with an id can always be appended again"
	return &e
}

// all appends the drafts of consecutive lines. Without an expectation they only share a commit: a
// rejected draft does not affect those before it.
func (c *commit) all(lines []draftLine) error {
	err := c.append(lines)
	if len(lines) < 2 || c.atomic || !c.want.IsAny() || !refused(err) {
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
	receipts, err := c.recorder.Append(c.Ctx, c.want, draftsOf(lines))
	if errors.Is(err, eventlog.ErrConflict) {
		again, lookErr := asHeld(c.Ctx, c.log, lines)
		if lookErr != nil {
			return lookErr
		}
		if again {
			receipts, err = c.recorder.Append(c.Ctx, c.want, draftsOf(lines))
		}
	}
	if !refused(err) && !errors.Is(err, eventlog.ErrBusy) {
		c.unnamed = c.unnamed || slices.ContainsFunc(lines, func(l draftLine) bool { return !l.named })
	}
	for _, receipt := range receipts {
		if err := app.WriteLine(c.Out, receipt.Line()); err != nil {
			return app.OutputError(err)
		}
	}
	return atLine(err, lines[0].line)
}

// refused reports whether err can be caused by one draft and affects all that are appended with it.
// Nothing was written then.
func refused(err error) bool {
	var e *domain.Error
	return errors.Is(err, eventlog.ErrInvalid) || errors.Is(err, eventlog.ErrConflict) ||
		errors.As(err, &e) && e.Kind == domain.ErrPolicy
}

// atLine adds the input line to a typed error, and removes secrets from the text of the line that
// the error repeats.
func atLine(err error, line int) error {
	var e *domain.Error
	if errors.As(err, &e) {
		if e.Detail == nil {
			e.Detail = map[string]any{}
		}
		e.Detail["line"] = line
		for _, text := range []*string{&e.Target, &e.Message} {
			*text, _ = scrub.New().Text(*text)
		}
	}
	return err
}
