// Package mcpcmd holds the verb projector mcp, which serves a log to an agent by the Model Context
// Protocol on the standard streams.
//
// It renders nothing: each tool answers with the document of a verb of claw.
package mcpcmd

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/cockroachdb/errors"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/mcp"
	"github.com/clawable/claw/domain"
)

// Verb is projector mcp.
func Verb(a *app.App) *cobra.Command {
	return &cobra.Command{Use: "mcp", GroupID: "do", Short: "Serve the log to an agent by the Model Context Protocol, on the standard streams",
		Long: `Serve the log to an agent by the Model Context Protocol, on standard input and output: lanes and their
outcomes, timelines, what was done to a file, errors that a command gave, search, what the policy
allows, and requests for approvals. An agent starts it: claw hooks install --mcp adds it to the
settings of Claude Code and Codex. Of its tools only the request for an approval appends to the log,
and none grants one. It ends when the agent closes its input.`,
		Args: app.NoArgs, RunE: func(*cobra.Command, []string) error { return serve(a) }}
}

// serve answers until the client is gone, which is no error.
func serve(a *app.App) error {
	if _, err := app.Where(a); err != nil {
		return err
	}
	err := mcp.New(&reader{program: *a.Program, log: a.Flags.Log}, app.VersionNow().Version).
		Run(a.Ctx, &sdk.IOTransport{Reader: io.NopCloser(a.In), Writer: unclosed{a.Out}})
	if errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
		return nil
	}
	if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
		e := &domain.Error{Kind: domain.ErrParse, Operation: "read what the client sends", Message: "it is no message of the protocol", Hint: "a client sends JSON-RPC, one message a line"}
		return e.Because(err)
	}
	return err
}

// unclosed is an output that stays open when its connection ends.
type unclosed struct{ io.Writer }

// Close implements [io.Closer].
func (unclosed) Close() error { return nil }

// reader answers by the verbs of claw. It implements [mcp.Reader]. Each call opens the log anew, so
// that a log that is made or replaced later is found.
type reader struct {
	program app.Program
	log     string // as --log named it
}

// Answer implements [mcp.Reader].
func (r *reader) Answer(ctx context.Context, line []string, w io.Writer) error {
	p := r.program
	p.In, p.Out, p.Err = strings.NewReader(""), w, io.Discard
	p.InTerminal, p.OutTerminal, p.ErrTerminal, p.Ends = false, false, false, false
	if r.log != "" {
		line = append([]string{line[0], "--log=" + r.log}, line[1:]...)
	}
	return cli.Claw().Answer(ctx, &p, line)
}

// Requester implements [mcp.Reader]: an agent is never taken for the person whose account it uses.
func (r *reader) Requester(client string) string { return "agent:mcp/" + plainName(client) }

// plainName is the name of a client as part of a session's id.
func plainName(client string) string {
	name := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' {
			return c
		}
		return '-'
	}, client)
	const longest = 60
	if name = name[:min(len(name), longest)]; name == "" {
		return "unnamed"
	}
	return name
}
