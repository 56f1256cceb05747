package policy_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

// The files beside the adopted text: they hold back more, and say that they allow.
const (
	ownFile = `version = 1

[[rule]]
id = "no_publish"
decision = "deny"
approval = "software"
argv_shorthand = ["npm publish:*", "cargo publish:*"]

[[rule]]
id = "ask_before_containers"
decision = "ask"
command = "docker *"

[[rule]]
id = "everything_of_make"
decision = "allow"
argv_shorthand = "make:*"
`
	projectFile = `version = 1

[[rule]]
id = "no_generated"
decision = "deny"
approval = "never"
path = ["./gen/**", "./vendor/**"]

[[rule]]
id = "no_tests_on_ci"
decision = "ask"
argv_shorthand = "go test:*"
env = { CI = "true" }

[[rule]]
id = "no_broad_tests_of_stale_work"
decision = "deny"
command = "cargo test*--workspace*"
stale = true
`
)

// attempts are what agents try, by rules of each file and by none.
func attempts() []policy.Action {
	var all []policy.Action
	for _, command := range []string{"git push origin main", "git push origin work", "rm -rf /", "go test ./...", "go test ./... && rm -rf x", "npm publish",
		"sudo cargo publish --now", "docker run x", "make all", "cat ~/.ssh/id", "bash -c 'git push origin main'", "$X", "if then (", "ls"} {
		all = append(all, shell(command))
	}
	for _, at := range []policy.Checkout{isStale, isCurrent, isUnknown} {
		broad := shell("cargo test --workspace")
		broad.Checkouts = map[string]policy.Checkout{broad.CWD: at}
		all = append(all, broad)
	}
	onCI := shell("go test ./...")
	onCI.Env = map[string]string{"CI": "true"}
	return append(all, onCI, file("Edit", "/src/gen/a.go"), file("Edit", "/src/a.go"), file("Write", "secret/x"), file("Read", "/etc/shadow"),
		policy.Action{Tool: "WebFetch"}, policy.Action{Tool: "TodoWrite"})
}

// damages are the ways in which a text is spoilt, by name.
var damages = map[string]func(t *rapid.T, text []byte) []byte{
	"a bit flips": func(t *rapid.T, text []byte) []byte {
		text[place(t, text)] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		return text
	},
	"a byte is another":    func(t *rapid.T, text []byte) []byte { text[place(t, text)] = rapid.Byte().Draw(t, "byte"); return text },
	"it is no UTF-8":       func(t *rapid.T, text []byte) []byte { return slices.Insert(text, place(t, text), 0xff, 0xc0) },
	"the end is cut":       func(t *rapid.T, text []byte) []byte { return text[:place(t, text)] },
	"the beginning is cut": func(t *rapid.T, text []byte) []byte { return text[place(t, text):] },
	"a part is cut": func(t *rapid.T, text []byte) []byte {
		from, until := place(t, text), place(t, text)
		return slices.Delete(text, min(from, until), max(from, until))
	},
	"a part is zeros": func(t *rapid.T, text []byte) []byte {
		from, until := place(t, text), place(t, text)
		clear(text[min(from, until):max(from, until)])
		return text
	},
	"a line is gone": ofLines(func(t *rapid.T, lines [][]byte) [][]byte {
		i := place(t, lines)
		return slices.Delete(lines, i, i+1)
	}),
	"a line is twice": ofLines(func(t *rapid.T, lines [][]byte) [][]byte {
		return slices.Insert(lines, place(t, lines), lines[place(t, lines)])
	}),
	"two lines change places": ofLines(func(t *rapid.T, lines [][]byte) [][]byte {
		i, k := place(t, lines), place(t, lines)
		lines[i], lines[k] = lines[k], lines[i]
		return lines
	}),
}

// place draws an index of what is not empty.
func place[T any](t *rapid.T, of []T) int { return rapid.IntRange(0, len(of)-1).Draw(t, "place") }

