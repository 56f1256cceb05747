package logtest

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func openingRows() []row {
	return []row{
		{"a new log holds log.opened alone", func(t *testing.T, r *rig) {
			events := r.all(eventlog.Query{})
			if len(events) != 1 || events[0].Kind != domain.KindLogOpened {
				t.Fatalf("a new log holds %d events, want log.opened alone", len(events))
			}
			e := events[0]
			equal(t, "position", domain.PositionAt(1), e.Position)
			equal(t, "revision", 1, e.Revision)
			equal(t, "stream's family", domain.FamilyLog, e.Stream.Family)
			equal(t, "emitter", domain.EmitterID("log/"+e.Stream.ULID.String()), e.Emitter)
			equal(t, "source", domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, e.Source)
			equal(t, "recorded_at", r.clock.Now(), e.RecordedAt)
		}},
		{"log.opened says the log's name and a nonce", func(t *testing.T, r *rig) {
			var opened domain.LogOpened
			if err := eventlog.Decode(r.all(eventlog.Query{})[0].Data, &opened); err != nil {
				t.Fatal(err)
			}
			equal(t, "length of the nonce", 32, len(opened.Nonce))
			equal(t, string(domain.KindLogOpened), domain.LogOpened{Name: "conformance", Nonce: opened.Nonce}, opened)
		}},
		{"the log's id is the leaf of position 1", func(t *testing.T, r *rig) {
			first := r.all(eventlog.Query{})[0]
			equal(t, "head", eventlog.Head{ID: seal.Leaf(&first).String(), Name: "conformance",
				Position: first.Position, Recorded: first.RecordedAt}, r.head())
		}},
		{"the log's id stays when the log grows", func(t *testing.T, r *rig) {
			id := r.head().ID
			r.append(eventlog.Any, messages("a", 3)...)
			equal(t, "id", id, r.head().ID)
		}},
		{"a log opened as a replay says so", func(t *testing.T, r *rig) {
			o := r.options()
			o.Replay, o.Name = true, "copies"
			log := r.open(t, o)
			head, err := log.Head(r.ctx)
			if err != nil {
				t.Fatal(err)
			}
			if !head.Replay || head.Name != "copies" {
				t.Errorf("head of a replay: %+v", head)
			}
			events, err := collect(log.Read(r.ctx, eventlog.Query{}))
			if err != nil {
				t.Fatal(err)
			}
			var opened domain.LogOpened
			if err := eventlog.Decode(events[0].Data, &opened); err != nil || !opened.Replay {
				t.Errorf("log.opened of a replay: %+v, %v", opened, err)
			}
		}},
		{"two logs made alike by chance's own hand have different ids", func(t *testing.T, r *rig) {
			o := r.options()
			o.Random = nil
			a, err := r.open(t, o).Head(r.ctx)
			if err != nil {
				t.Fatal(err)
			}
			b, err := r.open(t, o).Head(r.ctx)
			if err != nil {
				t.Fatal(err)
			}
			if a.ID == b.ID {
				t.Errorf("two logs have the id %s", a.ID)
			}
		}},
		{"two logs made with the same clock and random bytes are the same", func(t *testing.T, r *rig) {
			other := r.open(t, r.options())
			head, err := other.Head(r.ctx)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "head", r.head(), head)
		}},
	}
}
