package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/policy"
)

// corpusText is a line of testdata/corpus.txt.
type corpusText struct {
	kind, why, command string
	want               policy.Decision
}

// corpus reads the texts: kind, decision, why, text, separated by tabs; \n in a text means that byte.
func corpus(t *testing.T) (all []corpusText) {
	t.Helper()
	text, err := os.ReadFile("testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		if len(fields) != 4 {
			t.Fatalf("not a line of the corpus: %q", line)
		}
		command := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(fields[3])
		want := policy.Decision(strings.TrimSuffix(fields[1], "none"))
		all = append(all, corpusText{kind: fields[0], want: want, why: fields[2], command: command})
	}
	return all
}

// TestTheCorpusIsDecidedAsItSays: under the reference policy, which asks where it is uncertain, no innocent
// text is denied and at most 3 of 100 need an answer, and each evading one is held back, at least as far
// as its line says.
func TestTheCorpusIsDecidedAsItSays(t *testing.T) {
	text, err := os.ReadFile("testdata/reference.toml")
	if err != nil {
		t.Fatal(err)
	}
	layers := []policy.Layer{layer(t, "adopted", string(text))}
	before := []policy.Layer{layer(t, "adopted", strings.Replace(string(text), "uncertain = \"ask\"\n", "", 1))}
	rates := map[string]map[policy.Decision]int{}
	count := func(kind string, d policy.Decision) {
		if rates[kind] == nil {
			rates[kind] = map[policy.Decision]int{}
		}
		rates[kind][d]++
	}
	for _, c := range corpus(t) {
		a := shell(c.command)
		v := policy.Evaluate(layers, &a)
		count(c.kind, v.Decision)
		count(c.kind+" without the key", decide(before, c.command))
		says := ""
		if v.Match != nil {
			says = v.Match.Rule.ID + ": " + v.Match.Uncertain
		}
		switch {
		case c.kind == "innocent" && v.Decision.Rank() > c.want.Rank():
			t.Errorf("innocent %q: %q by %s, want %q at most", c.command, v.Decision, says, c.want)
		case c.kind == "evading" && (v.Decision.Rank() < c.want.Rank() || c.want.Rank() < policy.Ask.Rank()):
			t.Errorf("evading %q: %q by %s, want %q at least (%s)", c.command, v.Decision, says, c.want, c.why)
		}
	}
	for _, kind := range []string{"innocent", "evading"} {
		got, was := rates[kind], rates[kind+" without the key"]
		n := got[policy.None] + got[policy.Allow] + got[policy.Ask] + got[policy.Deny]
		t.Logf("%s: %d texts, denied %d, asked about %d; without the key denied %d", kind, n, got[policy.Deny], got[policy.Ask], was[policy.Deny])
		if n < 300 {
			t.Errorf("%d %s texts, want 300 at least", n, kind)
		}
		if kind == "innocent" && (got[policy.Deny] > 0 || got[policy.Ask]*100 > 3*n) {
			t.Errorf("of %d innocent texts %d are denied and %d asked about, want none and 3 of 100 at most", n, got[policy.Deny], got[policy.Ask])
		}
	}
}
