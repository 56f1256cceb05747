package producers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// outline enters all but records, which are objects with a member "id", and makes a
// draft of each.
type outline struct{ d *producers.Document }

func (outline) Enter(_ string, rest []byte) bool {
	for name := range lenient.Members(rest) {
		return name != "id"
	}
	return true
}

func (outline) Lead(_, name string) string {
	if name == "led" {
		return "lead"
	}
	return ""
}

func (o outline) Visit(path string, at int, value []byte) {
	if value[0] != '{' {
		o.d.Skip(at, path)
		return
	}
	o.d.Tell(at, domain.Draft{Emitter: domain.EmitterID(path + string(value[1:len(value)-1]))})
}

func told(t *testing.T, text string) []string {
	t.Helper()
	var out []string
	for r, err := range producers.Documents(context.Background(), strings.NewReader(text), func(d *producers.Document) { d.Walk(outline{d}) }) {
		if err != nil {
			t.Fatal(err)
		}
		line := r.Skipped
		for _, d := range r.Drafts {
			line += "<" + string(d.Emitter) + ">"
		}
		if r.Unreadable != "" {
			line += "!" + r.Unreadable
		}
		out = append(out, line)
	}
	return out
}

func TestEachLineOfADocumentHasItsFate(t *testing.T) {
	const rest, structure = "continues the record above", "structure of the document"
	for _, row := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"a blank line", "\n", []string{"blank line"}},
		{"records over several lines", "{\n \"a\": [\n  {\n   \"id\": 1\n  },\n  {\"id\":2}\n ],\n \"b\": 3\n}\n",
			[]string{structure, structure, "<a/*\n   \"id\": 1\n  >", rest, rest, `<a/*"id":2>`, structure, "b", structure}},
		{"a document on one line", `{"a":[{"id":1},{"id":2}],"b":{"c":{"id":3}}}`, []string{`<a/*"id":1><a/*"id":2><b/c"id":3>`}},
		{"a byte order mark alone", "\uFEFF", []string{"blank line"}},
		{"a byte order mark", "\uFEFF{\"id\":1}", []string{`<"id":1>`}},
		{"a value a line", "{\"id\":1}\n\n{\"id\":2}\n", []string{`<"id":1>`, "blank line", `<"id":2>`}},
		{"two values on a line", "{\"id\":1} {\"id\":2}", []string{`<"id":1><"id":2>`}},
		{"cut within a record", "{\"a\": [\n {\"id\":1},\n {\"id\":\n  2", []string{structure, `<a/*"id":1>`, "!torn document", rest}},
		{"cut between records", "{\"a\": [\n {\"id\":1},\n", []string{structure, `<a/*"id":1>!torn document`}},
		{"cut on one line", `{"a":[{"id":1},{"id":2`, []string{`<a/*"id":1>!torn document`}},
		{"damage, and a value behind it", "{\"a\": [\n {\"id\":1},\n ?,\n {\"id\":2}\n]}\n{\"id\":3}\n",
			[]string{structure, `<a/*"id":1>`, "!not JSON", rest, rest, `<"id":3>`}},
		{"a torn value, and one behind it", "{\"id\":1\n{\"id\":2}\n", []string{"!not JSON", `<"id":2>`}},
		{"a lead where it stands", `{"lead":{"id":1},"led":[{"id":2}]}`, []string{`<lead"id":1><led/*"id":2>`}},
		{"a lead behind what waits for it", `{"led":[{"id":2}],"b":{"id":3},"lead":{"id":1}}`, []string{`<lead"id":1><led/*"id":2><b"id":3>`}},
		{"a lead on a later line", "{\"led\":[\n{\"id\":2}],\n\"lead\":[\n{\"id\":1}\n]}\n", []string{structure, `<led/*"id":2>`, structure, `<lead/*"id":1>`, structure}},
		{"no lead", `{"led":[{"id":2}]}`, []string{`<led/*"id":2>`}},
		{"a lead that is torn off", `{"led":[{"id":2}],"b":{"id":3}`, []string{`<b"id":3>!torn document`}},
		{"a lead in each object", `[{"led":{"id":2},"lead":{"id":1}},{"led":{"id":4},"lead":{"id":3}}]`,
			[]string{`<*/lead"id":1><*/led"id":2><*/lead"id":3><*/led"id":4>`}},
		{"words", "hello\nworld\n", []string{"!not JSON", rest}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, told(t, row.text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestNoMoreIsReadThanADocumentMayHave(t *testing.T) {
	for _, row := range []struct {
		name  string
		bytes int
		whole bool
	}{
		{"none", 0, true},
		{"as many as it may have", 3 << 20, true},
		{"one more", 3<<20 + 1, false},
		{"many more", 9 << 20, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			in := strings.NewReader(strings.Repeat(" ", row.bytes))
			text, whole, err := producers.ReadWhole(context.Background(), in, 3<<20)
			if err != nil || whole != row.whole || whole && len(text) != row.bytes {
				t.Errorf("%d bytes, whole %t, %v", len(text), whole, err)
			}
			if read := row.bytes - in.Len(); read > 3<<20+1 {
				t.Errorf("%d bytes were read", read)
			}
		})
	}
}

func TestReadingADocumentEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range producers.Documents(ctx, strings.NewReader("{}"), func(*producers.Document) { t.Error("it is read") }) {
		if err == nil {
			t.Error("no error")
		}
	}
}
