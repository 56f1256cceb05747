package policy_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

func causes(err error) []string {
	typed := (*domain.Error)(nil)
	if errors.As(err, &typed) {
		return typed.Cause
	}
	return nil
}

func TestParseNamesEveryProblem(t *testing.T) {
	const head = "version = 1\n[[rule]]\nid = \"a\"\n"
	for name, row := range map[string]struct {
		text string
		want []string
	}{
		"an empty text":             {"", []string{"p:1: version must be 1"}},
		"no TOML":                   {"version = 1\n[[rule]\n", []string{"p:2: expected ']]' to close array table name"}},
		"an unknown key":            {"version = 1\nrules = 2\n", []string{"p:2: unknown key rules"}},
		"an unknown key of a rule":  {head + "decision = \"deny\"\nargv = \"x\"\n", []string{"p:5: argv is not a key of a rule"}},
		"several at once":           {head + "decision = \"perhaps\"\napproval = \"yes\"\ntool = []\n", []string{"p:4: decision must be allow, ask or deny", "p:5: approval must be software, presence or never", "p:6: tool must be a text or a list of texts"}},
		"a rule without a name":     {"version = 1\n[[rule]]\ndecision = \"deny\"\n", []string{"p:2: id is missing: a decision cites it"}},
		"a rule without a decision": {head, []string{"p:2: decision is missing: allow, ask or deny"}},
		"the same name twice":       {head + "decision = \"deny\"\n[[rule]]\nid = \"a\"\ndecision = \"ask\"\n", []string{"p:6: id stands twice: a"}},
		"all of everything":         {head + "decision = \"allow\"\n", []string{"p:4: decision allows everything: name a tool, a command or a path"}},
		"two kinds of patterns":     {head + "decision = \"deny\"\nargv_exact = [\"a\"]\ncommand = \"b\"\n", []string{"p:6: command stands beside argv_exact: one of them"}},
		"a text for words":          {head + "decision = \"deny\"\nargv_exact = \"git push\"\n", []string{"p:5: argv_exact must be a list of words"}},
		"stars in the middle":       {head + "decision = \"deny\"\nargv_glob = [\"**\", \"x\"]\n", []string{"p:5: argv_glob cannot be read: read pattern ** x: not accepted"}},
		"a shorthand that computes": {head + "decision = \"deny\"\nargv_shorthand = \"git $X:*\"\n", []string{"p:5: argv_shorthand cannot be read: read pattern git $X:*: not accepted"}},
		"a bad glob":                {head + "decision = \"deny\"\npath = \"/x/[\"\n", []string{"p:5: path has the bad pattern /x/["}},
		"a time that is none":       {head + "decision = \"deny\"\nlongest = \"soon\"\n", []string{"p:5: longest must be a time such as \"8h\" or \"30m\""}},
		"an exception of an ask":    {head + "decision = \"ask\"\napproval = \"never\"\n", []string{"p:5: approval belongs to a rule that denies"}},
		"a truth that is a text":    {head + "decision = \"deny\"\nstale = \"yes\"\n", []string{"p:5: stale must be true or false"}},
		"another version":           {"version = 2\n", []string{"p:1: version must be 1"}},
		"a variable that is a list": {head + "decision = \"deny\"\n[rule.env]\nCI = []\n", []string{"p:6: env.CI must be a text or a list of texts"}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := policy.Parse("p", []byte(row.text))
			if p != nil || err == nil {
				t.Fatal("accepted")
			}
			if diff := cmp.Diff(row.want, causes(err)); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
