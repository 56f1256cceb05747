package logcmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	importing "github.com/clawable/claw/commands/import"
)

// lineCounts counts lines by their result.
type lineCounts struct {
	Lines        int `json:"lines"`
	Imported     int `json:"imported"`
	AlreadyKnown int `json:"already_known"`
	Corrected    int `json:"corrected"`
	Changed      int `json:"changed"`
	Skipped      int `json:"skipped"`
	Unreadable   int `json:"unreadable"`
}

func countsOf(r *importing.LineReport) lineCounts {
	return lineCounts{Lines: r.Lines, Imported: r.Imported, AlreadyKnown: r.AlreadyKnown, Corrected: r.Count(importing.LineCorrected),
		Changed: r.Count(importing.LineChanged), Skipped: r.SkippedLines(), Unreadable: r.Count(importing.LineUnreadable)}
}

// others counts, for people, the lines that were not imported.
func (c lineCounts) others() string {
	corrected := ""
	if c.Corrected > 0 {
		corrected = fmt.Sprintf("%d corrected, ", c.Corrected)
	}
	return fmt.Sprintf("%d already known, %s%d changed, %d skipped, %d unreadable", c.AlreadyKnown, corrected, c.Changed, c.Skipped, c.Unreadable)
}

// importedSoFar is what an interrupted import recorded before the error, at least: a part of what
// it was recording then may be in the log.
type importedSoFar struct {
	Files int `json:"files,omitzero"` // recordings, the last of them perhaps in part
	lineCounts
	Events int `json:"events"`
}

// brokenOff is the error of an import with what was imported before it, where the log holds any
// of it.
func brokenOff(err error, s importedSoFar) error {
	if s.Imported+s.AlreadyKnown == 0 {
		return err
	}
	e := *app.Typed(err)
	e.Detail = maps.Clone(e.Detail)
	if e.Detail == nil {
		e.Detail = map[string]any{}
	}
	e.Detail[app.DetailSoFar] = s
	if !errors.Is(err, context.Canceled) { // which is reported already
		e.Hint = strings.TrimPrefix(e.Hint+"; what was imported stays, and the same call imports the rest", "; ")
	}
	return &e
}

func (s importedSoFar) String() string {
	in := ""
	if s.Files > 0 {
		in = " in " + term.Many(s.Files, "file")
	}
	return fmt.Sprintf("imported %s of %d%s (%s); %s", term.Many(s.Imported, "line"), s.Lines, in, term.Many(s.Events, "event"), s.others())
}
