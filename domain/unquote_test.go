package domain_test

import (
	"encoding/json"
	"testing"

	"github.com/clawable/claw/domain"
)

// FuzzTextReadsWhatEncodingJSONReads compares the short way with the general one.
func FuzzTextReadsWhatEncodingJSONReads(f *testing.F) {
	for _, text := range []string{`"plain"`, `""`, `"`, `"\"`, `"a\nb\t\"q\" \\ \/ \b\f\r"`, `"\u00e9 é 😀"`, `"\\"`, `"a"b"`, `"\x"`, "\"a\nb\"", `"end\\`,
		"\"\xff\"", `12`, `null`, `"\\\"`, `"a\"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || text[0] == '{' {
			t.SkipNow() // not a string: a cut text
		}
		var want string
		wantErr := json.Unmarshal([]byte(text), &want)
		var got domain.Text
		err := got.UnmarshalJSON([]byte(text))
		if (err == nil) != (wantErr == nil) || err == nil && got.Whole != want {
			t.Errorf("%q: %q, %v; encoding/json reads %q, %v", text, got.Whole, err, want, wantErr)
		}
	})
}
