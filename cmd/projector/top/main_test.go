package topcmd_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	topcmd "github.com/clawable/claw/cmd/projector/top"
	"github.com/clawable/claw/consumers/top"
)

// panicking is a source of one lane whose pages panic. It implements [top.Source].
type panicking struct{ top.Source }

func (panicking) Board(context.Context, int) (top.Board, error) {
	return top.Board{Rows: []top.Row{{Lane: "01"}}, Total: 1, Table: func(int, []int) []string { return []string{"WHAT", "the only lane"} }}, nil
}

func (panicking) Await(ctx context.Context, _ uint64) error {
	<-ctx.Done()
	return ctx.Err()
}

func (panicking) Text(context.Context, top.Page, top.Row, int) (string, error) { panic("no page") }

// TestMain is claw and projector too, when the test program is called by these names, and panics: a screen that does.
func TestMain(m *testing.M) {
	p := app.FromOS()
	p.Now, p.Ancestors = func() time.Time { return clitest.Now }, nil
	switch filepath.Base(os.Args[0]) {
	case "claw":
		os.Exit(cli.Claw().MainAs(p))
	case "projector":
		os.Exit(projectorcmd.Program(topcmd.Verb).MainAs(p))
	case "panics":
		if top.Run(context.Background(), top.Terminal{In: os.Stdin, Out: os.Stdout, Env: os.Environ()}, panicking{}) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	clitest.Main(m)
}
