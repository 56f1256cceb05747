package scrub_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/scrub"
)

// quoted is text as a JSON string.
func quoted(text string) string {
	q, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		panic(err)
	}
	return string(q)
}

func eachPlant(t *testing.T, check func(t *testing.T, rule, text, secret string)) {
	for _, rule := range slices.Sorted(maps.Keys(plants)) {
		for i, pattern := range plants[rule] {
			t.Run(fmt.Sprintf("%s %d", rule, i+1), func(t *testing.T) {
				text, secret := plant(pattern, seeded(uint64(i)))
				check(t, rule, text, secret)
			})
		}
	}
}

func TestEachRuleHasAPlant(t *testing.T) {
	var rules []string
	for _, r := range scrub.New().Rules() {
		rules = append(rules, r.ID)
	}
	slices.Sort(rules)
	if diff := cmp.Diff(rules, slices.Sorted(maps.Keys(plants))); diff != "" {
		t.Errorf("rules and plants differ (-rules +plants):\n%s", diff)
	}
}

func TestAPlantInATextIsReplacedByItsMarkerAlone(t *testing.T) {
	s := scrub.New()
	eachPlant(t, func(t *testing.T, rule, text, secret string) {
		want := strings.Replace(text, secret, fmt.Sprintf(`{"scrubbed":{"rule":"%s","bytes":%d}}`, rule, len(secret)), 1)
		got, hits := s.Text(text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if diff := cmp.Diff([]scrub.Hit{{Rule: rule, Bytes: len(secret)}}, hits); diff != "" {
			t.Errorf("hits -want +got:\n%s", diff)
		}
	})
}

// hexed writes each character of a secret as a \u escape, which is legal in any JSON string.
func hexed(secret string) string {
	var b strings.Builder
	for _, c := range secret {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

func TestAPlantDoesNotSurviveInADocument(t *testing.T) {
	s := scrub.New()
	places := map[string]func(text, secret string) string{
		"a plain value":                     func(text, _ string) string { return `{"a":[1,` + quoted(text) + `]}` },
		"the document itself":               func(text, _ string) string { return quoted(text) },
		"inside a longer text":              func(text, _ string) string { return `{"a":` + quoted("é before\n"+text+"\nafter") + `}` },
		"after a terminal colour":           func(text, _ string) string { return `{"a":` + quoted("\x1b[1;32m"+text+"\x1b[0m") + `}` },
		"JSON inside a string":              func(text, _ string) string { return `{"a":` + quoted(`{"b":`+quoted(text)+`}`) + `}` },
		"JSON inside JSON inside a string":  func(text, _ string) string { return `{"a":` + quoted(quoted(quoted(text))) + `}` },
		"a member name":                     func(text, _ string) string { return `{` + quoted(text) + `:1}` },
		"written in escapes":                func(text, secret string) string { return `{"a":"` + escaped(text, secret) + `"}` },
		"written in escapes in nested JSON": func(text, secret string) string { return `{"a":` + quoted(`{"b":"`+escaped(text, secret)+`"}`) + `}` },
		"with slashes escaped":              func(text, _ string) string { return `{"a":` + strings.ReplaceAll(quoted(text), "/", `\/`) + `}` },
		"with slashes escaped in nested JSON": func(text, _ string) string {
			return `{"a":` + quoted(strings.ReplaceAll(quoted(text), "/", `\/`)) + `}`
		},
	}
	eachPlant(t, func(t *testing.T, rule, text, secret string) {
		for place, put := range places {
			doc := put(text, secret)
			clean, hits, err := s.Data([]byte(doc))
			if err != nil || len(hits) == 0 || !jsontext.Value(clean).IsValid() {
				t.Errorf("%s: hits %v, error %v, document\n%s\nbecame\n%s", place, hits, err, doc, clean)
				continue
			}
			if hits[0].Rule != rule {
				t.Errorf("%s: found by %s", place, hits[0].Rule)
			}
			if core := longestRun(secret); strings.Contains(string(clean), core) {
				t.Errorf("%s: %q survives in\n%s", place, core, clean)
			}
			if again, more, _ := s.Data(clean); len(more) > 0 || string(again) != string(clean) {
				t.Errorf("%s: scrubbing again found %v in\n%s", place, more, clean)
			}
		}
	})
}

// escaped is the body of a JSON string with text in it, the secret in \u escapes.
func escaped(text, secret string) string {
	before, after, _ := strings.Cut(text, secret)
	body := func(s string) string { q := quoted(s); return q[1 : len(q)-1] }
	return body(before) + hexed(secret) + body(after)
}

// longestRun is the longest piece of a secret that no escaping changes.
func longestRun(secret string) string {
	pieces := strings.FieldsFunc(secret, func(r rune) bool { return strings.ContainsRune("\\\"/\n \t", r) })
	return slices.MaxFunc(pieces, func(a, b string) int { return len(a) - len(b) })
}

func TestData(t *testing.T) {
	token := fill("an", 36, seeded(7))
	github, mark := "gh"+"p_"+token, `{\"scrubbed\":{\"rule\":\"github-token\",\"bytes\":40}}`
	rows := []struct {
		name, doc, want string
		hits            []scrub.Hit
	}{
		{"a document without secrets stays", `{ "a" : 1.0, "b":"\u00e9\/" }`, `{ "a" : 1.0, "b":"\u00e9\/" }`, nil},
		{"what surrounds a secret keeps its bytes", `{ "n":1.50, "a\u0062":"x\u00e9\t` + github + `\/y" }`, `{ "n":1.50, "a\u0062":"x\u00e9\t` + mark + `\/y" }`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: "/ab"}}},
		{"a pointer leads through arrays and odd names", `{"a/b":[0,{"~":"` + github + `"}]}`, `{"a/b":[0,{"~":"` + mark + `"}]}`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: "/a~1b/1/~0"}}},
		{"a pointer names a scrubbed name and not the secret", `{"` + github + `":1}`, `{"` + mark + `":1}`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: `/{"scrubbed":{"rule":"github-token","bytes":40}}`}}},
		{"two scrubbed names of an object stay apart", `{"` + github + `":1,"` + strings.ToUpper(github[4:5]) + `":0,"gho_` + token + `":2}`,
			`{"` + mark + `":1,"` + strings.ToUpper(github[4:5]) + `":0,"` + mark + `#2":2}`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: `/{"scrubbed":{"rule":"github-token","bytes":40}}`},
				{Rule: "github-token", Bytes: 40, Pointer: `/{"scrubbed":{"rule":"github-token","bytes":40}}#2`}}},
		{"a member's name says that its value is a secret", `{"db_password":"a7-horse","n":"a7-horse"}`, `{"db_password":"{\"scrubbed\":{\"rule\":\"named-secret\",\"bytes\":8}}","n":"a7-horse"}`,
			[]scrub.Hit{{Rule: "named-secret", Bytes: 8, Pointer: "/db_password"}}},
		{"a header's scheme survives", `{"Authorization":"Bearer a7-horse"}`, `{"Authorization":"Bearer {\"scrubbed\":{\"rule\":\"authorization-header\",\"bytes\":8}}"}`,
			[]scrub.Hit{{Rule: "authorization-header", Bytes: 8, Pointer: "/Authorization"}}},
		{"a lone surrogate beside a secret stays", `["\ud800 ` + github + `"]`, `["\ud800 ` + mark + `"]`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: "/0"}}},
		{"a secret in something called a marker is no marker", `["{\"scrubbed\":{\"rule\":\"` + github + `\",\"bytes\":4}}"]`, `["{\"scrubbed\":{\"rule\":\"` + mark + `\",\"bytes\":4}}"]`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: "/0"}}},
		{"secrets side by side are two", `["` + github + `,` + github + `"]`, `["` + mark + `,` + mark + `"]`,
			[]scrub.Hit{{Rule: "github-token", Bytes: 40, Pointer: "/0"}, {Rule: "github-token", Bytes: 40, Pointer: "/0"}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			got, hits, err := scrub.New().Data([]byte(row.doc))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(row.hits, hits); diff != "" {
				t.Errorf("hits -want +got:\n%s", diff)
			}
		})
	}
}

