package sinkcmd

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	reportcmd "github.com/clawable/claw/cmd/claw/cli/report"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	reportview "github.com/clawable/claw/reports/view"
)

// Verb is the verbs projector sink.
func Verb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("sink", "do", "Send outcomes of lanes to webhooks, files and programs: run, list, test, replay")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "do", Title: "Do:"})
	cmd.AddCommand(runVerb(a), listVerb(a), testVerb(a), replayVerb(a))
	return cmd
}

// setting are the sinks of this run, and the log that they follow.
type setting struct {
	file  string
	sinks []sink.Config
	views []reportview.Shape // audiences that the person declares
	log   eventlog.Log
	at    app.Setting
	head  eventlog.Head
}

// open reads the sinks of the settings and opens the log.
//
// Errors: kinds parse and filesystem of the settings; kind not_found without a log; kind usage for a log
// in memory.
func open(a *app.App) (*setting, error) {
	file, text, err := app.OwnSettings(a)
	if err != nil {
		return nil, err
	}
	s := &setting{file: file}
	views, flawed := reportcmd.DeclaredViews(a, "")
	if flawed == nil {
		s.views = views
	}
	audiences := make([]string, len(s.views))
	for i := range s.views {
		audiences[i] = s.views[i].Audience
	}
	if s.sinks, err = sink.Parse(file, a.Home, text, audiences...); err != nil {
		return nil, cmp.Or(flawed, err) // an audience may be missing by the flaw
	}
	if s.log, s.at, err = a.OpenLog(app.ToRead); err != nil {
		return nil, err
	}
	if _, onDisk := app.ModelPath(a, s.at); !onDisk {
		return nil, app.UsageError("send outcomes", s.at.Value, app.NotKept(s.at), "name a log on disk: --log PATH")
	}
	s.head, err = s.log.Head(a.Ctx)
	return s, err
}

// named is the sink with a name.
//
// Errors: kind not_found.
func (s *setting) named(name string) (*sink.Config, error) {
	names := make([]string, len(s.sinks))
	for i := range s.sinks {
		if names[i] = s.sinks[i].Name; names[i] == name {
			return &s.sinks[i], nil
		}
	}
	slices.Sort(names)
	hint := "the sinks there: " + strings.Join(names, ", ")
	if len(names) == 0 {
		hint = "add a [[sink]] to " + s.file
	}
	return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find sink", Target: name, Message: "the settings name no such sink", Hint: hint}
}

// paths are the cursor and the status file of a sink.
//
// Errors: kind usage without a home folder; kind not_found for an empty log.
func (s *setting) paths(a *app.App, name string) (cursor, file string, err error) {
	folder := app.StateFolder(a)
	if folder == "" {
		return "", "", app.UsageError("keep the cursor of a sink", name, "there is no home folder", "name one: XDG_STATE_HOME")
	}
	cursor, file = status.Paths(folder, s.head.ID, name)
	if cursor == "" {
		return "", "", &domain.Error{Kind: domain.ErrNotFound, Operation: "send outcomes", Target: s.at.Value, Message: "the log is empty", Hint: "record something: claw import"}
	}
	return cursor, file, nil
}

// outside is what senders use of this process.
func outside(a *app.App) sink.Outside {
	return sink.Outside{Env: a.Env, Environ: a.Environ, Now: a.Now}
}
