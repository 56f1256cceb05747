package codex_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

func drafts(records []producers.Record) []domain.Draft {
	var all []domain.Draft
	for _, r := range records {
		all = append(all, r.Drafts...)
	}
	return all
}

// imported folds what the importer says of files into the totals that [recount]
// counts without it. A thing with an id counts once.
func imported(t testing.TB, files ...[]byte) tally {
	t.Helper()
	f := &folded{
		t: t, calls: map[string]string{}, turns: map[string]string{}, sessions: map[domain.SessionID]bool{},
		spent: map[domain.ItemID]domain.UsageRecorded{}, withdrawn: map[string]bool{}, compacted: map[string]bool{},
	}
	for _, file := range files {
		records := readertest.Read(t, codex.New(), file)
		f.Lines += len(records)
		for _, r := range records {
			switch {
			case r.Unreadable != "":
				f.Unreadable++
			case r.Skipped == "blank line":
				f.Blank++
			}
			for i := range r.Drafts {
				f.draft(&r.Drafts[i])
			}
		}
	}
	return f.total()
}

type folded struct {
	tally
	t         testing.TB
	calls     map[string]string
	turns     map[string]string
	withdrawn map[string]bool
	compacted map[string]bool
	sessions  map[domain.SessionID]bool
	spent     map[domain.ItemID]domain.UsageRecorded
}

func (f *folded) draft(d *domain.Draft) {
	item, turn := string(d.Subject.Item.Value), string(d.Subject.Turn.Value)
	switch d.Kind {
	case "session.created":
		if !f.sessions[d.Session()] && !readertest.Payload[domain.SessionCreated](f.t, d).ParentSession.IsZero() {
			f.Subagents++
		}
		f.sessions[d.Session()] = true
	case "session.forked":
		f.Forks++
	case "session.resumed":
		f.Resumes++
	case "session.compacted":
		f.compacted[item] = true
	case "provider.failed":
		f.ProviderErrors++
	case "turn.started":
		set(f.turns, turn, "open")
	case "turn.completed":
		end(f.turns, turn, "completed")
	case "turn.failed":
		end(f.turns, turn, "failed")
	case "turn.interrupted":
		end(f.turns, turn, "interrupted")
	case "turn.withdrawn":
		f.Withdrawals++
		for _, id := range readertest.Payload[domain.TurnWithdrawn](f.t, d).Turns {
			f.withdrawn[string(d.Session())+" "+string(id)] = true
		}
	case "tool.requested":
		set(f.calls, item, "open")
	case "tool.completed", "tool.failed", "tool.denied", "tool.timed_out", "tool.canceled":
		end(f.calls, item, string(d.Kind[len("tool."):]))
	case "usage.recorded":
		u := readertest.Payload[domain.UsageRecorded](f.t, d)
		if before, ok := f.spent[d.Subject.Item.Value]; !ok || size(u) > size(before) {
			f.spent[d.Subject.Item.Value] = u
		}
	}
}

func size(u domain.UsageRecorded) int64 { return u.Input + u.CacheRead + u.CacheCreation + u.Output }

func set(m map[string]string, id, status string) {
	if m[id] == "" {
		m[id] = status
	}
}

func end(m map[string]string, id, status string) {
	if m[id] == "" || m[id] == "open" {
		m[id] = status
	}
}

func (f *folded) total() tally {
	f.CallsBy, f.TurnsBy, f.Tokens = map[string]int{}, map[string]int{}, map[string]tokens{}
	for _, s := range f.calls {
		f.CallsBy[s]++
	}
	for _, s := range f.turns {
		f.TurnsBy[s]++
	}
	if len(f.withdrawn) > 0 {
		f.TurnsBy["withdrawn"] = len(f.withdrawn)
	}
	for _, u := range f.spent {
		in := u.Input + u.CacheRead + u.CacheCreation
		add := tokens{in, u.CacheRead, u.Output, u.Reasoning, in + u.Output}
		if add != (tokens{}) {
			f.Tokens[u.Model] = f.Tokens[u.Model].plus(add)
		}
	}
	f.Calls, f.Turns, f.Sessions, f.Compactions = len(f.calls), len(f.turns), len(f.sessions), len(f.compacted)
	return f.tally
}
