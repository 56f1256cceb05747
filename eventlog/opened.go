package eventlog

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
)

// Opening is what a new log records about itself.
type Opening struct {
	Name   string               // for people
	Replay bool                 // see [domain.LogOpened]
	Run    domain.CorrelationID // that makes the log, "" for none
}

// OpenedDraft makes the event at position 1 of a new log. now gives its times;
// random gives, in this order, 10 bytes for the stream, 10 for the event's id and
// 16 for the nonce (nil: crypto/rand).
//
// Errors: those of random.
func OpenedDraft(o Opening, now time.Time, random io.Reader) (domain.Draft, error) {
	if random == nil {
		random = rand.Reader
	}
	own, err := ulid.New(ulid.Timestamp(now), random)
	if err != nil {
		return domain.Draft{}, fmt.Errorf("draw the log's stream: %w", err)
	}
	id, err := ulid.New(ulid.Timestamp(now), random)
	if err != nil {
		return domain.Draft{}, fmt.Errorf("draw the id of log.opened: %w", err)
	}
	var nonce [16]byte
	if _, err := io.ReadFull(random, nonce[:]); err != nil {
		return domain.Draft{}, fmt.Errorf("draw the nonce of log.opened: %w", err)
	}
	opened := domain.LogOpened{Name: o.Name, Nonce: hex.EncodeToString(nonce[:]), Replay: o.Replay}
	data, err := Encode(opened)
	if err != nil {
		return domain.Draft{}, err
	}
	return domain.Draft{
		ID: domain.EventID(id), Kind: opened.Kind(), Version: 1,
		Stream:      domain.StreamID{Family: domain.FamilyLog, ULID: own},
		ObservedAt:  domain.At(now),
		Emitter:     domain.EmitterID("log/" + own.String()),
		Correlation: o.Run,
		Source:      domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh},
		Data:        data,
	}, nil
}
