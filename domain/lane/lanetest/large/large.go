// Package large makes the facts of lanes that have a large number of something, as a hostile recording can
// have: turns without an end, calls that never returned, attempts, accounts. It judges nothing.
package large

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/lanetest"
)

// Lane is a lane of n of something.
type Lane struct {
	Name string
	Make func(n int) []fact.Fact
}

// Lanes returns the lanes. What it takes to derive one must not grow faster than n.
func Lanes() []Lane { return lanes }

var lanes = []Lane{
	{"open turns of a session that nobody numbers", func(n int) []fact.Fact {
		return told(n, func(i int, f *fact.Fact) {
			f.Kind, f.Session, f.Turn = domain.KindTurnStarted, "sim/s1", domain.TurnID(fmt.Sprint("t", i))
			f.Emitter, f.Epoch, f.Seq = "", domain.Epoch{}, 0
		})
	}},
	{"open turns that nobody numbers, each with a call that never came back", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Session, f.Turn = [...]domain.Kind{domain.KindTurnStarted, domain.KindToolRequested}[i%2], "sim/s1", domain.TurnID(fmt.Sprint("t", i/2))
			f.Emitter, f.Epoch, f.Seq = "", domain.Epoch{}, 0
			if f.Kind == domain.KindToolRequested {
				f.Item = domain.ItemID(fmt.Sprint("i", i))
			}
		})
	}},
	{"turns that ended, each with a call that never came back, around compactions", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindToolRequested, domain.KindSessionCompacted, domain.KindTurnCompleted}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter = domain.EmitterID(fmt.Sprint("E", i/4))
			switch f.Kind {
			case domain.KindToolRequested:
				f.Item = domain.ItemID(fmt.Sprint("i", i))
			case domain.KindSessionCompacted:
				f.Turn = ""
			}
		})
	}},
	{"turns of an account that a longer one supersedes", func(n int) []fact.Fact {
		return told(4*n+2, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnInterrupted}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter, f.Imported = [...]domain.EmitterID{"W", "V"}[i%2], true
		})
	}},
	{"turns that two programs tell of, each in its own order", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnCompleted}[i%4]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4))
			f.Emitter = [...]domain.EmitterID{"W", "V"}[i%2]
		})
	}},
	{"sessions that stop behind an answer", func(n int) []fact.Fact {
		return told(3*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindToolCompleted, domain.KindTurnAnswered}[i%3]
			f.Session, f.Turn, f.Item, f.Imported = domain.MakeSessionID("sim", fmt.Sprint("s", i/3)), "t", "i", true
			f.Emitter = domain.EmitterID(f.Session)
		})
	}},
	{"answers of a turn that nobody numbers", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindToolCompleted, domain.KindTurnAnswered}[i%2]
			f.Session, f.Turn, f.Item, f.Imported = "sim/s1", "t", domain.ItemID(fmt.Sprint("i", i)), true
			f.Emitter, f.Epoch, f.Seq = domain.EmitterID(fmt.Sprint("E", i)), domain.Epoch{}, 0
		})
	}},
	{"turns that were taken back", func(n int) []fact.Fact {
		return told(3*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindTurnWithdrawn}[i%3]
			f.Session, f.Turn = "sim/s1", domain.TurnID(fmt.Sprint("t", i/3))
			if f.Kind == domain.KindTurnWithdrawn {
				f.Payload.Turns = []domain.TurnID{f.Turn}
			}
		})
	}},
	{"attempts, each with an end", func(n int) []fact.Fact {
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindLaneRestarted, domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindLaneFailed}[i%4]
		})
	}},
	{"attempts that fence the one before", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Epoch, f.Emitter = domain.KindLaneFailed, lanetest.Boot(i/2+1), "W"
			if i%2 == 0 {
				f.Kind, f.Emitter = domain.KindLaneRestarted, "O"
				f.Payload.Fences = []domain.Fence{{Emitter: "W", Epoch: lanetest.Boot(i / 2)}}
			}
		})
	}},
	{"attempts that want commits and tests, which somebody else tells of", func(n int) []fact.Fact {
		var last domain.EventID
		return told(4*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindLaneRestarted, domain.KindLaneCommitCreated, domain.KindLaneGreen, domain.KindLaneFinished}[i%4]
			f.Commit = domain.CommitID(fmt.Sprintf("%07x", i/4))
			switch f.Kind {
			case domain.KindLaneRestarted:
				f.Commit = ""
				if i == 0 {
					f.Worktree = "/wt/a"
					f.Payload.Expects = []domain.Expectation{domain.ExpectWorkspace, domain.ExpectWrites, domain.ExpectGreenPackage}
				}
			case domain.KindLaneCommitCreated:
				f.Worktree = "/wt/a"
			case domain.KindLaneGreen:
				f.Emitter, f.Causes, f.Payload.Level = "CI", []domain.EventID{last}, domain.GreenPackage
			}
			last = f.ID
		})
	}},
	{"sessions, each with its subagents", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind, f.Session = domain.KindSessionCreated, domain.MakeSessionID("sim", fmt.Sprint("s", i))
			f.Emitter = domain.EmitterID(f.Session)
			if i%2 == 1 {
				f.Payload.Parent = domain.MakeSessionID("sim", fmt.Sprint("s", i-1))
			}
		})
	}},
	{"approvals that were asked for and given", func(n int) []fact.Fact {
		return told(2*n, func(i int, f *fact.Fact) {
			f.Kind = [...]domain.Kind{domain.KindWorkerToolPermissionRequired, domain.KindApprovalGranted}[i%2]
		})
	}},
}

// Tasks is a lane of n turns, each with a write, tests and a commit. Its last task is what all turns did: a file
// of the first is in no commit, so that none comes out.
func Tasks(n int) []fact.Fact {
	return told(4*n, func(i int, f *fact.Fact) {
		f.Kind = [...]domain.Kind{domain.KindTurnStarted, domain.KindWorkObserved, domain.KindTestPassed, domain.KindWorkObserved}[i%4]
		f.Session, f.Turn, f.Item = "sim/s1", domain.TurnID(fmt.Sprint("t", i/4)), domain.ItemID(fmt.Sprint("i", i))
		name := domain.Path(fmt.Sprint("f", i/4, ".go"))
		switch i % 4 {
		case 0:
			f.Item = ""
		case 1:
			f.Payload.Work = &domain.Observed{Writes: []domain.Path{name}}
		case 2:
			f.Payload.Level, f.Payload.Run.Runner = domain.GreenWorkspace, "go test"
		case 3:
			f.Payload.Work = &domain.Observed{Commits: []domain.ObservedCommit{{Commit: domain.CommitID(fmt.Sprintf("%07x", i))}}}
			if i > 4 {
				f.Payload.Work.Staged = []domain.Path{name}
			} else {
				f.Payload.Work.Staged = []domain.Path{"other.go"}
			}
		}
	})
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
