package pinpointcmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// choices is a flag that is given several times, each time one of known.
type choices struct {
	to    *[]string
	known []string
}

func (c *choices) String() string { return strings.Join(*c.to, ",") }

// Type implements pflag.Value.
func (c *choices) Type() string { return "stringArray" }

// Set implements pflag.Value.
func (c *choices) Set(value string) error {
	if !slices.Contains(c.known, value) {
		return errors.New("is none of " + app.JoinWords(c.known))
	}
	*c.to = append(*c.to, value)
	return nil
}

// shown is a text of the log as a line of a list shows it.
func shown(s string) string { return term.Printable(s) }
