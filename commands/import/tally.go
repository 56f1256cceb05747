package importing

import (
	"errors"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// tally counts the lines of one file. A line has one fate, the first that fits:
// unreadable, changed, corrected, imported, already known, skipped.
type tally struct {
	scrub    *scrub.Scrubber
	lines    int
	imported int
	known    int
	events   int
	problems fileProblems
}

func newTally(s *scrub.Scrubber, problems fileProblems) *tally {
	return &tally{scrub: s, problems: problems}
}

func (t *tally) line(read producers.Record, results []record.Result) {
	t.lines++
	var fates [record.Refused + 1]int
	changed := slices.Clone(read.Changed)
	var corrected []domain.EventID
	reason := read.Unreadable
	for _, r := range results {
		fates[r.Fate]++
		switch r.Fate {
		case record.Changed:
			changed = append(changed, r.ID)
		case record.Refused:
			reason = joinReasons(reason, r.Err.Error())
		case record.Corrected:
			corrected = append(corrected, r.ID)
		case record.Imported, record.AlreadyKnown:
		}
	}
	t.events += fates[record.Imported] + fates[record.Corrected]
	switch {
	case reason != "":
		reason, _ = t.scrub.Text(reason)
		t.problems.unreadable(UnreadableLine{Line: read.Line, Row: read.Row, Reason: reason})
	case len(changed) > 0:
		t.problems.changed(ChangedLine{Line: read.Line, Row: read.Row, IDs: changed})
	case len(corrected) > 0:
		t.problems.corrected(CorrectedLine{Line: read.Line, Row: read.Row, IDs: corrected})
	case fates[record.Imported] > 0:
		t.imported++
	case fates[record.AlreadyKnown] > 0 || read.Known:
		t.known++
	default:
		reason, _ = t.scrub.Text(skipReason(read)) // it may hold a foreign name
		t.problems.skip(reason)
	}
}

// broken counts the rest of the file, from this line, as one line that cannot be read:
// all of it, when the line is 0.
func (t *tally) broken(line int, err error) {
	t.lines++
	reason := err.Error()
	var next domain.Step
	var typed *domain.Error
	if errors.As(err, &typed) {
		next = typed.Next
		if typed.Hint != "" {
			reason = joinReasons(reason, typed.Hint)
		}
	}
	reason, _ = t.scrub.Text(reason)
	t.problems.unreadable(UnreadableLine{Line: line, Reason: reason, Next: next})
}

// silent counts a recording without any fact as one line that cannot be read: it is
// recognized as one of its source, and its content is lost. A source that compares itself
// with the log may have nothing to report.
func (t *tally) silent(f *ImportFile) {
	reason := t.problems.silence(f.Silent)
	if f.Asks || reason == "" || t.imported+t.known+len(t.problems.found.Corrected) > 0 || t.problems.found.Any() {
		return
	}
	t.lines++
	t.problems.unreadable(UnreadableLine{Reason: "a recording of " + f.Source + " that says nothing: " + reason})
}

func joinReasons(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

func skipReason(record producers.Record) string {
	if record.Skipped == "" {
		return "says nothing that is kept"
	}
	return record.Skipped
}

func (t *tally) addTo(r *ImportReport) {
	r.Lines += t.lines
	r.Imported += t.imported
	r.AlreadyKnown += t.known
	r.Events += t.events
	t.problems.addTo(&r.Problems)
}
