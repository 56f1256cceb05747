// Package remote is the engines of logs elsewhere as the program projector registers them: of those in
// EventStoreDB, and of those that another projector serves. Nothing else links them.
package remote

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/esdb"
)

// StoreSchemes are the schemes of logs in EventStoreDB.
var StoreSchemes = esdb.Schemes

// Register registers the engines.
func Register() {
	engine.Register(engine.Registered{Open: openStore, Write: writeStore}, StoreSchemes...)
	engine.Register(engine.Registered{Open: openServed, Write: writeServed}, ServedSchemes...)
}

func options(o engine.Options) esdb.Options {
	return esdb.Options{Create: o.Create, ReadOnly: o.ReadOnly, Name: o.Name, Replay: o.Replay, Run: o.Run, Now: o.Now, Random: o.Random, Deadline: o.Deadline}
}

func writeStore(ctx context.Context, url string, o engine.Options, events iter.Seq2[domain.Event, error]) (engine.Copied, error) {
	written, err := esdb.Write(ctx, url, options(o), events)
	return engine.Copied(written), err
}

func openStore(ctx context.Context, url string, o engine.Options) (eventlog.Log, error) {
	log, err := esdb.Open(ctx, url, options(o))
	if err != nil {
		return nil, err
	}
	return log, nil
}
