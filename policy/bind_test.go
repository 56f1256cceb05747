package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

func TestParseReadsWhatARuleBinds(t *testing.T) {
	const head = "version = 1\n[[rule]]\nid = \"a\"\ntool = \"shell\"\n"
	for name, row := range map[string]struct {
		text    string
		want    domain.Binding
		problem string
	}{
		"nothing":            {text: head + "decision = \"deny\"\n"},
		"content, of a deny": {text: head + "decision = \"deny\"\nbind = \"content\"\n", want: domain.BindContent},
		"content, of an ask": {text: head + "decision = \"ask\"\nbind = \"content\"\n", want: domain.BindContent},
		"of an allow":        {text: head + "decision = \"allow\"\nbind = \"content\"\n", problem: "p:6: bind belongs to a rule that asks or denies"},
		"another word":       {text: head + "decision = \"deny\"\nbind = \"inode\"\n", problem: "p:6: bind must be content"},
		"a truth":            {text: head + "decision = \"deny\"\nbind = true\n", problem: "p:6: bind must be a text"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := policy.Parse("p", []byte(row.text))
			if row.problem != "" {
				if all := causes(err); len(all) == 0 || all[len(all)-1] != row.problem {
					t.Fatalf("%v, want %s", all, row.problem)
				}
				return
			}
			if err != nil || p.Rules[0].Bind != row.want {
				t.Fatalf("binds %q, %v, want %q", p.Rules[0].Bind, err, row.want)
			}
		})
	}
}

// TestOneRuleThatHoldsBackBinds: the verdict binds where any rule does that met the action.
func TestOneRuleThatHoldsBackBinds(t *testing.T) {
	const deny = "[[rule]]\nid=\"d\"\ndecision=\"deny\"\nargv_shorthand=\"git push:*\"\n"
	for name, row := range map[string]struct {
		rules string
		want  domain.Binding
	}{
		"none does":               {rules: deny},
		"the one that decides":    {rules: deny + "bind=\"content\"\n", want: domain.BindContent},
		"another that denies":     {rules: deny + "[[rule]]\nid=\"e\"\ndecision=\"deny\"\nbind=\"content\"\nargv_shorthand=\"git:*\"\n", want: domain.BindContent},
		"one that asks beside":    {rules: deny + "[[rule]]\nid=\"e\"\ndecision=\"ask\"\nbind=\"content\"\nargv_shorthand=\"git:*\"\n", want: domain.BindContent},
		"one that does not apply": {rules: deny + "[[rule]]\nid=\"e\"\ndecision=\"deny\"\nbind=\"content\"\nargv_shorthand=\"rm:*\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := policy.Parse("p", []byte("version = 1\n"+row.rules))
			if err != nil {
				t.Fatal(err)
			}
			v := policy.Evaluate([]policy.Layer{{Name: "project", Policy: p}}, &policy.Action{Tool: "Bash", Command: "git push"})
			if v.Decision != policy.Deny || v.Bind != row.want {
				t.Fatalf("%s, binds %q, want %q", v.Decision, v.Bind, row.want)
			}
		})
	}
}

// TestARuleThatBindsIsNotShadowed by one that does not.
func TestARuleThatBindsIsNotShadowed(t *testing.T) {
	const plain = "[[rule]]\nid=\"p\"\ndecision=\"deny\"\nargv_shorthand=\"git:*\"\n"
	for name, row := range map[string]struct {
		rules string
		want  []string
	}{
		"a deny that binds under one that does not": {plain + "[[rule]]\nid=\"b\"\ndecision=\"deny\"\nbind=\"content\"\nargv_shorthand=\"git push:*\"\n", nil},
		"an ask that binds under a plain deny":      {plain + "[[rule]]\nid=\"b\"\ndecision=\"ask\"\nbind=\"content\"\nargv_shorthand=\"git push:*\"\n", nil},
		"both bind":                                 {plain + "bind=\"content\"\n[[rule]]\nid=\"b\"\ndecision=\"deny\"\nbind=\"content\"\nargv_shorthand=\"git push:*\"\n", []string{"b shadowed"}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := policy.Parse("p", []byte("version = 1\n"+row.rules))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range policy.Lint([]policy.Layer{{Name: "adopted", Policy: p, MayAllow: true}}) {
				got = append(got, f.Rule+" "+string(f.Flaw))
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestACommandIsHeldBackWhereALinkLeads: a rule about files means those to which links lead that a command names.
func TestACommandIsHeldBackWhereALinkLeads(t *testing.T) {
	for _, uncertain := range []string{"", "uncertain = \"ask\"\n"} {
		layers := []policy.Layer{layer(t, "adopted", "version = 1\n"+uncertain+"[[rule]]\nid = \"secrets\"\ndecision = \"deny\"\nreason = \"no\"\npath = [\"./secret/**\", \"/etc/shadow\"]\n")}
		links := map[string]string{"/src/s": "/src/secret", "/src/s/key": "/src/secret/key", "/src/k": "/etc/shadow", "/src/e": "/etc", "/src/e/../k": "/etc/shadow"}
		for command, want := range map[string]policy.Decision{
			"cat s/key": policy.Deny, "cd s && cat key": policy.Deny, "cat < k": policy.Deny, "tar c ./s": policy.Deny, "F=s/key; cat $F": policy.Deny, "mv e x": policy.Deny, "cat e/../k": policy.Deny, "cat x/../y": policy.None, "cat x/key": policy.None, "ls": policy.None,
		} {
			a := shell(command)
			names := policy.LinkNames(layers, &a)
			a.Links = map[string]string{}
			for _, name := range names {
				if real, link := links[name]; link {
					a.Links[name] = real
				}
			}
			if v := policy.Evaluate(layers, &a); v.Decision != want {
				t.Errorf("%q: %q, want %q; names %q", command, v.Decision, want, names)
			}
		}
		a := shell("cat *.go")
		if names := policy.LinkNames([]policy.Layer{layer(t, "adopted", "version = 1\n[[rule]]\nid = \"a\"\ndecision = \"deny\"\nreason = \"no\"\ncommand = \"x\"\n")}, &a); len(names) > 0 {
			t.Errorf("no rule is about files, and %q are asked for", names)
		}
	}
}