func TestAServiceAccountFileKeepsAllButItsKey(t *testing.T) {
	key, _ := plant(plants["private-key"][0], seeded(4))
	file := func(key string) string {
		return `{"type":"service_account","project_id":"p-1","private_key_id":"` + fill("hex", 40, seeded(5)) + `","private_key":` + quoted(key) + `,"client_id":"118200000000000000001"}`
	}
	want := file(fmt.Sprintf(`{"scrubbed":{"rule":"private-key","bytes":%d}}`, len(key)))
	got, _, err := scrub.New().Data([]byte(file(key)))
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("error %v, -want +got:\n%s", err, diff)
	}
}

func TestADocumentWithoutSecretsIsTheSameSlice(t *testing.T) {
	doc := []byte(`{"password":"required","url":"https://example.org/token","a":"\u0041"}`)
	got, _, err := scrub.New().Data(doc)
	if err != nil || &got[0] != &doc[0] {
		t.Errorf("got another slice, or error %v", err)
	}
}

func TestASecretInWhatIsNotJSONIsRefused(t *testing.T) {
	github := "gh" + "p_" + fill("an", 36, seeded(7))
	for _, doc := range []string{`{"a":"` + github + `"`, `"` + github + `" "b"`, `{"a":"` + github, github, `{"a":"` + github + `",}`} {
		got, hits, err := scrub.New().Data([]byte(doc))
		if !errors.Is(err, scrub.ErrNotJSON) || got != nil || hits != nil {
			t.Errorf("Data(%s) = %s, %v, %v; want ErrNotJSON", doc, got, hits, err)
		}
		if err != nil && strings.Contains(err.Error(), github[4:]) {
			t.Errorf("the error quotes the secret: %v", err)
		}
	}
}
