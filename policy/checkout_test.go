package policy_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/policy"
)

// freshFirst holds broad tests back where the work is stale, and allows vetting where it is not.
//
//go:embed testdata/fresh-first.toml
var freshFirst string

// The checkouts that the tests ask about.
var (
	isStale   = policy.Checkout{Known: true, Stale: true, Says: "lacks 2 commits", Next: "git merge main"}
	isCurrent = policy.Checkout{Known: true, Says: "has all"}
	isUnknown = policy.Checkout{Says: "nobody knows", Next: "git fetch"}
)

func TestARuleAsksHowTheWorkStands(t *testing.T) {
	old := map[string]policy.Checkout{"/src": isStale, "/src/a": isStale, "/fresh": isCurrent}
	fresh := map[string]policy.Checkout{"/src": isCurrent, "/src/a": isCurrent, "/old": isStale, "/home/u/w": isStale}
	for name, row := range map[string]struct {
		command string
		at      map[string]policy.Checkout
		want    policy.Decision
	}{
		"broad tests of stale work":              {"go test -race ./...", old, policy.Deny},
		"of current work":                        {"go test -race ./...", fresh, policy.None},
		"of work of which nobody can tell":       {"cargo test --workspace", map[string]policy.Checkout{"/src": isUnknown}, policy.Deny},
		"of work that nobody looked at":          {"npm test", nil, policy.Deny},
		"narrow tests of stale work":             {"go test ./policy", old, policy.None},
		"broad tests behind another command":     {"go build && timeout 60 go test ./...", old, policy.Deny},
		"in a folder of current work":            {"cd a && go test ./...", fresh, policy.None},
		"in another worktree, which is stale":    {"cd /old && go test ./...", fresh, policy.Deny},
		"in another worktree, from a stale one":  {"cd /fresh && go test ./...", old, policy.Deny},
		"in one that is stale, by an option":     {"make check -C /old", fresh, policy.Deny},
		"in one that is stale, by --directory":   {"make check --directory=/old", fresh, policy.Deny},
		"in one that is stale, by env":           {"env -C ../old go test ./...", fresh, policy.Deny},
		"in one below the home folder":           {"cd ~/w; npm test", fresh, policy.Deny},
		"in one by the home folder's variable":   {`cd "$HOME/w"; npm test`, fresh, policy.Deny},
		"in one that nobody looked at":           {"cd b; npm test", fresh, policy.Deny},
		"in one that is computed":                {`cd "$WHERE"; npm test`, fresh, policy.Deny},
		"in one that a pattern names":            {"cd a*; npm test", fresh, policy.Deny},
		"in the one before":                      {"cd -; npm test", fresh, policy.Deny},
		"in one that was put aside":              {"popd; npm test", fresh, policy.Deny},
		"in one that a shell goes to":            {"bash -c 'cd /old && npm test'", fresh, policy.Deny},
		"what cannot be read":                    {"if then (", fresh, policy.Deny},
		"vetting current work":                   {"go vet ./...", fresh, policy.Allow},
		"vetting stale work":                     {"go vet ./...", old, policy.None},
		"vetting work of which nobody can tell":  {"go vet ./...", nil, policy.None},
		"vetting in another folder of it":        {"cd a && go vet ./...", fresh, policy.Allow},
		"vetting in one that nobody looked at":   {"cd b && go vet ./...", fresh, policy.None},
		"what is asked for in current work":      {"make bisect", fresh, policy.Ask},
		"what is asked for where nobody can say": {"make bisect", nil, policy.Ask},
		"what is not asked for in stale work":    {"make bisect", old, policy.None},
	} {
		t.Run(name, func(t *testing.T) {
			a := shell(row.command)
			a.Checkouts = row.at
			if v := policy.Evaluate([]policy.Layer{layer(t, "adopted", freshFirst)}, &a); v.Decision != row.want {
				t.Fatalf("%q, want %q", v.Decision, row.want)
			}
		})
	}
}

// TestOnlyWhatARuleWouldHoldBackIsAskedAbout: to ask takes time, in which an agent waits.
func TestOnlyWhatARuleWouldHoldBackIsAskedAbout(t *testing.T) {
	layers := []policy.Layer{{Name: "user"}, layer(t, "adopted", freshFirst), layer(t, "project", team)}
	for command, want := range map[string][]string{
		"go test ./...":                        {"/src"},
		"cd a/../b && go test ./...":           {"/src", "/src/b"},
		"cd a && cd b && make check -C ../c":   {"/src", "/src/a", "/src/a/b", "/src/a/c"},
		"git -C /x status; npm test; cd":       {"/src", "/x", "/home/u"},
		"go vet ./...":                         {"/src"},
		"go test ./policy":                     nil,
		"git push origin main":                 nil,
		"cat ~/.ssh/id":                        nil,
		"git commit -m 'go test ./... is red'": nil,
	} {
		a := shell(command)
		if diff := cmp.Diff(want, policy.CheckoutFolders(layers, &a)); diff != "" {
			t.Errorf("%s: -want +got\n%s", command, diff)
		}
	}
	a := shell("go vet ./...")
	if got := policy.CheckoutFolders([]policy.Layer{layer(t, "user", freshFirst)}, &a); got != nil {
		t.Errorf("a file that only restricts asks for what it allows: %v", got)
	}
}

