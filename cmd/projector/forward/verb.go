package forwardcmd

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/remote"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/consumers/forward/cursor"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
)

// options are the flags of projector forward.
type options struct {
	name                  string // of the table of the settings, "" for flags
	to, tokenFile, caFile string
	content, ceiling      string // values of producers.Content and of domain.Sensitivity
	repos                 []string
	rate                  float64
	once                  bool
}

func (o *options) flags(f *pflag.FlagSet) {
	o.content, o.ceiling = string(producers.ContentFull), string(domain.SensitivityInternal)
	f.StringVar(&o.to, "to", "", "the server of the team's log, https://HOST:PORT, or the store that holds it, esdb://HOST:PORT")
	f.StringVar(&o.tokenFile, "token-file", "", "the file with the secret of the token, which only you can read")
	f.StringVar(&o.caFile, "ca-file", "", "certificates that the server's is trusted by, a PEM file (default: those of this machine)")
	f.Var(app.NewChoice(&o.content, producers.Content("").Enum()), "content", "how much of conversations leaves: "+app.JoinWords(producers.Content("").Enum()))
	f.Var(app.NewChoice(&o.ceiling, forward.Ceilings()), "max-sensitivity", "the greatest class that leaves: internal, operator_only or secret")
	f.StringSliceVar(&o.repos, "repo", nil, "only events of these repositories, such as github.com/ada/shop (default: all)")
	f.Float64Var(&o.rate, "rate", 0, "events a second at most; 0: any number")
	f.BoolVar(&o.once, "once", false, "end when the team has what is there, and at the first failure")
}

// Verb is projector forward.
func Verb(a *app.App) *cobra.Command {
	var o options
	cmd := app.Streaming("forward", "Send the events of this log to the log of a team, until interrupted",
		`Send the events of this log to the log of a team, in order, each once. This log stays the first
writer: nothing waits for the team. The server is projector serve on the team's machine, and the token
is bound to this log: claw token create NAME --append forward --forwards-log ID.

What may leave is said by --content, --repo and --max-sensitivity; what is forgotten here is forgotten
there. A position that the team has is kept in a private file, so that a new start goes on after it. While
the server does not answer, it is tried again after a second, then after twice as long each time, 5
minutes at most. A line is printed when the team has what is there, and at each failure. Ctrl-C and
SIGTERM end it with exit code 0.`,
		func() error { return run(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Do:"})
	cmd.AddCommand(runVerb(a))
	return cmd
}

// run forwards to one log of a team.
func run(a *app.App, o options) error {
	if o.rate < 0 {
		return app.UsageError("parse arguments", "--rate", "is negative", "0 is any number of events")
	}
	var p together.Printer
	c, err := prepared(a, o, &p)
	if err != nil {
		return err
	}
	return together.Run(a, []func(context.Context) error{forwarding(c)}, &p)
}

// prepared opens the log of this run, to be forwarded to one log of a team.
func prepared(a *app.App, o options, p *together.Printer) (*forward.Config, error) {
	if o.to == "" {
		return nil, app.UsageError("parse arguments", "--to", "is needed", "projector forward --to https://box.example:4774 --token-file FILE; or projector forward run, with a [[forward]] in your settings")
	}
	folder := app.StateFolder(a)
	if folder == "" {
		return nil, app.UsageError("forward", o.to, "there is no home folder for the cursor", "name one: XDG_STATE_HOME")
	}
	c := &forward.Config{Policy: forward.Policy{Content: producers.Content(o.content), Ceiling: domain.Sensitivity(o.ceiling)}, Rate: o.rate, Once: o.once,
		Now: a.Now, Sleep: sleep, Random: rand.Float64, Tell: func(s forward.Status) { write(a, p, o.name, s) }}
	for _, repo := range o.repos {
		c.Policy.Repos = append(c.Policy.Repos, domain.RepoID(repo))
	}
	team, err := teamOf(a, o, c)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	c.Log, c.LogID, c.Team = log, head.ID, team(head.ID)
	c.File = cursor.Path(folder, head.ID, c.To)
	return c, nil
}

// teamOf is where the events of the log with an id go, and sets its name in the cursor.
//
// Errors: those of [serverOf]; kind usage for a token beside a store.
func teamOf(a *app.App, o options, c *forward.Config) (func(logID string) forward.Team, error) {
	if l, err := engine.Parse(o.to); err == nil && slices.Contains(remote.StoreSchemes, l.Scheme) {
		if o.tokenFile != "" || o.caFile != "" {
			return nil, app.UsageError("parse arguments", "--token-file, --ca-file", "do not belong to a store", "its URL names passwordFile and tlsCAFile")
		}
		c.To = o.to
		return func(logID string) forward.Team {
			s := &store{url: o.to, from: logID, now: a.Now}
			a.Closers = append(a.Closers, s.close)
			return s
		}, nil
	}
	server, err := serverOf(a, o)
	if err != nil {
		return nil, err
	}
	c.To = server.URL.String()
	return func(string) forward.Team { return server }, nil
}

// serverOf is the server that events go to.
//
// Errors: kind usage for flags that are missing; those of [forward.ParseServer] and of the files.
func serverOf(a *app.App, o options) (*forward.Server, error) {
	if o.tokenFile == "" {
		return nil, app.UsageError("parse arguments", "--token-file", "is needed", "projector forward --to https://box.example:4774 --token-file FILE")
	}
	at, err := forward.ParseServer(o.to)
	if err != nil {
		return nil, err
	}
	file := app.Path(a, o.tokenFile)
	secret, err := remote.Token(file)
	if err == nil && !token.IsSecret(secret) {
		err = remote.NoToken(file)
	}
	if err != nil {
		return nil, err
	}
	ca := ""
	if o.caFile != "" {
		ca = app.Path(a, o.caFile)
	}
	client, err := remote.Client(ca)
	if err != nil {
		return nil, err
	}
	client.Timeout = time.Minute
	return &forward.Server{URL: at, Token: secret, Client: client}, nil
}
