package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/policy"
)

const hiding = `version = 1

[[rule]]
id = "held"
decision = "deny"
argv_shorthand = "git push:*"

[[rule]]
id = "removal"
decision = "deny"
argv_glob = ["rm", "-rf", "**"]

[[rule]]
id = "fetching"
decision = "deny"
command = "curl *"

[[rule]]
id = "files"
decision = "deny"
path = ["secret/**", "~/.ssh"]

[[rule]]
id = "listing"
decision = "allow"
argv_shorthand = "ls:*"
`

// TestWhatCommandsHideIn: each text of a file is decided as the file says.
func TestWhatCommandsHideIn(t *testing.T) {
	for name, row := range map[string]struct {
		texts string
		fits  func(policy.Decision) bool
	}{
		"what is denied is denied wherever it hides":  {"held-back.txt", func(d policy.Decision) bool { return d == policy.Deny }},
		"what is allowed lets nothing else through":   {"not-allowed.txt", func(d policy.Decision) bool { return d != policy.Allow }},
		"commands of every day are not taken for any": {"everyday.txt", func(d policy.Decision) bool { return d == policy.None }},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/" + row.texts)
			if err != nil {
				t.Fatal(err)
			}
			layers, read := []policy.Layer{layer(t, "adopted", hiding)}, 0
			for line := range strings.Lines(string(text)) {
				if strings.HasPrefix(line, "# ") {
					continue
				}
				read++
				command := strings.NewReplacer(`\\\n`, "\\\n", `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(strings.TrimSuffix(line, "\n"))
				if d := decide(layers, command); !row.fits(d) {
					t.Errorf("%q: %q", command, d)
				}
			}
			if read == 0 {
				t.Fatal("no texts")
			}
		})
	}
}

// TestATextThatGrowsIsNotRead: what would be read for ever is taken for what is held back.
func TestATextThatGrowsIsNotRead(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", hiding)}
	for name, command := range map[string]string{
		"more than a shell takes":     "ls " + strings.Repeat("x", 1<<20),
		"brackets for ever":           strings.Repeat("(", 100_000) + "ls" + strings.Repeat(")", 100_000),
		"groups in groups":            strings.Repeat("( ", 5_000) + "ls" + strings.Repeat(" )", 5_000),
		"substitutions in another":    strings.Repeat("$(", 10_000) + "ls" + strings.Repeat(")", 10_000),
		"substitutions behind quotes": strings.Repeat("echo ')' $(", 10_000) + "ls" + strings.Repeat(")", 10_000),
	} {
		if d := decide(layers, command); d != policy.Deny {
			t.Errorf("%s: %q", name, d)
		}
	}
	for _, word := range []string{"ssh", "sudo --x", "eval", "find -exec", "watch"} {
		if d := decide(layers, strings.Repeat(word+" ", 100)+"git push"); d != policy.Deny {
			t.Errorf("%q repeated: %q", word, d)
		}
	}
}
