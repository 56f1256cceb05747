package fact_test

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/lanetest"
	"github.com/clawable/claw/domain/lane/world"
)

var factOptions = cmp.Options{cmp.Comparer(func(a, b domain.Instant) bool { return a == b })}

func TestAStoredFactComesBackAsItWas(t *testing.T) {
	for seed := range uint64(300) {
		for _, want := range lanetest.DrawFacts(seed, 20) {
			form := fact.Append(nil, &want)
			got, err := fact.Decode(form)
			if err != nil {
				t.Fatalf("%s: %v", lanetest.SeedName(seed), err)
			}
			if diff := cmp.Diff(want, got, factOptions); diff != "" {
				t.Fatalf("%s (-stored +read):\n%s", lanetest.SeedName(seed), diff)
			}
			if again := fact.Append(nil, &got); !bytes.Equal(form, again) {
				t.Fatalf("%s: the form of a fact is not unique:\n%x\n%x", lanetest.SeedName(seed), form, again)
			}
		}
	}
}

// TestEveryMemberOfAFactIsStored sets one member at a time, so that a new one
// cannot be forgotten.
func TestEveryMemberOfAFactIsStored(t *testing.T) {
	each(t, reflect.TypeFor[fact.Fact](), func(f *fact.Fact) reflect.Value { return reflect.ValueOf(f).Elem() })
	each(t, reflect.TypeFor[fact.Payload](), func(f *fact.Fact) reflect.Value { return reflect.ValueOf(&f.Payload).Elem() })
}

func each(t *testing.T, typ reflect.Type, in func(*fact.Fact) reflect.Value) {
	t.Helper()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		var want fact.Fact
		if name == "Payload" {
			continue
		}
		fill(t, in(&want).Field(i))
		got, err := fact.Decode(fact.Append(nil, &want))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got, factOptions); diff != "" {
			t.Errorf("%s (-stored +read):\n%s", name, diff)
		}
	}
}

// fill sets a value to something other than zero.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Interface().(type) {
	case domain.Instant:
		v.Set(reflect.ValueOf(domain.UnknownInstant(domain.UnknownNoZone)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("word")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(3)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(3)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Array:
		fill(t, v.Index(0))
	case reflect.Slice:
		if v.Type().Name() == "RawMessage" {
			v.SetBytes([]byte(`{"a":"<"}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0))
	default:
		t.Fatalf("no value for a %s", v.Kind())
	}
}

// TestAFlagThatNobodyWritesIsRefused sets the bits of the flags that mean nothing.
func TestAFlagThatNobodyWritesIsRefused(t *testing.T) {
	plain, foreign := fact.Append(nil, &fact.Fact{}), fact.Append(nil, &fact.Fact{Foreign: true})
	at := 0
	for plain[at] == foreign[at] {
		at++
	}
	for bit := byte(0x20); bit > 0; bit <<= 1 {
		form := bytes.Clone(foreign)
		form[at] |= bit
		if f, err := fact.Decode(form); err == nil {
			t.Errorf("flags %08b are read as %+v", form[at], f)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, read := range lanetest.DrawFacts(1, 30) {
		f.Add(fact.Append(nil, &read))
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		read, err := fact.Decode(form)
		if err != nil {
			return
		}
		again, err := fact.Decode(fact.Append(nil, &read))
		if err != nil {
			t.Fatalf("a fact that was read cannot be stored: %v", err)
		}
		if diff := cmp.Diff(read, again, factOptions); diff != "" {
			t.Fatalf("(-first +second):\n%s", diff)
		}
	})
}

// FuzzOf feeds payloads of any kind: a reader never crashes, and what it did
// not understand it says.
func FuzzOf(f *testing.F) {
	payloads := lanetest.Payloads()
	kinds := slices.Sorted(maps.Keys(payloads))
	for i, kind := range kinds {
		for _, data := range payloads[kind] {
			f.Add(uint8(i), []byte(data))
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		e := domain.Event{Draft: domain.Draft{Kind: kinds[int(kind)%len(kinds)], Version: 1, Data: data,
			Source: domain.Source{Kind: domain.SourceLive}}}
		e.Subject.Lane = domain.Known(lanetest.LaneID("A"))
		read, ok := fact.Of(&e)
		if !ok {
			return
		}
		stored, err := fact.Decode(fact.Append(nil, &read))
		if err != nil {
			t.Fatal(err)
		}
		w := world.New(lane.Options{})
		w.Add(read)
		w.Add(stored)
		if _, err := w.Digest(); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":1.0,"a":[1e21,1e-7,-0,"é\u2028<"]}`, `"\ud83d\ude00"`, `null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := jcs.Rounded(raw)
		if err != nil {
			return
		}
		twice, err := jcs.Rounded(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("canonical form of %q is not stable: %q, then %q (%v)", raw, once, twice, err)
		}
	})
}
