package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/clawable/claw/commands"
)

// detailSoFar is the member of an error's detail that holds [importedSoFar].
const detailSoFar = "so_far"

// importedSoFar is what an import that broke off recorded before. It is the least: of what
// was being recorded then, a part may be in the log.
type importedSoFar struct {
	Files        int `json:"files"` // the last of them perhaps in part
	Lines        int `json:"lines"`
	Imported     int `json:"imported"`
	AlreadyKnown int `json:"already_known"`
	Changed      int `json:"changed"`
	Skipped      int `json:"skipped"`
	Unreadable   int `json:"unreadable"`
	Events       int `json:"events"`
}

// brokenOff is the error of an import with what was imported before it, if anything was.
func brokenOff(err error, r *commands.ImportReport) error {
	if r.Lines == 0 {
		return err
	}
	e := *typed(err)
	e.Detail = maps.Clone(e.Detail)
	if e.Detail == nil {
		e.Detail = map[string]any{}
	}
	e.Detail[detailSoFar] = importedSoFar{Files: r.Files, Lines: r.Lines, Imported: r.Imported, AlreadyKnown: r.AlreadyKnown,
		Changed: r.Count(commands.LineChanged), Skipped: r.SkippedLines(), Unreadable: r.Count(commands.LineUnreadable), Events: r.Events}
	if !errors.Is(err, context.Canceled) { // which says so already
		e.Hint = strings.TrimPrefix(e.Hint+"; what was imported stays, and the same call imports the rest", "; ")
	}
	return &e
}

func (s importedSoFar) String() string {
	return fmt.Sprintf("imported %s of %d in %s (%s); %d already known, %d changed, %d skipped, %d unreadable",
		many(s.Imported, "line"), s.Lines, many(s.Files, "file"), many(s.Events, "event"), s.AlreadyKnown, s.Changed, s.Skipped, s.Unreadable)
}
