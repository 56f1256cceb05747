package policycmd_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// heldBack is a policy under which a push is denied, a build asked for, and a listing allowed.
const heldBack = `version = 1

[[rule]]
id = "pushes"
decision = "deny"
approval = "never"
argv_shorthand = "git push:*"

[[rule]]
id = "builds"
decision = "ask"
argv_shorthand = "make:*"

[[rule]]
id = "lists"
decision = "allow"
argv_exact = ["ls"]
`

// strictness orders what policy check says; to fail is to be held back.
var strictness = map[any]int{"allow": 0, "none": 1, "ask": 2, "deny": 3, nil: 3}

// decided is what policy check says of a command, nil when it fails.
func decided(w *clitest.World, argv ...string) any {
	w.T.Helper()
	return clitest.Documents(w.T, w.Run(append([]string{"policy", "check", "--json", "--"}, argv...)...).Out)[0]["decision"]
}

func flipped(whole []byte, bit int) []byte {
	damaged := bytes.Clone(whole)
	damaged[bit/8] ^= 1 << (bit % 8)
	return damaged
}

// TestNoDamageToTheLogWidensWhatItAdopted flips bits, and cuts, the file of a log that
// adopted a policy: what it held back stays so, or nothing is said at all.
func TestNoDamageToTheLogWidensWhatItAdopted(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File("policy.toml", heldBack)
	w.Must("policy", "adopt", "policy.toml")
	whole, err := os.ReadFile(w.Log())
	if err != nil {
		t.Fatal(err)
	}
	commands := [][]string{{"git", "push", "origin", "main"}, {"make"}, {"ls"}, {"cat", "x"}}
	before := make([]any, len(commands))
	for i, argv := range commands {
		before[i] = decided(w, argv...)
	}
	try := func(what string, at int, damaged []byte) {
		if err := os.WriteFile(w.Log(), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		for i, argv := range commands {
			if after := decided(w, argv...); strictness[after] < strictness[before[i]] {
				t.Errorf("%s %d: %v was %v and is %v", what, at, argv, before[i], after)
			}
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		bit := draw.IntN(len(whole) * 8)
		try("another bit at", bit, flipped(whole, bit))
	}
	stream := []byte(domain.PolicyStream().String())
	for from := 0; ; from++ { // what leads to the adoption, and what names it
		next := bytes.Index(whole[from:], stream)
		if next < 0 {
			break
		}
		from += next
		try("another stream at", from, flipped(whole, (from+len(stream)-1)*8))
	}
	for range 20 {
		at := 1 + draw.IntN(len(whole)-1)
		try("cut at", at, whole[:at])
	}
}

// TestAFolderWithinTakesNothingBack: a policy of a folder counts in all that are in it.
func TestAFolderWithinTakesNothingBack(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File(".claw/policy.toml", heldBack)
	w.File("within/.claw/policy.toml", "version = 1\n")
	w.Tune = func(p *app.Program) { p.Dir = w.Path("within") }
	if got := decided(w, "git", "push"); got != "deny" {
		t.Errorf("a push is %v in a folder with a policy of its own", got)
	}
}
