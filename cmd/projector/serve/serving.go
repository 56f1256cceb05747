package serve

import (
	"context"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/eventlog"
)

// Serving is the line of projector serve, when it answers.
type Serving struct {
	Kind       string `json:"kind"`
	Version    int    `json:"schema_version"`
	URL        string `json:"url"`
	Log        string `json:"log"`
	SecretFile string `json:"secret_file"`            // a request shows its content: Authorization: Bearer; "": only tokens are taken
	Page       string `json:"page_url,omitzero"`      // the board, for browsers that were let in; "": none are
	Link       string `json:"one_time_link,omitzero"` // lets one browser in, once, within two minutes
	// EventStore is the connection string of clients of EventStoreDB, without the credential.
	EventStore string `json:"esdb,omitzero"`
	// Beside is what the person's settings name, and whether this process runs it.
	Beside []together.Beside `json:"beside,omitzero"`
}

func writeServing(a *app.App, s Serving) error {
	if a.Format == app.FormatJSON {
		if err := app.WriteLine(a.Out, s); err != nil {
			return app.OutputError(err)
		}
		return nil
	}
	p := a.Page(a.Out)
	p.Line("url     %s", s.URL)
	p.Line("log     %s", s.Log)
	if s.SecretFile == "" {
		p.Line("takes   tokens: claw token create")
	} else {
		p.Line("secret  %s", s.SecretFile)
	}
	switch {
	case s.Link != "":
		p.Line("board   %s", s.Link)
		p.Line("        works once, within two minutes")
	case s.Page != "":
		p.Line("board   %s (let a browser in: projector serve --open)", s.Page)
	}
	if s.EventStore != "" {
		p.Line("esdb    %s", s.EventStore)
	}
	for i := range s.Beside {
		s.Beside[i].Text(p)
	}
	if err := p.Flush(); err != nil {
		return app.OutputError(err)
	}
	return nil
}

// alive returns what shows that the server works: it would answer a request, and an event of the log is
// read as a route reads it.
func alive(api *httpapi.API, log eventlog.Log) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := api.Ready(ctx); err != nil {
			return errors.Wrap(err, "ask whether requests are answered")
		}
		_, err := record.OwnStream(ctx, log)
		return errors.Wrap(err, "read the log")
	}
}
