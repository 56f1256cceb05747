package importing

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// LineReport counts lines by their fate. Lines is the sum of Imported, AlreadyKnown, the lines of
// Corrected, Changed, the lines of Skipped, those of Unreadable and the lines of LeftOut.
type LineReport struct {
	Lines        int `json:"lines"`
	Imported     int `json:"imported"`
	AlreadyKnown int `json:"already_known"`
	Problems
}

// Problems are the lines of a run for which nothing was appended, and those that were corrected. A
// report names the first of each sort and file, and counts the others, so that its size is bounded.
type Problems struct {
	Corrected  []CorrectedLine  `json:"corrected"`
	Changed    []ChangedLine    `json:"changed"`
	Skipped    []SkippedLines   `json:"skipped"`
	Unreadable []UnreadableLine `json:"unreadable"`
	LeftOut    []LeftOutLines   `json:"left_out"`
}

// ChangedLine is a line whose emitter recorded another content under the same id before.
type ChangedLine struct {
	File string           `json:"file"`
	Line int              `json:"line"`
	Row  string           `json:"row,omitzero"` // of a database: table and rowid
	IDs  []domain.EventID `json:"ids"`
}

// CorrectedLine is a line of which the log held earlier editions: its reader reads it better now.
// IDs are those of the appended events.
type CorrectedLine struct {
	File string           `json:"file"`
	Line int              `json:"line"`
	Row  string           `json:"row,omitzero"` // of a database: table and rowid
	IDs  []domain.EventID `json:"ids"`
}

// SkippedLines counts the lines of a file without content for a log.
type SkippedLines struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
	Lines  int    `json:"lines"`
}

// UnreadableLine is a line that could not be read, or a file (line 0).
type UnreadableLine struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Row    string `json:"row,omitzero"` // of a database: table and rowid, or a table of which rows could not be read
	Reason string `json:"reason"`
	// Next is the next step, which the front door adds to the reason.
	Next domain.Step `json:"-"`
}

// LeftOutLines counts the lines of a file with the same fate as those that are named.
type LeftOutLines struct {
	File  string   `json:"file"`
	Fate  LineFate `json:"fate"`
	Lines int      `json:"lines"`
}

// LineFate is the fate of a line that is named.
type LineFate string

// The fates of lines that are named one by one.
const (
	LineCorrected  LineFate = "corrected"
	LineChanged    LineFate = "changed"
	LineUnreadable LineFate = "unreadable"
)

// A report names so many lines of each fate, and reasons of skipped ones, of one file; after
// mostLines, only one more of each file and fate.
const (
	mostOfFile = 100
	mostLines  = 10_000
)

// otherReasons takes the place of the reasons that a report does not name.
const otherReasons = "for other reasons, not named here"

func noProblems() Problems {
	return Problems{Corrected: []CorrectedLine{}, Changed: []ChangedLine{}, Skipped: []SkippedLines{}, Unreadable: []UnreadableLine{}, LeftOut: []LeftOutLines{}}
}

// Count returns how many lines had a fate, named or not; a file of which nothing could
// be read counts as one.
func (p *Problems) Count(fate LineFate) int {
	n := 0
	switch fate {
	case LineCorrected:
		n = len(p.Corrected)
	case LineChanged:
		n = len(p.Changed)
	case LineUnreadable:
		n = len(p.Unreadable)
	}
	for _, l := range p.LeftOut {
		if l.Fate == fate {
			n += l.Lines
		}
	}
	return n
}

// SkippedLines returns how many lines were skipped.
func (p *Problems) SkippedLines() int {
	n := 0
	for _, s := range p.Skipped {
		n += s.Lines
	}
	return n
}

// Any reports whether there is a problem: skipped and corrected lines are none.
func (p *Problems) Any() bool {
	return len(p.Changed)+len(p.Unreadable) > 0
}

// fileProblems collects the problems of one file.
type fileProblems struct {
	file    string
	most    int // lines to name of each fate, and reasons
	found   Problems
	skipped map[string]int
	leftOut map[LineFate]int
}

// of begins with a file, after those in p.
func (p *Problems) of(file string) fileProblems {
	most := mostOfFile
	if len(p.Corrected)+len(p.Changed)+len(p.Unreadable) >= mostLines {
		most = 1
	}
	return fileProblems{file: file, most: most, skipped: map[string]int{}, leftOut: map[LineFate]int{}}
}

// corrected adds a line, and sets its File.
func (f *fileProblems) corrected(line CorrectedLine) {
	if len(f.found.Corrected) == f.most {
		f.leftOut[LineCorrected]++
		return
	}
	line.File = f.file
	f.found.Corrected = append(f.found.Corrected, line)
}

// changed adds a line, and sets its File.
func (f *fileProblems) changed(line ChangedLine) {
	if len(f.found.Changed) == f.most {
		f.leftOut[LineChanged]++
		return
	}
	line.File = f.file
	f.found.Changed = append(f.found.Changed, line)
}

// unreadable adds a line, and sets its File.
func (f *fileProblems) unreadable(line UnreadableLine) {
	if len(f.found.Unreadable) == f.most {
		f.leftOut[LineUnreadable]++
		return
	}
	line.File = f.file
	f.found.Unreadable = append(f.found.Unreadable, line)
}

func (f *fileProblems) skip(reason string) {
	if f.skipped[reason] == 0 && len(f.skipped) >= mostOfFile {
		reason = otherReasons
	}
	f.skipped[reason]++
}

// silence returns the reason for which most records were skipped, "" when all reasons were expected
// and where there were only blank lines.
func (f *fileProblems) silence(expected []string) (reason string) {
	most, records := 0, false
	for why, n := range f.skipped {
		known := slices.Contains(expected, why)
		records = records || known
		switch {
		case why == producers.BlankLine || known:
		case producers.Stands(why):
			if reason == "" {
				reason = noRecord
			}
		case n > most || n == most && why < reason:
			most, reason = n, why
		}
	}
	if reason == noRecord && records {
		return ""
	}
	return reason
}

// noRecord is what is wrong with a document in which no record was found.
const noRecord = "it holds no record"

// addTo adds the file's problems to those of the run.
func (f *fileProblems) addTo(p *Problems) {
	p.Corrected = append(p.Corrected, f.found.Corrected...)
	p.Changed = append(p.Changed, f.found.Changed...)
	p.Unreadable = append(p.Unreadable, f.found.Unreadable...)
	skipped := make([]SkippedLines, 0, len(f.skipped))
	for reason, n := range f.skipped {
		skipped = append(skipped, SkippedLines{File: f.file, Reason: reason, Lines: n})
	}
	slices.SortFunc(skipped, func(a, b SkippedLines) int { return strings.Compare(a.Reason, b.Reason) })
	p.Skipped = append(p.Skipped, skipped...)
	for _, fate := range []LineFate{LineCorrected, LineChanged, LineUnreadable} {
		if n := f.leftOut[fate]; n > 0 {
			p.LeftOut = append(p.LeftOut, LeftOutLines{File: f.file, Fate: fate, Lines: n})
		}
	}
}
