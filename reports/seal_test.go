package reports_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
)

// TestTheHashIsOfEveryMember changes each value of a document in turn: the hash is another one.
func TestTheHashIsOfEveryMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sealed(t, document(t, nil))
		var tree any
		if err := json.Unmarshal(s.Text, &tree); err != nil {
			t.Fatal(err)
		}
		var change func(at string, value any, set func(any))
		change = func(at string, value any, set func(any)) {
			switch v := value.(type) {
			case map[string]any:
				for name, member := range v {
					change(at+"/"+name, member, func(to any) { v[name] = to })
				}
				return
			case []any:
				for i, one := range v {
					change(at+"/#", one, func(to any) { v[i] = to })
				}
				return
			case string:
				set(v + ".")
			case float64:
				set(v + 1)
			case bool:
				set(!v)
			}
			text, err := json.Marshal(tree)
			if err != nil {
				t.Fatal(err)
			}
			if other, err := reports.SealText(text); err != nil || other.Hash == s.Hash {
				t.Fatalf("a change of %s is not in the hash (%v)", at, err)
			}
			set(value)
		}
		change("", tree, nil)
	})
}

// TestTheHashIsThatOfRFC8785 reads a document written by another hand: other order, other escapes,
// other numbers, the same content.
func TestTheHashIsThatOfRFC8785(t *testing.T) {
	one, err := reports.SealText([]byte(`{"schema_version":"1.0","b":{"y":1.0,"x":"\u00fc/"},"a":[10]}`))
	if err != nil {
		t.Fatal(err)
	}
	other, err := reports.SealText([]byte("{ \"a\" : [1e1], \"b\" : {\"x\":\"ü\\/\", \"y\":1}, \"schema_version\":\"1.0\"\n}"))
	if err != nil || one.Hash != other.Hash {
		t.Errorf("hashes %s and %s (%v)", one.Hash, other.Hash, err)
	}
}

// TestADocumentIsReadBackAsItIs parses what Seal writes: nothing is lost and nothing comes in.
func TestADocumentIsReadBackAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sealed(t, document(t, previous(t, document(t, nil))))
		d, err := reports.Parse(s.Text)
		if err != nil {
			t.Fatalf("%v in\n%s", err, s.Text)
		}
		if again := sealed(t, d); again.Hash != s.Hash {
			t.Fatalf("read back as\n%s\nwant\n%s", again.Text, s.Text)
		}
	})
}

// TestWhatStandsBesideADocumentIsNotInIt gives a document each member that has no place in it.
func TestWhatStandsBesideADocumentIsNotInIt(t *testing.T) {
	s := sealed(t, reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw"))
	for _, name := range []string{"report_id", "content_hash", "generated_at", "producer", "cycle", "nudge", "as_of_position", "log_id"} {
		_, err := reports.Parse([]byte(`{"` + name + `":"x",` + string(s.Text[1:])))
		e := typed(t, err, domain.ErrParse)
		if e.Target != name || e.Message != "is no part of the content" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDocumentsThatAreNone(t *testing.T) {
	whole := string(sealed(t, reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw")).Text)
	for name, test := range map[string]struct {
		text string
		kind domain.ErrorKind
		says string
	}{
		"no JSON":                  {`{"schema_version":`, domain.ErrParse, "is not one JSON document"},
		"two documents":            {whole + whole, domain.ErrParse, "is not one JSON document"},
		"a list":                   {`[]`, domain.ErrParse, "is not one JSON document"},
		"no version":               {`{}`, domain.ErrParse, "names no schema version"},
		"a version of words":       {`{"schema_version":"one"}`, domain.ErrParse, "names no schema version"},
		"a version with a sign":    {`{"schema_version":"+1.0"}`, domain.ErrParse, "names no schema version"},
		"a later major version":    {`{"schema_version":"2.0"}`, domain.ErrUnavailable, "was written by a newer version of claw"},
		"a later minor version":    {`{"schema_version":"1.1"}`, domain.ErrUnavailable, "was written by a newer version of claw"},
		"a member that is unknown": {strings.Replace(whole, `{`, `{"mood":"good",`, 1), domain.ErrParse, "has a member that its schema does not know: /mood"},
		"a member twice":           {strings.Replace(whole, `{`, `{"lanes":{},`, 1), domain.ErrParse, "is not"},
	} {
		_, err := reports.Parse([]byte(test.text))
		if e := typed(t, err, test.kind); !strings.Contains(e.Message, test.says) {
			t.Errorf("%s: %v, want %q", name, err, test.says)
		}
	}
}

// TestSchemasFromTheFutureAreHashed checks that a content with unknown members still has its
// hash.
func TestSchemasFromTheFutureAreHashed(t *testing.T) {
	text := []byte(`{"schema_version":"9.0","what":["nobody","knows"]}`)
	canonical, err := jcs.Canonical(text)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := reports.SealText(text); err != nil || string(s.Text) != string(canonical) {
		t.Errorf("%s, %v", s.Text, err)
	}
}

// typed is an error as one of domain, which has to be of a kind and say where and what.
func typed(t *testing.T, err error, kind domain.ErrorKind) *domain.Error {
	t.Helper()
	var e *domain.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Operation == "" || e.Message == "" {
		t.Fatalf("%#v, want a %s with an operation and a message", err, kind)
	}
	return e
}

// FuzzParse reads documents of any bytes: no panic, and what is read has the hash of its text.
func FuzzParse(f *testing.F) {
	f.Add(sealed(f, reports.Build(&reports.Observed{}, &reports.Statement{}, nil, "claw")).Text)
	f.Add([]byte(`{"schema_version":"1.0","claims":{"a":{"kind":"observed_fact","text":"x"}}}`))
	f.Add([]byte(`{"schema_version":"2.0"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := reports.Parse(text)
		if err != nil {
			if domain.KindOf(err) == "" {
				t.Fatalf("%v has no kind", err)
			}
			return
		}
		sealed(t, d)
	})
}
