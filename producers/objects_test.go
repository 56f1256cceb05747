package producers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

func TestObjectsGivesEachLineOneRecord(t *testing.T) {
	type entry struct {
		Name lenient.Word `json:"name"`
	}
	for _, row := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"two lines, the last without an end", "{\"name\":\"a\"}\n{\"name\":\"b\"}", []string{"a", "b"}},
		{"a lost newline", `{"name":"a"} {"name":"b"}` + "\n", []string{"a+b"}},
		{"a blank line", "\n \t\r\n", []string{"-blank line", "-blank line"}},
		{"an object that says nothing", `{"name":""}` + "\n", []string{"-no name"}},
		{"an object that says nothing before one that does", `{"name":""}{"name":"a"}` + "\n", []string{"a"}},
		{"a torn last line", "{\"name\":\"a\"}\n{\"name\":\"b", []string{"a", "!torn last line"}},
		{"a torn line in the middle", "{\"name\":\"b\n{\"name\":\"a\"}\n", []string{"!not JSON", "a"}},
		{"a whole object before a torn one", "{\"name\":\"a\"}{\"name\n", []string{"a!not JSON"}},
		{"other JSON", "[1]\n\"x\"\n", []string{"!not a JSON object", "!not a JSON object"}},
		{"words", "hello\n", []string{"!not JSON"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got []string
			records := producers.Objects(context.Background(), strings.NewReader(row.in), func(e *entry, raw []byte) producers.Told {
				if e.Name == "" {
					return producers.Told{Skipped: "no name"}
				}
				return producers.Told{Drafts: []domain.Draft{{Stream: domain.MakeSessionID("x", string(e.Name)).Stream(), Data: raw}}}
			})
			for r, err := range records {
				if err != nil || r.Line != len(got)+1 {
					t.Fatalf("record %d is of line %d: %v", len(got)+1, r.Line, err)
				}
				got = append(got, inWords(t, r))
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// inWords writes a record as "drafts-skipped!unreadable".
func inWords(t *testing.T, r producers.Record) string {
	t.Helper()
	var names []string
	for _, d := range r.Drafts {
		var name string
		if _, err := fmt.Sscanf(string(d.Data), `{"name":%q}`, &name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	s := strings.Join(names, "+")
	if r.Skipped != "" {
		s += "-" + r.Skipped
	}
	if r.Unreadable != "" {
		s += "!" + r.Unreadable
	}
	return s
}
