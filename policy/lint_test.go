package policy_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/policy"
)

// TestLintFindsRulesThatDoNotDoWhatTheySay lints one text in each row, adopted.
func TestLintFindsRulesThatDoNotDoWhatTheySay(t *testing.T) {
	for name, row := range map[string]struct {
		rules string
		want  map[string]policy.Flaw // by rule
	}{
		"rules that differ":            {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\nargv_shorthand=\"git push:*\"\n[[rule]]\nid=\"b\"\ndecision=\"allow\"\nargv_shorthand=\"git add:*\"\n"},
		"a tool that nobody has":       {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"Bosh\"\n", want: map[string]policy.Flaw{"a": policy.FlawUnknownTool}},
		"a tool of a server":           {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"mcp__github__push\"\n"},
		"a command of a tool for text": {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"edit\"\nargv_shorthand=\"rm:*\"\n", want: map[string]policy.Flaw{"a": policy.FlawNoMatch}},
		"a ref of a tool for text":     {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\ntool=\"read\"\nref=\"refs/heads/main\"\n", want: map[string]policy.Flaw{"a": policy.FlawNoMatch}},
		"the same rule again": {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\nargv_shorthand=\"rm:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nargv_shorthand=\"rm:*\"\n",
			want: map[string]policy.Flaw{"b": policy.FlawShadowed}},
		"a narrower one before a wider": {rules: "[[rule]]\nid=\"a\"\ndecision=\"ask\"\nargv_shorthand=\"git push origin:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nargv_shorthand=\"git push:*\"\n",
			want: map[string]policy.Flaw{"a": policy.FlawShadowed}},
		"a stricter exception is not shadowed": {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\nargv_shorthand=\"git:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\napproval=\"never\"\nargv_shorthand=\"git push:*\"\n"},
		"an allow that is always denied": {rules: "[[rule]]\nid=\"a\"\ndecision=\"allow\"\nargv_shorthand=\"git push:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\ntool=\"shell\"\nargv_shorthand=\"git push:*\"\n[[rule]]\nid=\"c\"\ndecision=\"deny\"\nargv_shorthand=\"git:*\"\n",
			want: map[string]policy.Flaw{"a": policy.FlawDenied, "b": policy.FlawShadowed}},
		"a deny for stale work only": {rules: "[[rule]]\nid=\"a\"\ndecision=\"allow\"\nargv_shorthand=\"ls:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nstale=true\nargv_shorthand=\"ls:*\"\n"},
		"a deny for stale work beside one for any": {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\nstale=true\nargv_shorthand=\"ls:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nargv_shorthand=\"ls:*\"\n",
			want: map[string]policy.Flaw{"a": policy.FlawShadowed}},
		"one for stale work and one for current": {rules: "[[rule]]\nid=\"a\"\ndecision=\"deny\"\nstale=true\nargv_shorthand=\"ls:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nstale=false\nargv_shorthand=\"ls:*\"\n"},
		"a deny for one agent only":              {rules: "[[rule]]\nid=\"a\"\ndecision=\"allow\"\nargv_shorthand=\"ls:*\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nagent=\"codex\"\nargv_shorthand=\"ls:*\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := policy.Parse("policy.toml", []byte("version = 1\n"+row.rules))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]policy.Flaw{}
			for _, f := range policy.Lint([]policy.Layer{{Name: "adopted", Source: "policy.toml", Policy: p, MayAllow: true}}) {
				if got[f.Rule] = f.Flaw; f.Line == 0 || f.Says == "" {
					t.Errorf("%+v", f)
				}
			}
			if row.want == nil {
				row.want = map[string]policy.Flaw{}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestLintNamesLayersThatDoNotCount(t *testing.T) {
	p, err := policy.Parse("policy.toml", []byte("version = 1\n[[rule]]\nid=\"a\"\ndecision=\"allow\"\ntool=\"read\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []policy.Flaw
	for _, f := range policy.Lint([]policy.Layer{{Name: "user", Policy: p}, {Name: "project", Err: errors.New("torn")}}) {
		got = append(got, f.Flaw)
	}
	if diff := cmp.Diff([]policy.Flaw{policy.FlawNotAdopted, policy.FlawUnread}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestLintNamesEachProblemOfATextThatCannotBeRead(t *testing.T) {
	_, err := policy.Parse("policy.toml", []byte("version = 1\n[[rule]]\nid=\"a\"\ndecision=\"deny\"\nfrobnicate=1\npath=[\"[x\"]\n"))
	got := map[int]string{}
	for _, f := range policy.Lint([]policy.Layer{{Name: "user", Source: "policy.toml", Err: err}}) {
		got[f.Line] = f.Says
	}
	if diff := cmp.Diff(map[int]string{5: "frobnicate is not a key of a rule", 6: "path has the bad pattern [x"}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
