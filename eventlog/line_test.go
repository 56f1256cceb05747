package eventlog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/logtest"
)

// exact compares all fields, hidden ones too.
var exact = cmp.Exporter(func(reflect.Type) bool { return true })

const (
	draftLine = `{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","kind":"session.cleared","version":1,"stream":"session-01ARZ3NDEKTSV4RRFFQ69G5FAV","emitter":"e","source":{"kind":"live_lane","trust":"low"},"data":{}}`
	eventLine = `{"data":{},"data_digest":"` + hex64 + `","emitter":"e","id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","kind":"session.cleared","position":2,"recorded_at":"2026-03-04T05:06:07Z","revision":1,"salt":"` + hex32 + `","source":{"kind":"live_lane","trust":"low"},"stream":"session-01ARZ3NDEKTSV4RRFFQ69G5FAV","version":1}`
	hex32     = "00112233445566778899aabbccddeeff"
	hex64     = hex32 + hex32
)

func TestADraftLineIsReadAsItsDraft(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := logtest.Drafts().Draw(rt, "draft")
		want.Salt = nil
		canonical, err := jcs.Canonical(want.Data)
		if err != nil {
			rt.Fatal(err)
		}
		want.Data = canonical
		written, err := eventlog.DraftLine(&want)
		if err != nil {
			rt.Fatal(err)
		}
		for _, line := range [][]byte{lineOf(want), written} {
			got, err := eventlog.ParseDraft(line)
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(want, got, exact); diff != "" {
				rt.Fatalf("%s\n-want +got:\n%s", line, diff)
			}
		}
	})
}

// lineOf is the exported line of a draft without what a log adds.
func lineOf(d domain.Draft) []byte {
	const digest, recorded = `"data_digest":"0000000000000000000000000000000000000000000000000000000000000000",`, `"recorded_at":"0001-01-01T00:00:00Z",`
	whole := domain.Event{Draft: d}
	return []byte(strings.NewReplacer(digest, "", recorded, "").Replace(string(seal.Line(&whole, nil))))
}

func TestLinesThatAreNoEventAreRefused(t *testing.T) {
	change := func(old, now string) string {
		if !strings.Contains(eventLine, old) {
			t.Fatalf("the line has no %s", old)
		}
		return strings.Replace(eventLine, old, now, 1)
	}
	for _, c := range []struct{ name, line, says string }{
		{"nothing", ``, "EOF"},
		{"half a line", eventLine[:100], "EOF"},
		{"no object", `[]`, "is no JSON object"},
		{"two events", eventLine + eventLine, "invalid character"},
		{"an unknown field", change(`"version"`, `"mood":"good","version"`), "unknown field /mood"},
		{"a field in other letters", change(`"version"`, `"Version"`), "unknown field /Version"},
		{"an unknown field of the source", change(`"kind":"live_lane"`, `"kind":"live_lane","mood":1`), "unknown field /source/mood"},
		{"a field twice", change(`"version"`, `"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","version"`), "duplicate"},
		{"a number as text", change(`"revision":1`, `"revision":"1"`), "/revision has another type than uint64"},
		{"a negative version", change(`"version":1`, `"version":-1`), "/version"},
		{"a fraction as version", change(`"version":1`, `"version":1.5`), "/version"},
		{"an id that is no ULID", change(`"01ARZ3NDEKTSV4RRFFQ69G5FAV"`, `"01arz"`), "parse event id 01arz"},
		{"a stream of no family", change(`"session-`, `"mood-`), "parse stream mood-01ARZ3NDEKTSV4RRFFQ69G5FAV"},
		{"a digest that is too short", change(hex64, hex32), "not 64 lower-case hex digits"},
		{"a salt in upper case", change(`"salt":"`+hex32, `"salt":"`+strings.ToUpper(hex32)), "not 32 lower-case hex digits"},
		{"no recorded_at", change(`"recorded_at":"2026-03-04T05:06:07Z",`, ``), "recorded_at"},
		{"a recorded_at without a zone", change(`05:06:07Z`, `05:06:07`), "recorded_at"},
		{"a recorded_at that no log can hold", change(`2026-03`, `1026-03`), "recorded_at"},
		{"data without salt", change(`"salt":"`+hex32+`",`, ``), "data and salt go together"},
		{"salt without data", change(`"data":{},`, ``), "data and salt go together"},
		{"an observed_at that is no time", change(`"position"`, `"observed_at":"yesterday","position"`), "parse time yesterday"},
		{"invalid UTF-8", change(`"emitter":"e"`, "\"emitter\":\"\xff\""), "UTF-8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := eventlog.ParseLine([]byte(c.line))
			checkParseError(t, err, "parse event", c.says)
		})
	}
	if _, err := eventlog.ParseLine([]byte(eventLine)); err != nil {
		t.Errorf("the line that the rows change: %v", err)
	}
}

