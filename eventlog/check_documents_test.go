package eventlog_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
)

// unknownName is a member that no payload has.
const unknownName = "zz_unknown"

// documents draws documents of a payload type, as parsed JSON. It is written from
// the Go types alone and shares nothing with the check or the published schemas.
type documents struct {
	t     *rapid.T
	typed []map[string]any // every object that a type describes
}

func (g *documents) bool(what string) bool   { return rapid.Bool().Draw(g.t, what) }
func (g *documents) pick(of []string) string { return rapid.SampledFrom(of).Draw(g.t, "text") }
func (g *documents) keep(o map[string]any) map[string]any {
	g.typed = append(g.typed, o)
	return o
}

// object draws all required and some optional members of struct t.
func (g *documents) object(t reflect.Type) map[string]any {
	o := g.keep(map[string]any{})
	g.fields(t, o)
	return o
}

func (g *documents) fields(t reflect.Type, o map[string]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && f.Anonymous:
			g.fields(f.Type, o)
		case f.IsExported() && (option != "omitzero" || g.bool(name)):
			o[name] = g.value(f.Type)
		}
	}
}

func (g *documents) value(t reflect.Type) any {
	switch t {
	case reflect.TypeFor[domain.JSON]():
		return g.any(3)
	case reflect.TypeFor[domain.Text]():
		if g.bool("cut") {
			return g.keep(map[string]any{"cut": g.object(reflect.TypeFor[domain.Cut]())})
		}
		return g.text()
	case reflect.TypeFor[domain.Instant]():
		return g.orUnknown(g.pick(goodTimes))
	case reflect.TypeFor[domain.EventID](), reflect.TypeFor[domain.Epoch](), reflect.TypeFor[domain.LaneID]():
		return g.pick(goodULIDs)
	case reflect.TypeFor[domain.StreamID]():
		return g.pick(domain.FamilyPrefixes()) + g.pick(goodULIDs)
	case reflect.TypeFor[domain.Digest]():
		return strings.Repeat(g.pick([]string{"00", "0f", "a9"}), 32)
	}
	if strings.HasPrefix(t.Name(), "Maybe[") {
		return g.orUnknown("known " + g.text())
	}
	if e, ok := reflect.Zero(t).Interface().(interface{ Enum() []string }); ok {
		return g.pick(e.Enum())
	}
	return g.plain(t)
}

func (g *documents) plain(t reflect.Type) any {
	switch t.Kind() {
	case reflect.Pointer:
		return g.value(t.Elem())
	case reflect.String:
		return g.text()
	case reflect.Bool:
		return g.bool("value")
	case reflect.Int, reflect.Int64:
		return rapid.Int64Range(-1<<53, 1<<53).Draw(g.t, "integer")
	case reflect.Uint64:
		return rapid.Int64Range(0, 1<<53).Draw(g.t, "natural")
	case reflect.Slice:
		list := []any{}
		for range rapid.IntRange(0, 2).Draw(g.t, "elements") {
			list = append(list, g.value(t.Elem()))
		}
		return list
	case reflect.Struct:
		return g.object(t)
	}
	panic("no document for " + t.String())
}

func (g *documents) orUnknown(value string) any {
	if g.bool("unknown") {
		return g.keep(map[string]any{"unknown": g.pick(domain.Unknown("").Enum())})
	}
	return value
}

func (g *documents) text() string { return rapid.String().Draw(g.t, "text") }

// any draws a JSON value of any form, often one that nearly fits somewhere.
func (g *documents) any(depth int) any {
	switch rapid.IntRange(0, 7+min(depth, 1)*2).Draw(g.t, "form") {
	case 0:
		return nil
	case 1:
		return g.bool("value")
	case 2:
		return rapid.SampledFrom([]json.Number{"0", "-0", "1", "-1", "1.0", "1.5", "1e3", "1e-3", "9007199254740992", "-9007199254740992"}).Draw(g.t, "number")
	case 3:
		return g.pick(goodTimes)
	case 4:
		return g.pick(badTexts)
	case 5:
		return g.pick(goodULIDs)
	case 6:
		return g.pick([]string{"", "unknown", "test", "completed", "p0"})
	case 7:
		return g.text()
	case 8:
		return []any{g.any(depth - 1)}
	default:
		return map[string]any{g.pick([]string{"cut", "unknown", "a"}): g.any(depth - 1)}
	}
}

// addUnknownMember gives one typed object a member that its type lacks, and returns it.
func (g *documents) addUnknownMember() map[string]any {
	grown := rapid.SampledFrom(g.typed).Draw(g.t, "object")
	grown[unknownName] = g.any(1)
	return grown
}

// mutate replaces or removes one value somewhere in v and returns v.
func (g *documents) mutate(v any) any {
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		if len(names) == 0 {
			return v
		}
		name := g.pick(names)
		switch rapid.IntRange(0, 3).Draw(g.t, "mutation") {
		case 0:
			delete(v, name)
		case 1:
			v[name] = g.any(2)
		default:
			v[name] = g.mutate(v[name])
		}
		return v
	case []any:
		if len(v) > 0 && g.bool("within") {
			i := rapid.IntRange(0, len(v)-1).Draw(g.t, "element")
			v[i] = g.mutate(v[i])
			return v
		}
		return append(v, g.any(2))
	}
	return g.any(2)
}

var (
	goodULIDs = []string{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"}
	goodTimes = []string{"2026-01-02T03:04:05Z", "2024-02-29T23:59:59.123456789+05:30", "2000-02-29T00:00:00-23:59",
		"1999-12-31T00:00:00.1Z", "2023-11-30T00:00:00Z"}
	// badTexts nearly have the form of something.
	badTexts = []string{
		"2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-10T00:00:00Z",
		"2024-13-10T00:00:00Z", "2024-01-00T00:00:00Z", "2024-01-32T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
		"2024-01-01T23:59:60Z", "2024-01-01t00:00:00Z", "2024-01-01T00:00:00z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z",
		"2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+00:60",
		"2024-01-01T00:00:00+0000", "2024-01-01T00:00:00Z\n", "٢٠٢٤-01-01T00:00:00Z", "24-01-01T00:00:00Z",
		"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FA",
		"01ARZ3NDEKTSV4RRFFQ69G5FAV\n", "lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", "lane01ARZ3NDEKTSV4RRFFQ69G5FAV", "pin-01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"-01ARZ3NDEKTSV4RRFFQ69G5FAV", "lane-lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", strings.Repeat("0F", 32), strings.Repeat("0f", 31),
		strings.Repeat("0f", 32), strings.Repeat("0f", 33), "Completed", "completed ",
	}
)
