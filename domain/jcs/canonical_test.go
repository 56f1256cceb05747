package jcs_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/jcs"
)

func TestCanonicalIsRFC8785(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing but a literal", ` null `, `null`},
		{"whitespace", "\t{ \"b\" : [ 1 , 2 ] ,\n\"a\" : { } }\r", `{"a":{},"b":[1,2]}`},
		{"nested members are sorted too", `[{"b":{"d":1,"c":2},"a":3}]`, `[{"a":3,"b":{"c":2,"d":1}}]`},
		{"member names sort as UTF-16", `{"\ufb33":1,"\ud83d\ude00":2}`, "{\"😀\":2,\"\ufb33\":1}"},
		{"zeros", `[0,-0,0.0,-0.0,0e9,0e-400]`, `[0,0,0,0,0,0]`},
		{"the largest integers", `[9007199254740992,-9007199254740992]`, `[9007199254740992,-9007199254740992]`},
		{"exponents", `[1e0,1E+2,12e-1,1e-6,1e-7,5e-324]`, `[1,100,1.2,0.000001,1e-7,5e-324]`},
		{"an exponent up to the largest integer", `[9e15,0.9e16,90000000000000000e-1]`, `[9000000000000000,9000000000000000,9000000000000000]`},
		{"long decimals become the double that they name", `[0.1000000000000000055511151231257827,333333333.33333329]`, `[0.1,333333333.3333333]`},
		{"numbers too small to be kept are zero", `1e-400`, `0`},
		{"strings that hold digits", `["9007199254740993","1e400","\"1e400"]`, `["9007199254740993","1e400","\"1e400"]`},
		{"member names that hold digits", `{"1e400":1,"99999999999999999999":2}`, `{"1e400":1,"99999999999999999999":2}`},
		{"a backslash before a quote", `["\\",9,"\\\"",8]`, `["\\",9,"\\\"",8]`},
		{"escapes", `"\u0061\/\u0008\u0000\u007f"`, "\"a/\\b\\u0000\u007f\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := []byte(c.in)
			got, err := jcs.Canonical(in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if string(in) != c.in {
				t.Error("the document was changed")
			}
			again, err := jcs.Canonical(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("canonical again: %s, %v", again, err)
			}
		})
	}
}

func TestCanonicalRefusesWhatRFC8785WouldChange(t *testing.T) {
	for name, in := range map[string]string{
		"nothing":                                 ``,
		"whitespace alone":                        `  `,
		"half a document":                         `{"a":`,
		"two documents":                           `{} {}`,
		"a trailing comma":                        `[1,]`,
		"a comment":                               `[1/*2*/]`,
		"a literal in another case":               `True`,
		"NaN":                                     `NaN`,
		"infinity":                                `-Infinity`,
		"hexadecimal":                             `0x10`,
		"a leading zero":                          `01`,
		"a bare point":                            `1.`,
		"single quotes":                           `{'a':1}`,
		"an open string":                          `"a`,
		"a raw control character":                 "\"a\nb\"",
		"an unknown escape":                       `"\q"`,
		"invalid UTF-8":                           "\"\xff\"",
		"invalid UTF-8 in a name":                 "{\"\xff\":1}",
		"half a surrogate pair":                   `"\ud800"`,
		"a duplicate name":                        `{"a":1,"a":1}`,
		"a duplicate name in other letters":       `{"a":1,"\u0061":2}`,
		"a duplicate name below":                  `[{"a":{"b":1,"b":2}}]`,
		"2^53 + 1":                                `9007199254740993`,
		"−2^53 − 1":                               `[-9007199254740993]`,
		"2^53 + 1 with a fraction":                `9007199254740993.0`,
		"2^53 and a half":                         `9007199254740992.5`,
		"2^53 by an exponent":                     `9007199254740.992e3`,
		"an integer of 20 digits":                 `{"a":12345678901234567890}`,
		"a large exponent":                        `1e16`,
		"a number that is not finite":             `1e400`,
		"a number that is not finite, negative":   `-1e400`,
		"a number of 400 digits":                  strings.Repeat("9", 400),
		"a large number after a string of quotes": `["\"\\",1e400]`,
	} {
		if got, err := jcs.Canonical([]byte(in)); err == nil {
			t.Errorf("%s (%.60s) became %.60s", name, in, got)
		}
	}
}

// What is taken for canonical at one look is what the canonicaliser would make of it.
func TestACanonicalDocumentIsKnownAtOneLook(t *testing.T) {
	for name, c := range map[string]struct {
		doc  string
		want bool
	}{
		"names in order":                       {`{"a":{"b":[1,-2,0,true,false,null,{}]},"b":[]}`, true},
		"a text with escapes and beyond ASCII": {`{"text":"é\n\"\\ 😀"}`, true},
		"a prefix comes first":                 {`{"a":1,"aa":2}`, true},
		"space":                                {`{"a": 1}`, false},
		"names out of order":                   {`{"b":1,"a":2}`, false},
		"a name twice":                         {`{"a":1,"a":2}`, false},
		"an escape that is not needed":         {`{"a":"\/"}`, false},
		"minus zero":                           {`[-0]`, false},
		"a leading zero":                       {`[01]`, false},
		"an exponent":                          {`[1e2]`, false},
		"a number beyond 2^53":                 {`[9007199254740993]`, false},
		"invalid UTF-8":                        {"[\"\xff\"]", false},
		"a raw control character":              {"[\"\n\"]", false},
		"half a document":                      {`{"a":1`, false},
		"two documents":                        {`{}{}`, false},
		"a trailing comma":                     {`[1,]`, false},
	} {
		if got := jcs.IsCanonical([]byte(c.doc)); got != c.want {
			t.Errorf("%s: %s: got %v", name, c.doc, got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":[1e2,-0],"a":"\u0041\ud83d\ude00"}`, `9007199254740993`, `"\\"`, `[0.1,1E400]`, `{"a":1,"a":2}`, `{"a":["\n\u2028é"],"b":{"c":-12}}`, "\"\xff\"", `  null`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if v := jsontext.Value(bytes.Clone(doc)); jcs.IsCanonical(doc) && (v.Canonicalize() != nil || !bytes.Equal(v, doc) || holdsLargeNumber(doc)) {
			t.Fatalf("%s was taken for canonical, which is %s", doc, v)
		}
		got, err := jcs.Canonical(doc)
		var was any
		decodeErr := json.Unmarshal(doc, &was)
		if err != nil {
			if decodeErr == nil && !holdsLargeNumber(doc) {
				t.Fatalf("%s was refused: %v", doc, err)
			}
			return
		}
		if decodeErr != nil {
			t.Fatalf("%s is no JSON (%v) and became %s", doc, decodeErr, got)
		}
		var is any
		if err := json.Unmarshal(got, &is); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(was, is); diff != "" {
			t.Fatalf("another meaning (-before +after):\n%s", diff)
		}
		again, err := jcs.Canonical(got)
		if err != nil || string(again) != string(got) {
			t.Fatalf("%s, canonical again %s, %v", got, again, err)
		}
	})
}

// holdsLargeNumber looks for a number of at least 2^53 with the tokenizer of jsontext.
func holdsLargeNumber(doc []byte) bool {
	d := jsontext.NewDecoder(strings.NewReader(string(doc)))
	for {
		tok, err := d.ReadToken()
		if err != nil {
			return false
		}
		if tok.Kind() != '0' {
			continue
		}
		if f, err := tok.Float(); err != nil || math.Abs(f) >= 1<<53 {
			return true
		}
	}
}
