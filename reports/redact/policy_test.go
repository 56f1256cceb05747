package redact_test

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
)

// letter is a small document.
type letter struct {
	Title string            `json:"title"`
	To    map[string]person `json:"to"`
	Lines []line            `json:"lines"`
	Tags  []string          `json:"tags"`
	Sent  domain.Instant    `json:"sent"`
}

type person struct {
	Street string `json:"street"`
	Age    int    `json:"age"`
}

type line struct {
	Text string `json:"text"`
	Loud bool   `json:"loud"`
}

const text = `{"lines":[{"loud":true,"text":"b"},{"loud":false,"text":"a"}],"sent":"2026-06-01T12:30:00Z","tags":["x","y"],"title":"hush","to":{"$ana":{"age":31,"street":"Main"},"bob":{"age":40,"street":"Main"}}}`

// head begins policies of the tests.
const head = "id = \"test\"\nversion = 1\n[audience]\nfriend = \"internal\"\n"

func rule(id, class, below string, fields ...string) string {
	return fmt.Sprintf("[[rule]]\nid = %q\nclass = %q\nbelow = %q\nfields = [\"%s\"]\n", id, class, below, strings.Join(fields, `","`))
}

func key(t testing.TB) *redact.Key {
	k, err := redact.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestRewrite says what a friend sees of a letter by a policy.
func TestRewrite(t *testing.T) {
	for says, test := range map[string]struct{ rules, want string }{
		"without a rule nothing": {"", `{"lines":[{"loud":S,"text":S},{"loud":S,"text":S}],"sent":S,"tags":S,"title":S,"to":S}`},
		"a rule for a field, and all in it": {rule("r", "internal", "drop", "/title", "/to"),
			`{"lines":[{"loud":S,"text":S},{"loud":S,"text":S}],"sent":S,"tags":S,"title":"hush","to":{"$$ana":{"age":31,"street":"Main"},"bob":{"age":40,"street":"Main"}}}`},
		"the more exact pattern counts": {rule("all", "public", "drop", "/lines", "/to") + rule("one", "secret", "drop", "/to/b*/street", "/lines/*/text"),
			`{"lines":[{"loud":false,"text":S},{"loud":true,"text":S}],"sent":S,"tags":S,"title":S,"to":{"$$ana":{"age":31,"street":"Main"},"bob":{"age":40,"street":S}}}`},
		"names are fields of their own": {rule("all", "public", "drop", "/to") + rule("who", "operator_only", "drop", "/to/{name}"),
			`{"lines":[{"loud":S,"text":S},{"loud":S,"text":S}],"sent":S,"tags":S,"title":S,"to":S}`},
		"summaries tell a type, a count, a day": {rule("s", "operator_only", "summarize", "/sent", "/tags", "/title", "/to"),
			`{"lines":[{"loud":S,"text":S},{"loud":S,"text":S}],"sent":{"day":"2026-06-01","type":"time"},"tags":{"count":2,"type":"list"},"title":{"type":"text"},"to":{"count":2,"type":"object"}}`},
	} {
		t.Run(says, func(t *testing.T) {
			p, err := redact.Parse("test", []byte(head+test.rules))
			if err != nil {
				t.Fatal(err)
			}
			got, _ := redact.Rewrite([]byte(text), redact.SchemaOf(reflect.TypeFor[letter]()), p, redact.Reader{Audience: "friend", Ceiling: p.Ceiling("friend", ""), Key: key(t)})
			if diff := cmp.Diff(test.want, short(string(got))); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// short writes S for a stub that says nothing more, and the summary alone for one that has one.
func short(text string) string {
	for _, stub := range []string{`{"$redacted":{"class":"operator_only","rule":"unnamed"}}`, `{"$redacted":{"class":"secret","rule":"one"}}`, `{"$redacted":{"class":"operator_only","rule":"who"}}`} {
		text = strings.ReplaceAll(text, stub, "S")
	}
	return summarized.ReplaceAllString(text, "$1")
}

var summarized = regexp.MustCompile(`\{"\$redacted":\{"class":"operator_only","rule":"s","summary":(\{[^}]*\})\}\}`)

// TestHashesCorrelate compares the hashes of values: equal ones have one hash, under one key.
func TestHashesCorrelate(t *testing.T) {
	p, err := redact.Parse("test", []byte(head+rule("h", "operator_only", "hash", "/to", "/title")))
	if err != nil {
		t.Fatal(err)
	}
	schema := redact.SchemaOf(reflect.TypeFor[letter]())
	r := redact.Reader{Audience: "friend", Ceiling: domain.SensitivityInternal, Key: key(t)}
	hashed, withheld := redact.Rewrite([]byte(text), schema, p, r)
	streets := strings.Count(string(hashed), `"street":{"$redacted":{"class":"operator_only","hash":"`)
	first, _, _ := strings.Cut(strings.SplitN(string(hashed), `"street":`, 2)[1], `,"rule"`)
	if streets != 2 || strings.Count(string(hashed), first) != 2 || strings.Count(string(hashed), `"$hash:`) != 2 || strings.Contains(string(hashed), "ana") {
		t.Errorf("%s", hashed)
	}
	if len(withheld) != 2 || withheld[0].Transform != redact.Hash || withheld[0].Rule != "h" {
		t.Errorf("%+v", withheld)
	}
	if r.Key, err = redact.NewKey([]byte("another key that has 32 bytes ..."[:32])); err != nil {
		t.Fatal(err)
	}
	if other, _ := redact.Rewrite([]byte(text), schema, p, r); string(other) == string(hashed) || strings.Contains(string(other), first) {
		t.Error("another key gives the same hashes")
	}
	r.Key = nil
	if none, _ := redact.Rewrite([]byte(text), schema, p, r); strings.Contains(string(none), "hash") {
		t.Errorf("hashes without a key: %s", none)
	}
}

// TestPoliciesThatAreNone lists what is wrong with each, with its line.
func TestPoliciesThatAreNone(t *testing.T) {
	for says, test := range map[string]struct{ text, want string }{
		"no TOML":                           {"id = ", "p:1: "},
		"an unknown key":                    {"id = \"a\"\nversion = 1\nmood = \"good\"\n", "p:3: unknown key mood"},
		"no id":                             {"version = 1\n", "p:1: id is missing"},
		"an id that ends a comment":         {"id = \"a-->\"\nversion = 1\n", "p:1: id is missing, or is no name"},
		"no version":                        {"id = \"a\"\n", "p:1: version counts from 1"},
		"an audience that sees secrets":     {"id = \"a\"\nversion = 1\n[audience]\nops = \"secret\"\n", "p:4: no audience sees what is secret"},
		"an audience of no class":           {"id = \"a\"\nversion = 1\n[audience]\nops = \"all\"\n", `p:4: "all" is no class`},
		"a rule without a class":            {head + "[[rule]]\nid = \"r\"\nfields = [\"/title\"]\n", `class "" is none`},
		"a rule of a name that is taken":    {head + rule("unnamed", "public", "drop", "/title"), `id "unnamed" is missing`},
		"two rules of one name":             {head + rule("r", "public", "drop", "/title") + rule("r", "public", "drop", "/to"), `id "r" is missing, is no name, stands twice`},
		"two rules for one field":           {head + rule("r", "public", "drop", "/title") + rule("s", "secret", "drop", "/title"), "/title stands in rule r as well"},
		"a transform that there is not":     {head + rule("r", "public", "blur", "/title"), `"blur" is no transform`},
		"a pattern that is none":            {head + rule("r", "public", "drop", "title"), `"title" is no pattern`},
		"a rule about nothing":              {head + "[[rule]]\nid = \"r\"\nclass = \"public\"\n", "fields is missing"},
		"an audience's own, that is none":   {head + rule("r", "public", "drop", "/title") + "for = { friend = \"blur\" }\n", `"blur" is no transform`},
		"a value of another type in a rule": {head + "[[rule]]\nid = 7\n", "p:6: "},
	} {
		t.Run(says, func(t *testing.T) {
			_, err := redact.Parse("p", []byte(test.text))
			var e *domain.Error
			if !errors.As(err, &e) || e.Kind != domain.ErrParse || !strings.Contains(strings.Join(e.Cause, "\n"), test.want) {
				t.Errorf("%v: %+v", err, e)
			}
		})
	}
}

// TestLintFindsWhatAnAuthorDidNotMean holds each flaw.
func TestLintFindsWhatAnAuthorDidNotMean(t *testing.T) {
	type hashed struct {
		Was   string `json:"previous_hash"`
		Other string `json:"other"`
	}
	p, err := redact.Parse("p", []byte(head+rule("r", "public", "drop", "/previous_hash", "/gone")+"for = { nobody = \"hash\" }\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[redact.Flaw]int{}
	for _, f := range p.Lint(redact.SchemaOf(reflect.TypeFor[hashed]())) {
		got[f.Flaw]++
	}
	if diff := cmp.Diff(map[redact.Flaw]int{redact.FlawNothing: 1, redact.FlawAudience: 1, redact.FlawKeyless: 1, redact.FlawUnnamed: 1}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// FuzzParse reads any text as a policy, and a document by what it makes of it.
func FuzzParse(f *testing.F) {
	f.Add(redact.Default())
	f.Add([]byte(head + rule("r", "internal", "hash", "/to/{name}", "/lines/*/t*")))
	schema := redact.SchemaOf(reflect.TypeFor[letter]())
	f.Fuzz(func(t *testing.T, policy []byte) {
		p, err := redact.Parse("p", policy)
		if err != nil {
			return
		}
		p.Lint(schema)
		for _, k := range []*redact.Key{nil, key(t)} {
			if out, _ := redact.Rewrite([]byte(text), schema, p, redact.Reader{Audience: "friend", Ceiling: domain.SensitivityPublic, Key: k}); len(out) == 0 || out[0] != '{' {
				t.Errorf("%s", out)
			}
		}
	})
}

// TestKeysHaveTheirLength refuses what is no key.
func TestKeysHaveTheirLength(t *testing.T) {
	if _, err := redact.NewKey(make([]byte, 31)); domain.KindOf(err) != domain.ErrCorrupt {
		t.Error(err)
	}
	if k := key(t); len(k.ID) != 16 {
		t.Errorf("%+v", k)
	}
}

// TestAFieldIsExplainedByAPointerIntoADocument queries by patterns and by the names that a document chose.
func TestAFieldIsExplainedByAPointerIntoADocument(t *testing.T) {
	type asked struct {
		Items map[string]struct {
			Title string `json:"title"`
		} `json:"items"`
	}
	p, err := redact.Parse("p", []byte(head+rule("all", "internal", "drop", "/items")+rule("one", "public", "drop", "/items/a~1b:*/title")))
	if err != nil {
		t.Fatal(err)
	}
	for pointer, want := range map[string][]string{
		"":                   {"/items/*/title all", "/items/{name} all"},
		"/items":             {"/items/*/title all", "/items/{name} all"},
		"/items/*":           {"/items/*/title all"},
		"/items/{name}":      {"/items/{name} all"},
		"/items/x":           {"/items/x/title all"},
		"/items/a~1b:7":      {"/items/a~1b:7/title one"},
		"/items/x/title":     {"/items/x/title all"},
		"/items/x/title/far": {},
		"/elsewhere":         {},
		"items":              {},
	} {
		got := []string{}
		for _, e := range p.ExplainIn(redact.SchemaOf(reflect.TypeFor[asked]()), redact.Reader{Audience: "friend", Ceiling: domain.SensitivityPublic}, pointer) {
			got = append(got, e.Field+" "+e.Rule)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", pointer, diff)
		}
	}
}
