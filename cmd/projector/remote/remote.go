// Package remote is the engine of logs in EventStoreDB as the program projector registers it. Nothing else
// links that engine.
package remote

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/esdb"
)

// Schemes are the schemes of the URLs of its logs.
var Schemes = esdb.Schemes

// Engine is the engine.
func Engine() engine.Registered { return engine.Registered{Open: open, Write: write} }

func options(o engine.Options) esdb.Options {
	return esdb.Options{Create: o.Create, ReadOnly: o.ReadOnly, Name: o.Name, Replay: o.Replay, Run: o.Run, Now: o.Now, Random: o.Random, Deadline: o.Deadline}
}

func write(ctx context.Context, url string, o engine.Options, events iter.Seq2[domain.Event, error]) (engine.Copied, error) {
	written, err := esdb.Write(ctx, url, options(o), events)
	return engine.Copied(written), err
}

func open(ctx context.Context, url string, o engine.Options) (eventlog.Log, error) {
	log, err := esdb.Open(ctx, url, options(o))
	if err != nil {
		return nil, err
	}
	return log, nil
}
