package logcmd

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// draftLine is a draft and its input line.
type draftLine struct {
	draft domain.Draft
	line  int
	named bool // its id was given, or is the same when the line is appended again
	// unsigned, undated and alone mean that the line names no emitter, no time, and no run.
	unsigned, undated, alone bool
}

// byAppend is the prefix of the emitters of lines that name none.
const byAppend = "append/"

// readDraft parses a line and fills in the members that may be left out.
func readDraft(a *app.App, line producers.Line) (l draftLine, err error) {
	if line.Unreadable != "" {
		return l, &domain.Error{Kind: domain.ErrParse, Operation: "read draft",
			Message: line.Unreadable, Hint: "a draft is one JSON object a line, in UTF-8"}
	}
	d, err := eventlog.ParseDraft(bytes.Clone(line.Text))
	if err != nil {
		return l, err
	}
	l = draftLine{line: line.Number, named: !d.ID.IsZero() || a.IDs != nil, unsigned: d.Emitter == "", undated: d.ObservedAt.IsZero(), alone: d.Correlation == ""}
	if d.ID.IsZero() {
		d.ID = domain.EventID(a.NewID())
	}
	if d.Version == 0 {
		d.Version = 1
	}
	if l.unsigned {
		d.Emitter = domain.EmitterID(byAppend + appender(a))
	}
	if d.Source.Kind == "" {
		d.Source.Kind = domain.SourceLive
	}
	if a.Token != "" { // and not by what the draft states
		d.Source.Channel = a.Channel()
	}
	if l.undated {
		d.ObservedAt = domain.At(a.Now())
	}
	if l.alone {
		d.Correlation = runFor(a, &d)
	}
	l.draft = d
	return l, nil
}

// appender returns the emitter of a draft that names none.
func appender(a *app.App) string {
	if a.Token != "" {
		return string(app.Me(a))
	}
	return app.FirstOf(a.User, "unknown")
}

// runFor identifies the run of a draft that names none: that of its session, else of this process.
func runFor(a *app.App, d *domain.Draft) domain.CorrelationID {
	if session := d.Subject.Session.Value; session != "" {
		return session.Correlation()
	}
	return a.OwnRun()
}

// draftsOf copies the drafts of lines, because appending changes them.
func draftsOf(lines []draftLine) []domain.Draft {
	drafts := make([]domain.Draft, len(lines))
	for i := range lines {
		drafts[i] = lines[i].draft
	}
	return drafts
}

// asHeld fills in, from log, the members that lines with an id leave out, so that appending them
// again is a repetition and not another content. It reports whether log has one of them.
//
// Errors: those of the log.
func asHeld(ctx context.Context, log eventlog.Log, lines []draftLine) (found bool, err error) {
	for i := range lines {
		l := &lines[i]
		if !l.named || !l.unsigned && !l.undated && !l.alone {
			continue
		}
		held, err := log.Get(ctx, l.draft.ID)
		if errors.Is(err, eventlog.ErrNotFound) {
			continue
		}
		if err != nil {
			return false, err
		}
		found = true
		if l.unsigned && strings.HasPrefix(string(held.Emitter), byAppend) {
			l.draft.Emitter = held.Emitter
		}
		if l.undated {
			l.draft.ObservedAt = held.ObservedAt
		}
		if l.alone {
			l.draft.Correlation = held.Correlation
		}
	}
	return found, nil
}
