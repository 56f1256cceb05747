package reports_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
)

// pairs is how many pairs of documents are patched.
var pairs = flag.Int("claw.pairs", 2_000, "pairs of documents that are patched into each other")

// tree makes objects of any shape, with names and texts that JSON, JSON Pointer and patches take apart.
type tree struct{ *rand.Rand }

var treeNames = []string{"a", "b", "a/b", "~", "~1", "~0", "/", "-", "0", "1", "ü", "月", "op", "path", "value", "\u2028", " ", "\"", "\\"}

func (r tree) object(depth int) map[string]any {
	o := map[string]any{}
	for range r.IntN(5) {
		o[treeNames[r.IntN(len(treeNames))]] = r.value(depth)
	}
	return o
}

func (r tree) value(depth int) any {
	switch n := r.IntN(9); {
	case n == 0:
		return nil
	case n == 1:
		return r.IntN(2) == 0
	case n == 2:
		return r.IntN(5)
	case n == 3:
		return float64(r.IntN(100)) / 8
	case n < 6 || depth == 0:
		return treeNames[r.IntN(len(treeNames))]
	case n == 6:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, r.value(depth-1))
		}
		return list
	}
	return r.object(depth - 1)
}

// mutated is a value with some members changed, so that the two of a pair have much in common.
func (r tree) mutated(value any, depth int) any {
	switch v := value.(type) {
	case map[string]any:
		o := map[string]any{}
		for name, member := range v {
			switch r.IntN(6) {
			case 0:
			case 1:
				o[name] = r.value(depth)
			default:
				o[name] = r.mutated(member, depth-1)
			}
		}
		if r.IntN(3) == 0 {
			o[treeNames[r.IntN(len(treeNames))]] = r.value(depth)
		}
		return o
	case []any:
		list := []any{}
		for _, one := range v {
			if r.IntN(5) > 0 {
				list = append(list, r.mutated(one, depth-1))
			}
		}
		if r.IntN(3) == 0 {
			list = append(list, r.value(max(depth, 0)))
		}
		return list
	}
	if r.IntN(4) == 0 {
		return r.value(max(depth, 0))
	}
	return value
}

func canonical(t fataler, value any) []byte {
	text, err := json.Marshal(value)
	if err == nil {
		text, err = jcs.Canonical(text)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return text
}

// roundTrip patches one document into another.
func roundTrip(t fataler, old, now []byte) {
	patch, err := reports.Diff(old, now)
	if err != nil {
		t.Fatalf("diff: %v\nold %s\nnow %s", err, old, now)
	}
	got, err := reports.Apply(old, patch)
	if err != nil || !bytes.Equal(got, now) {
		t.Fatalf("%v\nold   %s\nnow   %s\npatch %s\ngot   %s", err, old, now, patch, got)
	}
	if bytes.Equal(old, now) != (string(patch) == "[]") {
		t.Fatalf("patch %s between\n%s\n%s", patch, old, now)
	}
}

// TestAPatchMakesTheOneOfTheOther patches generated documents into each other.
func TestAPatchMakesTheOneOfTheOther(t *testing.T) {
	for seed := range uint64(*pairs) {
		r := tree{rand.New(rand.NewPCG(seed, 16))}
		old := r.object(4)
		now := any(r.object(4))
		if seed%4 > 0 {
			now = r.mutated(old, 4)
		}
		roundTrip(seeded{t, seed}, canonical(t, old), canonical(t, now))
	}
}

// seeded names the seed of what failed.
type seeded struct {
	t    *testing.T
	seed uint64
}

func (s seeded) Fatalf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d: "+format, append([]any{s.seed}, args...)...)
}

// TestAPatchBetweenReports patches a report into the one that follows it.
func TestAPatchBetweenReports(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := document(t, nil)
		now := document(t, previous(t, old))
		roundTrip(t, sealed(t, old).Text, sealed(t, now).Text)
	})
}

