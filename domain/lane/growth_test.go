package lane_test

import (
	"fmt"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/lanetest"
)

// growing are lanes of n of something, which what it takes to derive them must not
// grow faster than.
var growing = []struct {
	name string
	make func(n int) []fact.Fact
}{
	{"open turns of a session that nobody numbers", func(n int) []fact.Fact {
		return told(n, func(i int, f *fact.Fact) {
			f.Kind, f.Session, f.Turn = "turn.started", "sim/s1", domain.TurnID(fmt.Sprint("t", i))
			f.Emitter, f.Epoch, f.Seq = "", domain.Epoch{}, 0
		})
	}},
	{"open turns that nobody numbers, each with a call that never came back", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Session, f.Turn = [...]domain.Kind{"turn.started", "tool.requested"}[i%2], "sim/s1", domain.TurnID(fmt.Sprint("t", i/2))
			f.Emitter, f.Epoch, f.Seq = "", domain.Epoch{}, 0
			if f.Kind == "tool.requested" {
				f.Item = domain.ItemID(fmt.Sprint("i", i))
			}
		})
	}},
	{"turns that ended, each with a call that never came back, around compactions", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"turn.started", "tool.requested", "session.compacted", "turn.completed"}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter = domain.EmitterID(fmt.Sprint("E", i/4))
			switch f.Kind {
			case "tool.requested":
				f.Item = domain.ItemID(fmt.Sprint("i", i))
			case "session.compacted":
				f.Turn = ""
			}
		})
	}},
	{"turns of an account that a longer one supersedes", func(n int) []fact.Fact {
		return told(4*n+2, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"turn.started", "turn.started", "turn.completed", "turn.interrupted"}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter, f.Imported = [...]domain.EmitterID{"W", "V"}[i%2], true
		})
	}},
	{"turns that two programs tell of, each in its own order", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"turn.started", "turn.started", "turn.completed", "turn.completed"}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter = [...]domain.EmitterID{"W", "V"}[i%2]
		})
	}},
	{"sessions that stop behind an answer", func(n int) []fact.Fact {
		return told(3*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"turn.started", "tool.completed", "turn.answered"}[i%3]
			f.Session, f.Turn, f.Item, f.Imported = domain.MakeSessionID("sim", fmt.Sprint("s", i/3)), "t", "i", true
			f.Emitter = domain.EmitterID(f.Session)
		})
	}},
	{"answers of a turn that nobody numbers", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"tool.completed", "turn.answered"}[i%2]
			f.Session, f.Turn, f.Item, f.Imported = "sim/s1", "t", domain.ItemID(fmt.Sprint("i", i)), true
			f.Emitter, f.Epoch, f.Seq = domain.EmitterID(fmt.Sprint("E", i)), domain.Epoch{}, 0
		})
	}},
	{"turns that were taken back", func(n int) []fact.Fact {
		return told(3*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"turn.started", "turn.completed", "turn.withdrawn"}[i%3]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/3))
			if f.Kind == "turn.withdrawn" {
				f.Payload.Turns = []domain.TurnID{f.Turn}
			}
		})
	}},
	{"attempts, each with an end", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"lane.restarted", "turn.started", "turn.completed", "lane.failed"}[i%4]
		})
	}},
	{"attempts that fence the one before", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Epoch, f.Emitter = "lane.failed", lanetest.Boot(i/2+1), "W"
			if i%2 == 0 {
				f.Kind, f.Emitter = "lane.restarted", "O"
				f.Payload.Fences = []domain.Fence{{Emitter: "W", Epoch: lanetest.Boot(i / 2)}}
			}
		})
	}},
	{"attempts that want commits and tests, which somebody else tells of", func(n int) []fact.Fact {
		var last domain.EventID
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"lane.restarted", "lane.commit.created", "lane.green", "lane.finished"}[i%4]
			f.Commit = domain.CommitID(fmt.Sprintf("%07x", i/4))
			switch f.Kind {
			case "lane.restarted":
				f.Commit = ""
				if i == 0 {
					f.Worktree = "/wt/a"
					f.Payload.Expects = []domain.Expectation{domain.ExpectWorkspace, domain.ExpectWrites, domain.ExpectGreenPackage}
				}
			case "lane.commit.created":
				f.Worktree = "/wt/a"
			case "lane.green":
				f.Emitter, f.Causes, f.Payload.Level = "CI", []domain.EventID{last}, domain.GreenPackage
			}
			last = f.ID
		})
	}},
	{"sessions, each with its subagents", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Session = "session.created", domain.MakeSessionID("sim", fmt.Sprint("s", i))
			f.Emitter = domain.EmitterID(f.Session)
			if i%2 == 1 {
				f.Payload.Parent = domain.MakeSessionID("sim", fmt.Sprint("s", i-1))
			}
		})
	}},
	{"approvals that were asked for and given", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{"worker.tool_permission_required", "approval.granted"}[i%2]
		})
	}},
}

// told returns n facts of one lane and one trusted emitter, each with a change.
func told(n int, change func(i int, f *fact.Fact)) []fact.Fact {
	out := make([]fact.Fact, n)
	for i := range out {
		out[i] = fact.Fact{ID: lanetest.EventID(i), Emitter: "W", Epoch: lanetest.Boot(1), Seq: uint64(i + 1), SeqKind: domain.SeqCount,
			Source: domain.SourceLive, Trust: domain.TrustHigh, Lane: lanetest.LaneID("A")}
		change(i, &out[i])
	}
	return out
}

func TestTheWorkGrowsAsTheLaneDoes(t *testing.T) {
	const small, times = 250, 8
	for _, row := range growing {
		t.Run(row.name, func(t *testing.T) {
			some, many := lane.Work(row.make(small)), lane.Work(row.make(small*times))
			if some == 0 || many > some*times*3/2 {
				t.Errorf("%d of them took %d steps, %d took %d: %.1f times, want about %d",
					small, some, small*times, many, float64(many)/float64(some), times)
			}
		})
	}
}

func BenchmarkDeriveGrowing(b *testing.B) {
	for _, row := range growing {
		b.Run(row.name, func(b *testing.B) {
			set := index.NewSet(lanetest.LaneID("A"), row.make(2000))
			for b.Loop() {
				lane.Derive(set, lane.Options{})
			}
		})
	}
}
