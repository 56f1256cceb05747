package policy_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/policy"
)

// commands draws shell texts from words that rules name and shells read.
func commands(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"git", "push", "origin", "main", "rm", "-rf", "go", "test", "./...", "&&", ";", "|", "$X", "$(", ")", "`",
		"'", `"`, "\\", "\n", "bash", "-c", "sudo", "env", "A=1", "xargs", "cat", "~/.ssh/id", ">", "<", "secret/x", "*", "{", "}", "if", "then", "fi", "true", "<<EOF", "EOF", "#"}), 1, 12)
	return strings.Join(words.Draw(t, "words"), rapid.SampledFrom([]string{" ", "", "  "}).Draw(t, "gap"))
}

func decide(layers []policy.Layer, command string) policy.Decision {
	a := shell(command)
	return policy.Evaluate(layers, &a).Decision
}

// TestMoreNeverWidens: whatever is put beside a command, what was held back stays so.
func TestMoreNeverWidens(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", team)}
	rapid.Check(t, func(t *rapid.T) {
		command, other := commands(t), commands(t)
		alone, both := decide(layers, command), decide(layers, command+"\n"+other)
		if both == policy.Allow && alone != policy.Allow {
			t.Fatalf("%q is %q alone, and allowed before %q", command, alone, other)
		}
		if rest := decide(layers, "make && "+command); rest == policy.Allow {
			t.Fatalf("%q is allowed beside a command that no rule names", command)
		}
	})
}

// TestALayerOnlyRestricts: another layer that was not adopted never widens.
func TestALayerOnlyRestricts(t *testing.T) {
	one, two := layer(t, "adopted", team), layer(t, "project", strings.ReplaceAll(team, "main", "other"))
	rapid.Check(t, func(t *rapid.T) {
		command := commands(t)
		alone, both := decide([]policy.Layer{one}, command), decide([]policy.Layer{one, two}, command)
		if both.Rank() < alone.Rank() {
			t.Fatalf("%q: %q becomes %q by a second layer", command, alone, both)
		}
	})
}

func FuzzEvaluate(f *testing.F) {
	for _, seed := range []string{"git push origin main", "bash -c 'rm -rf /'", "a <<E\n$(b)\nE", "x=$(git push)", "[[ a && b ]]", "((1))", "case x in y) z;; esac",
		"cd /etc && cat shadow", "for i in a; do cd $i; done", "f() { f; }; f", "cat $'\\x2fetc'", "let 'a[$(b)]=1'", "env -S '-i rm -rf /'", "python3 -c 'import os; os.system(\"rm -rf /\")'", "${x@P}", "awk '{ print | \"rm -rf x\" }'"} {
		f.Add(seed)
	}
	p, err := policy.Parse("team.toml", []byte(team))
	if err != nil {
		f.Fatal(err)
	}
	layers := []policy.Layer{{Name: "adopted", Policy: p, MayAllow: true}}
	f.Fuzz(func(t *testing.T, command string) {
		if len(command) > 4<<10 {
			return
		}
		if got := decide(layers, command); got == policy.Allow && strings.Contains(command, "rm") && !strings.Contains(command, "go ") {
			t.Fatalf("%q is allowed", command)
		}
		if got := decide(layers, command+"\nrm -rf /"); got == policy.Allow {
			t.Fatalf("%q is allowed before a removal", command)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(team)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := policy.Parse("p", []byte(text))
		if (p == nil) != (err != nil) {
			t.Fatalf("policy %v and error %v", p, err)
		}
	})
}