func TestLinesThatAreNoDraftAreRefused(t *testing.T) {
	with := func(member string) string { return `{` + member + `,` + draftLine[1:] }
	for _, c := range []struct{ name, line, says string }{
		{"no data", strings.Replace(draftLine, `,"data":{}`, ``, 1), "no data"},
		{"a position", with(`"position":1`), "a draft has no position"},
		{"a revision", with(`"revision":1`), "a draft has no revision"},
		{"recorded_at", with(`"recorded_at":"2026-03-04T05:06:07Z"`), "a draft has no recorded_at"},
		{"a salt", with(`"salt":"` + hex32 + `"`), "a draft has no salt"},
		{"a data_digest", with(`"data_digest":"` + hex64 + `"`), "a draft has no data_digest"},
		{"clock_behind", with(`"clock_behind":true`), "a draft has no clock_behind"},
		{"a whole event", eventLine, "a draft has no position"},
		{"an unknown field", with(`"mood":"good"`), "unknown field /mood"},
		{"no JSON", `id: 7`, "invalid character"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := eventlog.ParseDraft([]byte(c.line))
			checkParseError(t, err, "parse draft", c.says)
		})
	}
	if _, err := eventlog.ParseDraft([]byte(draftLine)); err != nil {
		t.Errorf("the line that the rows change: %v", err)
	}
}

// TestAWrongFieldHasTheHintOfItsType checks that the error of a wrong field states the form of the field.
func TestAWrongFieldHasTheHintOfItsType(t *testing.T) {
	for name, c := range map[string]struct {
		line, says, hint string
		next             domain.StepCode
	}{
		"a stream without an id": {`{"kind":"lane.ready","stream":"lane-1","data":{}}`, "parse stream lane-1: not accepted",
			"a ULID has 26 characters of 0-9 A-Z without I L O U", ""},
		"a stream of no family": {`{"kind":"lane.ready","stream":"line-1","data":{}}`, "parse stream line-1: not accepted",
			"families: " + strings.Join(domain.FamilyPrefixes(), " "), ""},
		"a day":   {`{"kind":"lane.ready","observed_at":"2026-01-02","data":{}}`, "parse time 2026-01-02: not an RFC 3339 time with a zone", "write 2026-01-02T03:04:05Z", ""},
		"no JSON": {`x`, "invalid character 'x' at start of value", "", nextstep.ReadEventLine},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := eventlog.ParseDraft([]byte(c.line))
			checkParseError(t, err, "parse draft", c.says)
			var typed *domain.Error
			if errors.As(err, &typed) && (typed.Hint != c.hint || typed.Next.Code != c.next) {
				t.Errorf("hint %q, next %q; want %q, %q", typed.Hint, typed.Next.Code, c.hint, c.next)
			}
		})
	}
}

func checkParseError(t *testing.T, err error, operation, says string) {
	t.Helper()
	var typed *domain.Error
	if !errors.As(err, &typed) {
		t.Fatalf("error %v is no *domain.Error", err)
	}
	if typed.Kind != domain.ErrParse || typed.Operation != operation || (typed.Hint == "") == typed.Next.IsZero() {
		t.Errorf("kind %s, operation %s, hint %q, next %q", typed.Kind, typed.Operation, typed.Hint, typed.Next.Code)
	}
	if !strings.Contains(typed.Message, says) {
		t.Errorf("message %q does not say %q", typed.Message, says)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, v := range sealVectors(f) {
		f.Add([]byte(v.Line))
	}
	f.Add([]byte(eventLine))
	for _, line := range linesOfKinds(f) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := eventlog.ParseLine(line)
		if err != nil {
			return
		}
		text := seal.Line(&e, nil)
		again, err := eventlog.ParseLine(text)
		if err != nil {
			t.Fatalf("%s was read, and written as %s, which is refused: %v", line, text, err)
		}
		if diff := cmp.Diff(e, again, exact); diff != "" {
			t.Fatalf("-read +read again:\n%s", diff)
		}
	})
}

// linesOfKinds are events of the fixtures, one of each kind that is in them.
func linesOfKinds(f *testing.F) (lines [][]byte) {
	f.Helper()
	logs, err := filepath.Glob("../fixtures/runs/*/log.jsonl")
	if err != nil || len(logs) == 0 {
		f.Fatalf("no logs: %v", err)
	}
	there := map[domain.Kind]bool{}
	for _, name := range logs {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(content) {
			line = bytes.TrimSpace(line)
			e, err := eventlog.ParseLine(line)
			if err != nil {
				f.Fatalf("%s: %v", name, err)
			}
			if !there[e.Kind] {
				there[e.Kind], lines = true, append(lines, line)
			}
		}
	}
	return lines
}

// withoutLog is the draft that an event was.
func withoutLog(f *testing.F, line []byte) []byte {
	f.Helper()
	e, err := eventlog.ParseLine(line)
	if err != nil {
		f.Fatal(err)
	}
	draft, err := eventlog.DraftLine(&e.Draft)
	if err != nil {
		f.Fatal(err)
	}
	return draft
}

func FuzzParseDraft(f *testing.F) {
	f.Add([]byte(draftLine))
	for _, line := range linesOfKinds(f) {
		f.Add(withoutLog(f, line))
	}
	f.Add([]byte(`{"data":null}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		d, err := eventlog.ParseDraft(line)
		if err != nil {
			return
		}
		e, err := eventlog.Prepare(&d, nil)
		if err != nil {
			return
		}
		parsed, err := eventlog.ParseLine(seal.Line(&e, nil))
		if err == nil {
			t.Fatalf("an event without recorded_at was read: %+v", parsed)
		}
	})
}
