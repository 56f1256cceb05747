package lookcmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/watch"
)

// printRule writes that other rules derive outcomes now, and then records in the cursor that it was
// written.
func (w *watcher) printRule(r *watch.RuleChanged) error {
	var err error
	if w.app.Format == app.FormatJSON {
		err = app.WriteLine(w.app.Out, r)
	} else {
		p := w.app.Page(w.app.Out)
		by := "other rules derive"
		if r.Profile != "" {
			by = "the profile " + r.Profile + " derives"
		}
		p.Line("%s outcomes now: %s changed, no news", by, term.Many(r.Lanes, "outcome"))
		err = p.Flush()
	}
	if err != nil {
		return app.OutputError(err)
	}
	return w.feed.Cursor.Told()
}
