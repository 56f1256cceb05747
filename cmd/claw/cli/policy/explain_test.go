package policycmd_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain/approval"
)

// overlapping rules all hold a push back; the one that decides is not the one whose
// approvals hold the shortest.
const overlapping = `version = 1

[[rule]]
id = "pushes"
decision = "deny"
approval = "software"
longest = "90m"
argv_shorthand = "git push:*"

[[rule]]
id = "git"
decision = "deny"
approval = "software"
longest = "8h"
argv_shorthand = "git:*"
`

func TestExplainNamesEveryRuleThatMetAndTheOneThatDecided(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File("policy.toml", overlapping)
	w.Must("policy", "adopt", "policy.toml")
	d := clitest.Documents(t, w.Must("policy", "explain", "--json", "--", "git", "push").Out)[0]
	var met [][]any
	for _, m := range d["matches"].([]any) {
		m := m.(map[string]any)
		met = append(met, []any{m["rule"], m["longest"], m["decides"]})
	}
	if diff := cmp.Diff([][]any{{"pushes", "1h30m", true}, {"git", "8h", false}}, met); diff != "" {
		t.Errorf("matches: -want +got\n%s", diff)
	}
	if d["longest"] != "1h30m" || d["rule"].(map[string]any)["rule"] != "pushes" {
		t.Errorf("longest %v, rule %v", d["longest"], d["rule"])
	}
}

// TestAGrantHoldsNoLongerThanEveryRuleLets asks as a hook does, and grants for as long as
// it may be, and for longer.
func TestAGrantHoldsNoLongerThanEveryRuleLets(t *testing.T) {
	limited := func(longest string) string {
		return "version = 1\n[[rule]]\nid = \"" + longest + "\"\ndecision = \"deny\"\nlongest = \"" + longest + "\"\nargv_shorthand = \"git push:*\"\n"
	}
	for name, row := range map[string]struct {
		adopted, user, project string
		want                   time.Duration
	}{
		"the shortest of the adopted policy":     {adopted: overlapping, want: 90 * time.Minute},
		"that of the person's file":              {user: limited("20m"), want: 20 * time.Minute},
		"that of the project's file":             {project: limited("10m"), want: 10 * time.Minute},
		"a file's, shorter than what is adopted": {adopted: limited("8h"), user: limited("1h"), want: time.Hour},
		"the shorter of two files'":              {user: limited("3h"), project: limited("2h"), want: 2 * time.Hour},
		"what is adopted, shorter than a file's": {adopted: limited("1h"), project: limited("8h"), want: time.Hour},
		"a file lengthens nothing":               {project: limited("48h"), want: approval.DefaultLongest},
		"what is adopted may be long":            {adopted: limited("48h"), want: 48 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := clitest.Patient(t)
			w.Env["XDG_CONFIG_HOME"] = w.Path("settings")
			w.Must("init", "--user")
			for file, text := range map[string]string{"own.toml": row.adopted, "settings/claw/policy.toml": row.user, ".claw/policy.toml": row.project} {
				if text != "" {
					w.File(file, text)
				}
			}
			if row.adopted != "" {
				w.Must("policy", "adopt", "own.toml")
			}
			says := clitest.Documents(t, w.Run("policy", "check", "--json", "--", "git", "push").Out)[0]["longest"]
			if got, err := time.ParseDuration(says.(string)); err != nil || got != row.want {
				t.Errorf("check says %v, want %s", says, row.want)
			}
			_, reason := clitest.Decision(t, w.Hook(clitest.Bash("PreToolUse", "git push origin main"), "claude-code", "--enforce"))
			stream := clitest.Stream(t, regexp.MustCompile(`approval-[0-9A-Z]{26}`).FindString(reason))
			w.KeyFile("alice.key", clitest.AliceSeed, "")
			w.File("alice.signers", clitest.SignerLine("alice@example.org", clitest.AliceSeed))
			w.Must("signers", "add", "alice.signers", "--key", "alice.key")
			longer := clitest.Documents(t, w.Run("approval", "grant", stream.String(), "--key", "alice.key", "--for", (row.want+time.Minute).String(), "--json").Out)[0]
			if why := longer["error"].(map[string]any)["detail"].(map[string]any)["refusal"]; why != "expiry_too_long" {
				t.Errorf("a minute longer: %v", why)
			}
			w.Must("approval", "grant", stream.String(), "--key", "alice.key")
			granted := clitest.Documents(t, w.Must("approval", "show", stream.String(), "--json").Out)[0]
			until, err := time.Parse(time.RFC3339, granted["expires_at"].(string))
			if lasts := until.Sub(clitest.Now); err != nil || lasts > row.want || lasts < row.want-time.Minute {
				t.Errorf("it holds for %s, want %s", lasts, row.want)
			}
		})
	}
}
