// Package remote is the engine of logs in EventStoreDB as the program projector registers it. Nothing else
// links that engine.
package remote

import (
	"context"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/esdb"
)

// Schemes are the schemes of the URLs that [Open] takes.
var Schemes = esdb.Schemes

// Open is an [engine.Opener].
func Open(ctx context.Context, url string, o engine.Options) (eventlog.Log, error) {
	log, err := esdb.Open(ctx, url, esdb.Options{Create: o.Create, ReadOnly: o.ReadOnly, Name: o.Name, Replay: o.Replay, Run: o.Run,
		Now: o.Now, Random: o.Random, Deadline: o.Deadline})
	if err != nil {
		return nil, err
	}
	return log, nil
}
