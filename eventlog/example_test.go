package eventlog_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
)

// A program appends what it knows and reads what everybody said. Engines differ in where they
// keep a log: eventlog/engine opens one by its URL.
func ExampleLog() {
	ctx := context.Background()
	var log eventlog.Log
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = log.Close() }()

	at := time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)
	lane := domain.StreamID{Family: domain.FamilyLane, ULID: domain.Derive(at, "nightly")}
	data, err := eventlog.Encode(&domain.LaneStarted{Purpose: "fix"})
	if err != nil {
		fmt.Println(err)
		return
	}
	started := domain.Draft{ID: domain.EventID(domain.Derive(at, "nightly", "started")), Kind: domain.KindLaneStarted, Version: 1, Stream: lane,
		ObservedAt: domain.At(at), Emitter: "orchestrator/main", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, Data: data}
	for range 2 { // said again, it is answered with the first receipt
		receipts, err := log.Append(ctx, lane, eventlog.Any, []domain.Draft{started})
		fmt.Println(receipts[0].Revision, err)
	}

	for e, err := range log.Read(ctx, eventlog.Query{Stream: lane}) {
		fmt.Println(e.Kind, string(e.Data), err)
	}

	_, err = log.Append(ctx, lane, eventlog.At(7), []domain.Draft{{}})
	fmt.Println(errors.Is(err, eventlog.ErrInvalid))
	// Output:
	// 1 <nil>
	// 1 <nil>
	// lane.started {"purpose":"fix"} <nil>
	// true
}
