package jcs_test

import (
	"encoding/json"
	"testing"

	"github.com/clawable/claw/domain/jcs"
)

// FuzzUnquote compares the short way with the general one.
func FuzzUnquote(f *testing.F) {
	for _, text := range []string{`"plain"`, `""`, `"`, `"\"`, `"a\nb\t\"q\" \\ \/ \b\f\r"`, `"\u00e9 é 😀"`, `"\\"`, `"a"b"`, `"\x"`, "\"a\nb\"", `"end\\`,
		"\"\xff\"", `12`, `null`, `"\\\"`, `"a\"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := jcs.Unquote([]byte(text))
		if !ok {
			return // left to the general decoder
		}
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil || got != want {
			t.Errorf("%q: %q; encoding/json reads %q, %v", text, got, want, err)
		}
	})
}