func ofLines(spoil func(*rapid.T, [][]byte) [][]byte) func(*rapid.T, []byte) []byte {
	return func(t *rapid.T, text []byte) []byte {
		return bytes.Join(spoil(t, bytes.SplitAfter(text, []byte("\n"))), nil)
	}
}

// spoil damages a text one to four times.
func spoil(t *rapid.T, text string) []byte {
	spoilt := []byte(text)
	for range rapid.IntRange(1, 4).Draw(t, "damages") {
		if len(spoilt) > 0 {
			how := rapid.SampledFrom(names(damages)).Draw(t, "how")
			spoilt = damages[how](t, spoilt)
		}
	}
	return spoilt
}

func names[V any](of map[string]V) []string { return slices.Sorted(maps.Keys(of)) }

// exceptions are what lets a denied action through, the strictest last.
var exceptions = []policy.Exception{"", policy.BySoftware, policy.ByPresence, policy.Never}

// judge holds what the layers say with one of them damaged to what was promised: what
// cannot be read denies without exception; what still can takes nothing back of what the
// others say, and allows only if its text is the adopted one, to the byte.
func judge(t rapid.TB, others []policy.Layer, damaged policy.Layer) {
	for _, a := range attempts() {
		with := policy.Evaluate(append(others[:len(others):len(others)], damaged), &a)
		without := policy.Evaluate(others, &a)
		_, lifts := with.Approval()
		switch {
		case damaged.Policy == nil && (with.Decision != policy.Deny || lifts):
			t.Fatalf("%v: %q, lifted %v, by a text that cannot be read", a, with.Decision, lifts)
		case with.Decision.Rank() < without.Decision.Rank():
			t.Fatalf("%v: %q becomes %q by a damaged text", a, without.Decision, with.Decision)
		case slices.Index(exceptions, with.Exception) < slices.Index(exceptions, without.Exception):
			t.Fatalf("%v: it takes %q no more, %q will do", a, without.Exception, with.Exception)
		case without.Longest > 0 && with.Longest > without.Longest:
			t.Fatalf("%v: an approval holds %s, not %s", a, with.Longest, without.Longest)
		}
	}
}

// TestDamageNeverAllowsMore spoils one text of three at random. A spoilt text that was
// adopted has another digest than the event that adopted it, and is one that cannot be
// read: see approve.Approvals.Adopted.
func TestDamageNeverAllowsMore(t *testing.T) { rapid.Check(t, spoilOne) }

func FuzzDamageNeverAllowsMore(f *testing.F) { f.Fuzz(rapid.MakeFuzz(spoilOne)) }

func spoilOne(t *rapid.T) {
	texts := map[string]string{"adopted": team, "user": ownFile, "project": projectFile}
	which := rapid.SampledFrom(names(texts)).Draw(t, "which")
	var others []policy.Layer
	for _, name := range names(texts) {
		if name != which {
			others = append(others, layer(t, name, texts[name]))
		}
	}
	spoilt := spoil(t, texts[which])
	if string(spoilt) == texts[which] {
		return
	}
	damaged := policy.Layer{Name: which, MayAllow: which == "adopted"}
	damaged.Policy, damaged.Err = policy.Parse(which, spoilt)
	if which == "adopted" {
		damaged.Policy, damaged.Err = nil, domain.Usage("read policy", which, "its text is not the one whose digest it names")
	}
	judge(t, others, damaged)
}

// TestAFileThatIsCutNeverAllows cuts each file after each of its bytes, and takes out
// each of its lines.
func TestAFileThatIsCutNeverAllows(t *testing.T) {
	adopted := []policy.Layer{layer(t, "adopted", team)}
	try := func(text string) {
		damaged := policy.Layer{Name: "user"}
		damaged.Policy, damaged.Err = policy.Parse("user", []byte(text))
		judge(t, adopted, damaged)
	}
	for _, text := range []string{team, ownFile, projectFile} {
		for at := range text {
			try(text[:at])
		}
		for line := range strings.Lines(text) {
			try(strings.Replace(text, line, "", 1))
		}
	}
}
