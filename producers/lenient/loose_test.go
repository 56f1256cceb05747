package lenient_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/lenient"
)

type part struct {
	Name  lenient.Word  `json:"name"`
	Count lenient.Whole `json:"count"`
}

type record struct {
	Name  lenient.Word         `json:"name"`
	On    lenient.Flag         `json:"on"`
	Count lenient.Whole        `json:"count"`
	Inner lenient.Object[part] `json:"inner"`
	List  lenient.List[part]   `json:"list"`
}

func TestAnOddMemberCostsItselfOnly(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     record
	}{
		{"members as expected", `{"name":"a","on":true,"count":3,"inner":{"name":"b"},"list":[{"name":"c"}]}`,
			record{Name: "a", On: true, Count: 3, Inner: lenient.Object[part]{There: true, V: part{Name: "b"}}, List: lenient.List[part]{{Name: "c"}}}},
		{"a number as a name", `{"name":7,"count":2}`, record{Count: 2}},
		{"a text as a flag and a count", `{"on":"true","count":"3","name":"a"}`, record{Name: "a"}},
		{"a fraction, and no count", `{"count":3.9,"inner":{"count":-1}}`, record{Count: 3, Inner: lenient.Object[part]{There: true}}},
		{"an array as an object, an object as a list", `{"inner":[1],"list":{"name":"x"},"name":"a"}`, record{Name: "a"}},
		{"a list with odd elements", `{"list":[1,{"name":"a"},null]}`, record{List: lenient.List[part]{{Name: "a"}}}},
		{"nulls", `{"name":null,"on":null,"count":null,"inner":null,"list":null}`, record{}},
		{"a name twice", `{"name":"a","name":"b"}`, record{Name: "b"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got record
			if err := json.Unmarshal([]byte(row.in), &got, lenient.Options); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestHeadOfReadsAnObjectAsFarAsItGoes(t *testing.T) {
	for _, row := range []struct {
		name, in     string
		object, torn bool
		kind         string
	}{
		{"a whole object", `{"type":"a","n":1}`, true, false, "a"},
		{"an object with more behind it", `{"type":"a"} {"type":"b"}`, true, false, "a"},
		{"an object cut in a value", `{"type":"a","text":"abc`, true, true, "a"},
		{"an object cut in a name", `{"type":"a","te`, true, true, "a"},
		{"an object cut behind its begin", `{`, true, true, ""},
		{"a value that is nested too deep", `{"n":` + strings.Repeat("[", 20_000) + `"},"` + strings.Repeat("]", 20_000) + `,"type":"a"}`, true, false, "a"},
		{"a value that is no JSON", `{"n":{x},"type":"a"}`, true, false, "a"},
		{"a value that is no JSON, then a torn one", `{"n":{x},"type":"a","text":"abc`, true, true, "a"},
		{"no object", `[{"type":"a"}]`, false, false, ""},
		{"nothing", ``, false, false, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			h := lenient.HeadOf([]byte(row.in))
			if h.Object() != row.object || h.Torn != row.torn || h.Text("type") != row.kind {
				t.Errorf("object %t, torn %t, type %q", h.Object(), h.Torn, h.Text("type"))
			}
		})
	}
}

// TestHeadsAreReadAtOnce reads objects at the same time, which takes decoders that are used again.
func TestHeadsAreReadAtOnce(t *testing.T) {
	for _, kind := range []string{"a", "b", "c", "d"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for range 100 {
				if h := lenient.HeadOf([]byte(`{"n":[1],"type":"` + kind + `"}`)); h.Text("type") != kind {
					t.Errorf("type %q", h.Text("type"))
				}
			}
		})
	}
}
