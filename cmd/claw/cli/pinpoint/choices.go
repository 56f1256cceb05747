package pinpointcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// chosen refuses values of a flag that is given several times, where one of them is not known.
func chosen(flag string, values, known []string) error {
	for _, v := range values {
		if !slices.Contains(known, v) {
			return app.UsageError("parse arguments", flag+" "+v, "is not known", app.DidYouMean(v, known)+"one of "+app.JoinWords(known))
		}
	}
	return nil
}

// shown is a text of the log as a line of a list shows it.
func shown(s string) string { return term.Printable(s) }
