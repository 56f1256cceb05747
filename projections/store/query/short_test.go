package query_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestASessionIsFoundByWhatAPersonTypes makes each session short, and finds it by that and by other
// beginnings of the parts of its id.
func TestASessionIsFoundByWhatAPersonTypes(t *testing.T) {
	const (
		family = "claude-code/5b6f0c1e-2f4d-4a57-9b1a-0c6f1d2e3a40"
		other  = "claude-code/5b6f0c1e-9999-4a57-9b1a-0c6f1d2e3a40"
	)
	short := map[string]string{
		family:                         "claude-code/5b6f0c1e-2",
		family + "/a7f3c1d":            "claude-code/5b6f0c1e-2/a7f3c1d",
		family + "/a7f3c1d0-1111-2222": "claude-code/5b6f0c1e-2/a7f3c1d0",
		other:                          "claude-code/5b6f0c1e-9",
		"codex/s1":                     "codex/s1",
		"codex/s1/below":               "codex/s1/below",
		"codex/s10":                    "codex/s10",
		"codex/[a]*?-häfen-1":          "codex/[a]*?-hä",
		"codex/[a]*?-x":                "codex/[a]*?-x",
	}
	var drafts []domain.Draft
	for id := range short {
		d := storetest.Said(len(drafts), "turn.started", `{}`)
		d.Subject = domain.Subject{Session: domain.Known(domain.SessionID(id)), Turn: domain.Known[domain.TurnID]("t")}
		d.Stream = domain.SessionID(id).Stream()
		drafts = append(drafts, d)
	}
	s := storetest.Opened(t, storetest.NewLog("a", drafts...))
	find := func(typed string) string {
		id, err := query.SessionNamed(s, typed)
		if err != nil {
			return string(domain.KindOf(err))
		}
		return string(id)
	}
	for id, want := range short {
		got, err := query.ShortSession(s, domain.SessionID(id))
		if err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", id, got, want, err)
		}
		if found := find(got); found != id {
			t.Errorf("%q finds %q, want %q", got, found, id)
		}
	}
	for typed, want := range map[string]string{
		"5b6f0c1e":                      "usage",
		"5b6f0c1e-2":                    family,
		"5b6f0c1e-9":                    other,
		"5b6f0c1e-2/a7f3c1d0":           family + "/a7f3c1d0-1111-2222",
		"claude-code/5b6f0c1e-2/a7f3c1": "usage",
		"codex":                         "usage",
		"s1":                            "codex/s1",
		"s":                             "usage",
		"codex/s1/b":                    "codex/s1/below",
		"codex/s2":                      "not_found",
		"claude/5b6f0c1e-2":             "not_found",
		"*":                             "not_found",
		"":                              "not_found",
	} {
		if found := find(typed); found != want {
			t.Errorf("%q finds %q, want %q", typed, found, want)
		}
	}
}
