package seal_test

import (
	"encoding/hex"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
)

// sealedEvents are the events of the vectors, written by hand; their data come from the vectors.
func sealedEvents() map[string]domain.Event {
	return map[string]domain.Event{
		"minimal":      minimal(func(*domain.Event) {}),
		"full":         full(),
		"erased":       erased(),
		"unknowns":     minimal(unknowns),
		"unicode":      minimal(unicode),
		"numbers":      minimal(func(e *domain.Event) { e.Kind, e.Salt = "tool.requested", salt(0x0f) }),
		"clock_behind": minimal(func(e *domain.Event) { e.ClockBehind, e.Position = true, domain.PositionAt(3) }),
		"log_opened": minimal(func(e *domain.Event) {
			e.ID, e.Kind, e.Stream = domain.EventID(id(0x56)), "log.opened", domain.StreamID{Family: domain.FamilyLog, ULID: id(0x55)}
			e.Emitter, e.Source.Trust = domain.EmitterID("log/"+id(0x55).String()), domain.TrustHigh
			e.ObservedAt, e.Position, e.Salt = domain.At(e.RecordedAt), domain.PositionAt(1), salt(0xa0)
		}),
		"causes": minimal(func(e *domain.Event) {
			e.Causes = []domain.EventID{domain.EventID(id(9)), domain.EventID(id(7)), domain.EventID(id(8)), domain.EventID(id(7))}
			e.ConflictsWith = domain.EventID(id(1))
		}),
		"replaces": minimal(func(e *domain.Event) {
			e.ID, _ = domain.ParseEventID("01J00000000000000000000002")
			e.Replaces, _ = domain.ParseEventID("01J00000000000000000000001")
			e.Edition, e.Position, e.Revision = 2, domain.PositionAt(3), 2
			e.Salt = &domain.Salt{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
		}),
		"sensitivity": minimal(func(e *domain.Event) {
			e.Kind = "tool.requested"
			e.Sensitivity = []domain.Label{{Pointer: "", Class: domain.SensitivityInternal},
				{Pointer: "/input/a~1b", Class: domain.SensitivityOperatorOnly}, {Pointer: "/input/m~0n", Class: domain.SensitivitySecret},
				{Pointer: `/input/q"\`, Class: domain.SensitivityPublic}, {Pointer: "/name", Class: domain.SensitivityPublic}}
		}),
	}
}

func minimal(change func(*domain.Event)) domain.Event {
	e := domain.Event{
		Draft: domain.Draft{
			ID: domain.EventID(id(1)), Kind: "session.cleared", Version: 1,
			Stream:  domain.StreamID{Family: domain.FamilySession, ULID: id(0x11)},
			Emitter: "import/codex/s1",
			Source:  domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium},
			Salt:    salt(0),
		},
		Position: domain.PositionAt(2), Revision: 1,
		RecordedAt: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
	}
	change(&e)
	return e
}

func full() domain.Event {
	return minimal(func(e *domain.Event) {
		at := time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)
		e.ID, _ = domain.ParseEventID("01KG8VR8TF000G40R40M30E209")
		e.Kind, e.ObservedAt, e.Epoch = "message.recorded", domain.At(at), domain.Epoch(id(0x33))
		e.Seq, e.SeqKind = 1<<53, domain.SeqClock
		e.Causes = []domain.EventID{domain.EventID(id(3)), domain.EventID(id(2))}
		e.Correlation, e.ConflictsWith = "run-1", domain.EventID(id(0x44))
		e.Subject = domain.Subject{
			Lane: domain.Known(domain.LaneID(id(0x22).String())), Session: domain.Known(domain.SessionID("codex/s1")),
			Turn: domain.Known(domain.TurnID("t-1")), Item: domain.Known(domain.ItemID("call_7")),
			Worker: domain.Known(domain.WorkerID("w-1")), Repo: domain.Known(domain.RepoID("github.com/clawable/claw")),
			Worktree: domain.Known(domain.Path("/home/a/wt")), Branch: domain.Known(domain.Branch("main")),
			Commit: domain.Known(domain.CommitID("0123456789abcdef0123456789abcdef01234567")),
			Host:   domain.Known(domain.HostID("h-1")), ControlServer: domain.Known(domain.ControlServerID("cs-1")),
		}
		e.Source = domain.Source{Kind: domain.SourceLive, Environment: "ci", Channel: "import:codex", Trust: domain.TrustHigh}
		e.Scope = domain.Scope{Owner: "o", Workflow: "w", Watcher: domain.WatcherAct}
		e.Sensitivity = []domain.Label{{Pointer: "/role", Class: domain.SensitivityPublic}, {Pointer: "/text", Class: domain.SensitivitySecret}}
		e.ClockBehind, e.Position, e.Revision = true, domain.PositionAt(1<<53-1), 12
		e.RecordedAt = time.Date(2026, 3, 4, 5, 6, 7, 891011000, time.UTC)
		e.Salt = &domain.Salt{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	})
}

// erased is full after its data and salt were overwritten; the digest is what is left of them.
func erased() domain.Event {
	e := full()
	e.DataDigest = seal.Data(*e.Salt, []byte(`{"role":"user","text":"hello"}`))
	e.Salt, e.Erased = nil, true
	return e
}

func unknowns(e *domain.Event) {
	e.ObservedAt, e.Salt = domain.UnknownInstant(domain.UnknownNoZone), salt(0xff)
	e.Subject = domain.Subject{
		Lane:          domain.NotKnown[domain.LaneID](domain.UnknownNotRecorded),
		Session:       domain.NotKnown[domain.SessionID](domain.UnknownNotYet),
		Turn:          domain.NotKnown[domain.TurnID](domain.UnknownNoZone),
		Item:          domain.NotKnown[domain.ItemID](domain.UnknownUnparsable),
		Worker:        domain.NotKnown[domain.WorkerID](domain.UnknownRedacted),
		Repo:          domain.NotKnown[domain.RepoID](domain.UnknownAmbiguous),
		Worktree:      domain.NotKnown[domain.Path](domain.UnknownUnavailable),
		Branch:        domain.NotKnown[domain.Branch](domain.UnknownNotApplicable),
		Commit:        domain.NotKnown[domain.CommitID](domain.UnknownNotRecorded),
		Host:          domain.NotKnown[domain.HostID](domain.UnknownNotYet),
		ControlServer: domain.NotKnown[domain.ControlServerID](domain.UnknownRedacted),
	}
}

func unicode(e *domain.Event) {
	const text = "quote \" backslash \\ slash / \b\f\n\r\t\x01\x1f\x7f\u0080 é e\u0301 \u2028\u2029 \ufb33 \ufffd 😀 <&>"
	e.Kind, e.Emitter, e.Correlation = "tool.requested", "import/"+text, text
	e.Subject = domain.Subject{Item: domain.Known(domain.ItemID(text)), Worktree: domain.Known(domain.Path("C:\\a\tb"))}
	e.Source = domain.Source{Kind: domain.SourceLive, Channel: text, Trust: domain.TrustLow}
	e.Scope = domain.Scope{Owner: "🚀"}
	b, _ := hex.DecodeString("0123456789abcdef0123456789abcdef")
	s := domain.Salt(b)
	e.Salt = &s
}
