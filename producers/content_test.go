package producers_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

func TestContentIsStoredAsTheModeSays(t *testing.T) {
	long := strings.Repeat("word ", 100)
	head := strings.Repeat("word ", 40)
	for name, test := range map[string]struct {
		kind          domain.Kind
		full          string
		preview, none string // "" is as in full
	}{
		"a short message": {"message.recorded", `{"role":"user","text":"hello"}`, "", `{"role":"user","text":{"cut":{"bytes":5,"head":"","tail":""}}}`},
		"a long message": {"message.recorded", `{"role":"user","text":"` + long + `"}`,
			`{"role":"user","text":{"cut":{"bytes":500,"head":"` + head + `","tail":""}}}`, `{"role":"user","text":{"cut":{"bytes":500,"head":"","tail":""}}}`},
		"a message that its producer cut": {"message.recorded", `{"role":"user","text":{"cut":{"bytes":100000,"head":"` + long + `","tail":"the end"}}}`,
			`{"role":"user","text":{"cut":{"bytes":100000,"head":"` + head + `","tail":""}}}`, `{"role":"user","text":{"cut":{"bytes":100000,"head":"","tail":""}}}`},
		"no text at all": {"message.recorded", `{"role":"user","images":2}`, "", ""},
		"characters are whole": {"tool.output", `{"text":"` + strings.Repeat("é", 120) + `"}`,
			`{"text":{"cut":{"bytes":240,"head":"` + strings.Repeat("é", 100) + `","tail":""}}}`, `{"text":{"cut":{"bytes":240,"head":"","tail":""}}}`},
		"what a tool takes": {"tool.requested", `{"name":"Bash","input":{"command":"ls"}}`, "",
			`{"name":"Bash","input":{"cut":{"bytes":16,"head":"","tail":""}},"raw":true}`},
		"what a tool takes, raw": {"tool.requested", `{"name":"Bash","input":"{\"n\":1e999}","raw":true}`, "",
			`{"name":"Bash","input":{"cut":{"bytes":11,"head":"","tail":""}},"raw":true}`},
		"what a tool gives": {"tool.completed", `{"name":"Bash","exit_code":0,"output":"done","paths":["a.go"]}`, "",
			`{"name":"Bash","exit_code":0,"output":{"cut":{"bytes":4,"head":"","tail":""}},"paths":["a.go"]}`},
		"what is no conversation": {"usage.recorded", `{"model":"m","input_tokens":1,"output_tokens":2}`, "", ""},
		"a kind of nobody":        {"x.y", `{"text":"hello"}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for mode, want := range map[producers.Content]string{"": test.full, producers.ContentFull: test.full, producers.ContentPreview: test.preview, producers.ContentNone: test.none} {
				got, err := mode.Render(test.kind, []byte(test.full))
				if err != nil {
					t.Fatal(err)
				}
				if want == "" {
					want = test.full
				}
				if diff := cmp.Diff(decoded(t, want), decoded(t, string(got))); diff != "" {
					t.Errorf("%s (-want +got)\n%s", mode, diff)
				}
			}
		})
	}
}

func decoded(t *testing.T, text string) (value any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func TestContentThatIsNotReadIsNotStored(t *testing.T) {
	for _, mode := range []producers.Content{producers.ContentPreview, producers.ContentNone} {
		if got, err := mode.Render("message.recorded", []byte(`{"text":7}`)); err == nil {
			t.Errorf("%s lets pass %s", mode, got)
		}
	}
}

// TestNoTextOfAConversationIsForgotten fills every text and foreign value of every kind that
// an agent's session or worker has, and looks for what is left of them.
func TestNoTextOfAConversationIsForgotten(t *testing.T) {
	filled := 0
	for _, info := range domain.Kinds() {
		if info.Family != domain.FamilySession && info.Family != domain.FamilyWorker || !info.Erasable {
			continue
		}
		p := info.New()
		n := fill(reflect.ValueOf(p).Elem())
		if filled += n; n == 0 {
			continue
		}
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for mode, most := range map[producers.Content]int{producers.ContentPreview: 200, producers.ContentNone: 0} {
			got, err := mode.Render(info.Kind, data)
			if err != nil {
				t.Fatal(err)
			}
			if left := strings.Count(string(got), "Q"); left > n*most {
				t.Errorf("%s of %s leaves %d bytes of %d texts: %s", mode, info.Kind, left, n, got)
			}
		}
	}
	if filled < 15 {
		t.Errorf("only %d texts were filled", filled)
	}
}

// fill fills the texts and foreign values of a payload, and counts them.
func fill(v reflect.Value) (n int) {
	switch {
	case v.Type() == reflect.TypeFor[domain.Text]():
		v.Set(reflect.ValueOf(domain.TextOf(strings.Repeat("Q", 1000))))
		return 1
	case v.Type() == reflect.TypeFor[domain.JSON]():
		v.Set(reflect.ValueOf(domain.JSON(`"` + strings.Repeat("Q", 1000) + `"`)))
		return 1
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				n += fill(v.Field(i))
			}
		}
	}
	return n
}