func TestDocumentsThatAreNotPatched(t *testing.T) {
	for name, text := range map[string]string{"a list": `[]`, "a text": `"x"`, "nothing": ``, "half a document": `{"a":`, "an empty name": `{"":1}`,
		"an empty name within": `{"a":[{"b":{"":1}}]}`, "two documents": `{}{}`} {
		_, err := reports.Diff([]byte(text), []byte(`{}`))
		typed(t, err, domain.ErrParse)
		_, err = reports.Diff([]byte(`{}`), []byte(text))
		typed(t, err, domain.ErrParse)
		_, err = reports.Apply([]byte(text), []byte(`[]`))
		if typed(t, err, domain.ErrParse); err == nil {
			t.Errorf("%s was patched", name)
		}
	}
}

func TestPatchesThatAreNotApplied(t *testing.T) {
	for name, test := range map[string]struct{ patch, says string }{
		"no list":                  {`{}`, "read patch"},
		"no JSON":                  {`[{]`, "read patch"},
		"a test":                   {`[{"op":"test","path":"/a","value":1}]`, "tests"},
		"the root":                 {`[{"op":"replace","path":"","value":1}]`, "path to the root"},
		"a root without a path":    {`[{"op":"replace","value":1}]`, "path to the root"},
		"an empty name":            {`[{"op":"add","path":"/a//b","value":1}]`, "empty name"},
		"an empty last name":       {`[{"op":"add","path":"/","value":1}]`, "empty name"},
		"from an empty name":       {`[{"op":"move","from":"/","path":"/b"}]`, "empty name"},
		"another operation":        {`[{"op":"splice","path":"/a","value":1}]`, "apply patch"},
		"what is not there":        {`[{"op":"remove","path":"/zzz"}]`, "apply patch"},
		"behind a list":            {`[{"op":"add","path":"/l/9","value":1}]`, "apply patch"},
		"from the end":             {`[{"op":"remove","path":"/l/-1"}]`, "apply patch"},
		"an empty name of its own": {`[{"op":"add","path":"/a","value":{"":1}}]`, "empty name"},
		"a move into itself":       {`[{"op":"move","from":"/o","path":"/o/p"}]`, "apply patch"},
	} {
		now, err := reports.Apply([]byte(`{"a":1,"l":[1,2],"o":{"p":1}}`), []byte(test.patch))
		if err == nil {
			t.Errorf("%s: applied, to %s", name, now)
			continue
		}
		if e := typed(t, err, domain.ErrParse); !strings.Contains(e.Error()+e.Operation, test.says) {
			t.Errorf("%s: %v, want %q", name, err, test.says)
		}
	}
}

// TestAPatchThatDoublesItsDocumentIsRefused copies a document into itself until it would fill a memory.
func TestAPatchThatDoublesItsDocumentIsRefused(t *testing.T) {
	ops := make([]string, 64)
	for i := range ops {
		ops[i] = `{"op":"copy","from":"/a","path":"/a/-"}`
	}
	_, err := reports.Apply([]byte(`{"a":["0123456789"]}`), []byte("["+strings.Join(ops, ",")+"]"))
	typed(t, err, domain.ErrParse)
}

// FuzzApply applies patches of any bytes: an error is typed, and what comes out is canonical.
func FuzzApply(f *testing.F) {
	for _, patch := range []string{`[]`, `[{"op":"add","path":"/a/-","value":[1]}]`, `[{"op":"copy","from":"/a","path":"/b"}]`, `[{"op":"replace","path":"/a/0","value":null}]`,
		`[{"op":"remove","path":"/a/b/c"}]`, `[{"op":"add"}]`, `[null]`, `[{"op":"move","from":"/a","path":"/a"}]`} {
		f.Add([]byte(`{"a":[{"b":null}]}`), []byte(patch))
	}
	f.Fuzz(func(t *testing.T, text, patch []byte) {
		old, err := jcs.Canonical(text)
		if err != nil {
			return
		}
		now, err := reports.Apply(old, patch)
		if err != nil {
			typed(t, err, domain.ErrParse)
			return
		}
		if again, err := jcs.Canonical(now); err != nil || !bytes.Equal(again, now) {
			t.Fatalf("%s is not canonical: %v", now, err)
		}
	})
}
