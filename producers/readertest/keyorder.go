package readertest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// KeyOrder reads an input with the members of each of its JSON objects in other orders:
// the reader claims it as before, its drafts say the same, and no cut says more. What a reader derives from
// the bytes of a record (ids, names of sessions) differs, and is left out of the comparison.
func KeyOrder(t testing.TB, reader producers.Reader, content []byte) {
	t.Helper()
	claimed, want := Sniffed(reader, content), sayings(t, Read(t, reader, content))
	for _, row := range keyOrders {
		reordered := Reorder(content, row.order)
		if got := Sniffed(reader, reordered); got != claimed {
			t.Errorf("members %s: claimed %t, want %t", row.name, got, claimed)
		}
		if diff := cmp.Diff(want, sayings(t, Read(t, reader, reordered))); diff != "" {
			t.Errorf("members %s (-as recorded +reordered):\n%s", row.name, diff)
		}
		Cuts(t, reader, reordered, 5)
	}
}

// keyOrders are orders of the members of an object: order returns the places of the names.
var keyOrders = []struct {
	name  string
	order func(names []string) []int
}{
	{"sorted", func(names []string) []int {
		places := placesOf(names)
		slices.SortStableFunc(places, func(a, b int) int { return strings.Compare(names[a], names[b]) })
		return places
	}},
	{"reversed", func(names []string) []int {
		places := placesOf(names)
		slices.Reverse(places)
		return places
	}},
	{"shuffled", func(names []string) []int {
		return rand.New(rand.NewPCG(1, uint64(len(names)))).Perm(len(names))
	}},
}

func placesOf(names []string) []int {
	places := make([]int, len(names))
	for i := range places {
		places[i] = i
	}
	return places
}

// Reorder writes the members of each JSON object in a text in another order. The text
// between them stays where it is, so that an object over several lines keeps its lines.
// Objects whose end is missing, and those that repeat a name, stay as they are.
func Reorder(text []byte, order func(names []string) []int) []byte {
	var out []byte
	for len(text) > 0 {
		at := bytes.IndexByte(text, '{')
		if at < 0 {
			break
		}
		out = append(out, text[:at]...)
		text = text[at:]
		d := jsontext.NewDecoder(bytes.NewBuffer(text), lenient.Options)
		if _, err := d.ReadValue(); err != nil {
			end := bytes.IndexByte(text, '\n') + 1
			if end == 0 {
				end = len(text)
			}
			out, text = append(out, text[:end]...), text[end:]
			continue
		}
		end := d.InputOffset()
		out, text = append(out, reordered(text[:end], order)...), text[end:]
	}
	return append(out, text...)
}

// span is a member of an object, and the text between it and the next.
type span struct {
	name          string
	member, after []byte
}

// reordered is one JSON value in another order of members.
func reordered(value []byte, order func(names []string) []int) []byte {
	kind := jsontext.Value(value).Kind()
	if kind != '{' && kind != '[' {
		return value
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(value), lenient.Options)
	_, _ = d.ReadToken() // the value is whole
	begin := skipBlank(value, int(d.InputOffset()))
	out := slices.Clone(value[:begin])
	var spans []span
	var names []string
	for at := begin; d.PeekKind() != '}' && d.PeekKind() != ']'; {
		s := span{}
		if kind == '{' {
			name, _ := d.ReadToken()
			s.name = name.String()
			s.member = append(s.member, value[at:skipBlank(value, int(d.InputOffset()))]...)
		}
		from := skipBlank(value, int(d.InputOffset()))
		_, _ = d.ReadValue()
		end := int(d.InputOffset())
		s.member = append(s.member, reordered(value[from:end], order)...)
		at = skipBlank(value, end)
		s.after = value[end:at]
		names, spans = append(names, s.name), append(spans, s)
	}
	places := placesOf(names)
	if sorted := slices.Sorted(slices.Values(names)); kind == '{' && len(slices.Compact(sorted)) == len(names) {
		places = order(names)
	}
	for i, place := range places {
		out = append(append(out, spans[place].member...), spans[i].after...)
	}
	return append(out, value[len(value)-1])
}

// skipBlank returns the place of the next significant byte.
func skipBlank(text []byte, at int) int {
	return len(text) - len(bytes.TrimLeft(text[at:], " \t\r\n,:"))
}

// derived are names that a reader makes of the bytes of a record.
var derived = regexp.MustCompile(`[0-9a-f]{12,}`)

// sayings is what drafts say, without what is derived of bytes: sorted, each with what its
// causes say and with the kinds of the drafts about the same item.
func sayings(t testing.TB, records []producers.Record) []string {
	t.Helper()
	said, kinds := map[domain.EventID]string{}, map[string][]string{}
	var drafts []domain.Draft
	for _, r := range records {
		drafts = append(drafts, r.Drafts...)
	}
	for i := range drafts {
		d := &drafts[i]
		at, _ := json.Marshal(d.ObservedAt)
		said[d.ID] = plain(fmt.Sprintf("%s %v %s %s %s %s %s", d.Kind, d.Stream.Family, at, d.Subject.Session.Value, d.Subject.Turn.Value, d.Subject.Item.Value, sortedJSON(d.Data)))
		item := itemOf(d)
		kinds[item] = append(kinds[item], string(d.Kind))
	}
	var out []string
	for i := range drafts {
		d := &drafts[i]
		var causes []string
		for _, id := range d.Causes {
			causes = append(causes, said[id])
		}
		slices.Sort(causes)
		about := slices.Sorted(slices.Values(kinds[itemOf(d)]))
		out = append(out, fmt.Sprintf("%s | causes %q | about it %q", said[d.ID], causes, slices.Compact(about)))
	}
	slices.Sort(out)
	return out
}

func itemOf(d *domain.Draft) string {
	return fmt.Sprint(d.Subject.Session.Value, " ", d.Subject.Item.Value)
}

func plain(text string) string { return derived.ReplaceAllString(text, "#") }

// sortedJSON is a value with the members of its objects sorted, also of those that are
// within a string.
func sortedJSON(value []byte) string {
	v := jsontext.Value(Reorder(value, keyOrders[0].order))
	_ = v.Compact(lenient.Options) // what is no JSON stays
	var out strings.Builder
	d := jsontext.NewDecoder(bytes.NewBuffer(v), lenient.Options)
	for {
		token, err := d.ReadToken()
		if err != nil {
			return out.String()
		}
		text := token.String()
		if token.Kind() == '"' && strings.Contains(text, "{") {
			text = string(Reorder([]byte(text), keyOrders[0].order))
		}
		out.WriteString(text + " ")
	}
}
