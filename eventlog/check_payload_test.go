package eventlog_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/schemas"
)

// TestPayloadsWrittenByGoAreAcceptedAndReadBack: for each kind a payload with the
// required members only, and one with all: written, checked, read strictly, equal.
func TestPayloadsWrittenByGoAreAcceptedAndReadBack(t *testing.T) {
	for _, info := range domain.Kinds() {
		t.Run(string(info.Kind), func(t *testing.T) {
			properties, required := publishedMembers(t, info)
			least, full := info.New(), info.New()
			fill(reflect.ValueOf(least).Elem(), false)
			fill(reflect.ValueOf(full).Elem(), true)
			if diff := cmp.Diff(required, roundTrip(t, info, least.(domain.Payload))); diff != "" {
				t.Errorf("required members (-schema +written):\n%s", diff)
			}
			if diff := cmp.Diff(properties, roundTrip(t, info, full.(domain.Payload))); diff != "" {
				t.Errorf("all members (-schema +written):\n%s", diff)
			}
		})
	}
}

// roundTrip returns the names of the members that Go writes for payload.
func roundTrip(t *testing.T, info domain.KindInfo, payload domain.Payload) []string {
	t.Helper()
	text, err := jsonv2.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	data, err := jcs.Canonical(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := eventlog.CheckData(info.Kind, info.Version, data); err != nil {
		t.Errorf("CheckData(%s) = %v", data, err)
	}
	again := info.New()
	if err := jsonv2.Unmarshal(data, again, jsonv2.RejectUnknownMembers(true)); err != nil {
		t.Errorf("Unmarshal(%s) = %v", data, err)
	}
	everything := cmp.Exporter(func(reflect.Type) bool { return true })
	if diff := cmp.Diff(payload, again, everything, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-written +read):\n%s", data, diff)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(members))
}

func publishedMembers(t *testing.T, info domain.KindInfo) (properties, required []string) {
	t.Helper()
	text, _ := schemas.Event(string(info.Kind), info.Version)
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	slices.Sort(schema.Required)
	return slices.Sorted(maps.Keys(schema.Properties)), schema.Required
}

// fill gives v's required fields, or all, a value that is not zero.
func fill(v reflect.Value, all bool) {
	t := v.Type()
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		switch {
		case t.Field(i).Anonymous && name == "" && t.Field(i).IsExported():
			fill(v.Field(i), all)
		case t.Field(i).IsExported() && (all || option == ""):
			set(v.Field(i), all)
		}
	}
}

func set(v reflect.Value, all bool) {
	id := domain.Derive(time.UnixMilli(1_700_000_000_000), "sample")
	switch p := v.Addr().Interface().(type) {
	case *domain.Text:
		*p = domain.Text{Cut: &domain.Cut{Bytes: 9, Head: "<a>", Tail: "\u2028z"}}
		return
	case *domain.JSON:
		*p = domain.JSON(`{"a":[1,null]}`)
		return
	case *domain.Instant:
		*p = domain.AtUnixNano(1_700_000_000_123_456_789)
		return
	case *domain.EventID:
		*p = domain.EventID(id)
		return
	case *domain.Epoch:
		*p = domain.Epoch(id)
		return
	case *domain.LaneID:
		*p = domain.LaneID(id.String())
		return
	case *domain.StreamID:
		*p = domain.StreamID{Family: domain.FamilyApproval, ULID: id}
		return
	case *domain.Digest:
		p[0] = 0xAB
		return
	}
	if strings.HasPrefix(v.Type().Name(), "Maybe[") {
		v.Field(0).SetString("known")
		return
	}
	if e, ok := v.Interface().(interface{ Enum() []string }); ok {
		v.SetString(e.Enum()[0])
		return
	}
	setPlain(v, all)
}

func setPlain(v reflect.Value, all bool) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(`"quoted" \ <ä>`)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint64:
		v.SetUint(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		set(v.Elem(), all)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		set(v.Index(0), all)
	case reflect.Struct:
		fill(v, all)
	}
}
