package front_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/front"
)

// TestAPanicOfAVerbIsAnError holds that a verb that panics ends with a typed error and an exit code of its
// own, and that one whose output is another program's protocol decides about its exit code.
func TestAPanicOfAVerbIsAnError(t *testing.T) {
	verb := func(use string, annotations map[string]string) *cobra.Command {
		return &cobra.Command{Use: use, Annotations: annotations, RunE: func(*cobra.Command, []string) error { panic("out of luck") }}
	}
	f := &front.Front{
		Root: func(*app.App, []string) *cobra.Command {
			root := &cobra.Command{Use: "claw"}
			root.AddCommand(verb("board", nil), verb("hook", map[string]string{app.OutputIs: app.OutputProtocol}))
			return root
		},
		ProtocolError: func(a *app.App, err error, _ []string) int { a.PrintError(app.Typed(err)); return 0 },
	}
	for name, want := range map[string]int{"board": 1, "hook": 0} {
		t.Run(name, func(t *testing.T) {
			var out, says bytes.Buffer
			p := &app.Program{In: strings.NewReader(""), Out: &out, Err: &says, Env: func(string) string { return "" }, Dir: t.TempDir(), Now: time.Now}
			if code := f.Run(t.Context(), p, []string{name}); code != want {
				t.Errorf("exit code %d, want %d", code, want)
			}
			for _, part := range []string{"panic: out of luck at ", "front_test.go:", "please report it"} {
				if !strings.Contains(says.String(), part) {
					t.Errorf("the error stream says %q, without %q", says.String(), part)
				}
			}
		})
	}
}