// TestAVerdictSaysWhatTheWorkLacks: why, and what to do first.
func TestAVerdictSaysWhatTheWorkLacks(t *testing.T) {
	for name, row := range map[string]struct {
		command string
		at      map[string]policy.Checkout
		says    string
		next    []string
	}{
		"stale work":             {"npm test", map[string]policy.Checkout{"/src": isStale}, "lacks 2 commits", []string{"git merge main", "test what you changed"}},
		"nobody can tell":        {"npm test", map[string]policy.Checkout{"/src": isUnknown}, "nobody knows", []string{"git fetch", "test what you changed"}},
		"one of two is stale":    {"cd a; npm test", map[string]policy.Checkout{"/src": isCurrent, "/src/a": isStale}, "lacks 2 commits", []string{"git merge main", "test what you changed"}},
		"both are":               {"cd a; npm test", map[string]policy.Checkout{"/src": isStale, "/src/a": isStale}, "lacks 2 commits, lacks 2 commits", []string{"git merge main", "test what you changed"}},
		"where it goes is open":  {"cd $X; npm test", map[string]policy.Checkout{"/src": isCurrent}, "its text does not tell which folder it goes to", []string{"test what you changed"}},
		"a rule that asks not":   {"rm -rf x", map[string]policy.Checkout{"/src": isStale}, "", []string{}},
		"nothing is held back":   {"ls", map[string]policy.Checkout{"/src": isStale}, "", []string{}},
		"current work is no why": {"make bisect", map[string]policy.Checkout{"/src": isCurrent}, "", []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			a := shell(row.command)
			a.Checkouts = row.at
			v := policy.Evaluate([]policy.Layer{layer(t, "adopted", freshFirst), layer(t, "user", team)}, &a)
			var says []string
			for _, c := range v.Checkouts {
				says = append(says, c.Says)
			}
			if diff := cmp.Diff([]any{row.says, row.next}, []any{strings.Join(says, ", "), v.Next()}); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestToKnowLessNeverAllowsMore takes away what is known of checkouts: whatever each is, the verdict
// on work of an unknown state is as strict as that on work of any known state.
func TestToKnowLessNeverAllowsMore(t *testing.T) { rapid.Check(t, knowLess) }

func FuzzToKnowLessNeverAllowsMore(f *testing.F) { f.Fuzz(rapid.MakeFuzz(knowLess)) }

func knowLess(t *rapid.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"cd", "a", "/old", "$X", "~", "&&", ";", "go", "vet", "test", "./...", "make", "bisect", "check", "-C", "npm", "(", ")",
		"bash", "-c", "'cd a; npm test'", "env", "true", "popd"}), 1, 10).Draw(t, "words")
	a := shell(strings.Join(words, " "))
	layers := []policy.Layer{layer(t, "adopted", freshFirst), layer(t, "project", strings.ReplaceAll(freshFirst, "stale = true", "stale = false"))}
	known := map[string]policy.Checkout{}
	for _, folder := range []string{"/src", "/src/a", "/src/a/a", "/old", "/old/a", "/home/u", "/home/u/a"} {
		known[folder] = rapid.SampledFrom([]policy.Checkout{isStale, isCurrent, isUnknown}).Draw(t, folder)
	}
	a.Checkouts = known
	more := policy.Evaluate(layers, &a)
	less := map[string]policy.Checkout{}
	for folder, c := range known {
		if rapid.Bool().Draw(t, "keep "+folder) {
			less[folder] = c
		}
	}
	a.Checkouts = less
	if v := policy.Evaluate(layers, &a); v.Decision.Rank() < more.Decision.Rank() {
		t.Fatalf("%q is %q with %v, and %q with less: %v", a.Command, more.Decision, known, v.Decision, less)
	}
	if a.Checkouts = nil; policy.CheckoutFolders(layers, &a) == nil {
		if v := policy.Evaluate(layers, &a); v.Decision != more.Decision {
			t.Fatalf("%q asks for no checkout, and is %q with them and %q without", a.Command, more.Decision, v.Decision)
		}
	}
}
