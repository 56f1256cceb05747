package cli_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
)

// overlapping rules all hold a push back; the one that decides is not the one whose
// approvals hold the shortest.
const overlapping = `version = 1

[[rule]]
id = "pushes"
decision = "deny"
approval = "software"
longest = "8h"
argv_shorthand = "git push:*"

[[rule]]
id = "git"
decision = "deny"
approval = "software"
longest = "90m"
argv_shorthand = "git:*"
`

func TestExplainNamesEveryRuleThatMetAndTheOneThatDecided(t *testing.T) {
	w := emptyWorld(t)
	w.must("init", "--user")
	w.file("policy.toml", overlapping)
	w.must("policy", "adopt", "policy.toml")
	d := documents(t, w.must("policy", "explain", "--json", "--", "git", "push").Out)[0]
	var met [][]any
	for _, m := range d["matches"].([]any) {
		m := m.(map[string]any)
		met = append(met, []any{m["rule"], m["longest"], m["decides"]})
	}
	if diff := cmp.Diff([][]any{{"pushes", "8h", true}, {"git", "1h30m", false}}, met); diff != "" {
		t.Errorf("matches: -want +got\n%s", diff)
	}
	if d["longest"] != "1h30m" || d["rule"].(map[string]any)["rule"] != "pushes" {
		t.Errorf("longest %v, rule %v", d["longest"], d["rule"])
	}
}

// TestAGrantHoldsNoLongerThanEveryRuleLets asks as a hook does, and grants for as long as
// it may be.
func TestAGrantHoldsNoLongerThanEveryRuleLets(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	w.file("policy.toml", overlapping)
	w.must("policy", "adopt", "policy.toml")
	_, reason := decision(t, w.hook(bash("PreToolUse", "git push origin main"), "claude-code", "--enforce"))
	stream := mustStream(t, regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
	w.grant(domain.StreamID{}) // a signer
	log, err := engine.Open(t.Context(), "sqlite:"+w.log(), engine.Options{Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	offer, err := approvals(log, w.now).Offer(t.Context(), stream, commands.Terms{})
	if err != nil {
		t.Fatal(err)
	}
	if lasts := offer.Statement.ExpiresAt.Time().Sub(w.now()); lasts <= 0 || lasts > 90*time.Minute {
		t.Errorf("it would hold for %s, want 1h30m at most", lasts)
	}
}
