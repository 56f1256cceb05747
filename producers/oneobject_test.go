package producers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// TestAnObjectOverSeveralLinesIsToldOnce reads the same members as one document and as
// lines.
func TestAnObjectOverSeveralLinesIsToldOnce(t *testing.T) {
	type fate struct {
		Drafts              int
		Skipped, Unreadable string
	}
	tell := func(e *struct {
		Keep bool `json:"keep"`
	}, _ []byte) producers.Told {
		if e.Keep {
			return producers.Told{Drafts: []domain.Draft{{}}}
		}
		return producers.Told{Skipped: "not kept"}
	}
	const below, torn = "continues the record above", "no whole JSON object"
	for _, row := range []struct {
		name, in string
		want     []fate
	}{
		{"nothing", "", nil},
		{"objects on lines", "{\"keep\":true}\n{\"keep\":false}\n", []fate{{Drafts: 1}, {Skipped: "not kept"}}},
		{"an object over lines", "{\n \"keep\": true\n}\n", []fate{{Drafts: 1}, {Skipped: below}, {Skipped: below}}},
		{"one behind blank lines", "\n \n{\n}\n", []fate{{Skipped: "blank line"}, {Skipped: "blank line"}, {Skipped: "not kept"}, {Skipped: below}}},
		{"an object over lines, marked as UTF-8", "\ufeff{\n \"keep\": true\n}\n", []fate{{Drafts: 1}, {Skipped: below}, {Skipped: below}}},
		{"objects on lines, marked as UTF-8", "\ufeff{\"keep\":true}\n", []fate{{Drafts: 1}}},
		{"UTF-16", "\xff\xfe{\x00\n\x00}\x00", []fate{{Unreadable: "UTF-16 text: only UTF-8 is read"}}},
		{"a torn one", "{\n \"keep\": tr", []fate{{Unreadable: torn}, {Skipped: "structure of the document"}}},
		{"two of them", "{\n}\n{\n}\n", []fate{{Skipped: "not kept"}, {Skipped: below}, {Skipped: "not kept"}, {Skipped: below}}},
		{"a whole one, and words behind it", "{\n \"keep\": true}\nwords\n", []fate{{Drafts: 1}, {Skipped: below}, {Unreadable: torn}}},
		{"a whole one, and a list behind it", "{\n \"keep\": true}\n[{}]\n", []fate{{Drafts: 1}, {Skipped: below}, {Unreadable: torn}}},
		{"a whole one, and a torn one behind it", "{\n \"keep\": true}\n{\"keep\":\n", []fate{{Drafts: 1}, {Skipped: below}, {Unreadable: torn}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got []fate
			for r, err := range producers.ObjectsOrOne(context.Background(), strings.NewReader(row.in), tell) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fate{len(r.Drafts), r.Skipped, r.Unreadable})
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
