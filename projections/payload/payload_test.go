package payload_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/payload"
)

func FuzzMembers(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, `{"a":"x\"y\\","b":[{"c":"]}"},2],"d":null}`, "{ \"a\" :\t[ ] , \"b\":{}\n}", `{"a"`, `[1]`, `{"a":}`, `{"a":1,}`, ``} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := walk(data)
		var raw map[string]json.RawMessage
		if json.Unmarshal(data, &raw) != nil || raw == nil || strings.Contains(string(data), `\`) {
			return // what is no object may be refused or not; it must not panic
		}
		want := map[string]string{}
		for name, v := range raw {
			want[name] = string(v)
		}
		if err != nil {
			t.Fatalf("%q is refused", data)
		}
		if !isUTF8(data) {
			return // encoding/json mends names
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: -want +got\n%s", data, diff)
		}
	})
}

func isUTF8(b []byte) bool { return strings.ToValidUTF8(string(b), "") == string(b) }

// walk returns the raw values by name.
func walk(data []byte) (map[string]string, error) {
	out := map[string]string{}
	d := payload.MembersOf(data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		out[string(name)] = string(v)
	}
	return out, d.Err()
}
