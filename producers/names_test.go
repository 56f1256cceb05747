package producers_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

func TestIDKeepsWhatNamesOneThing(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"an id", "toolu_1", "toolu_1"},
		{"none", "", ""},
		{"a placeholder", "REDACTED", ""},
		{"an id with a placeholder in it", "msg_REDACTED_1", ""},
		{"an id with NUL", "a\x00b", ""},
		{"an id that is no UTF-8", "a\xff", ""},
		{"an id without end", strings.Repeat("x", 513), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := producers.ID(row.in); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

func TestInstantSaysWhyThereIsNoTime(t *testing.T) {
	for _, row := range []struct {
		name, in string
		want     domain.Unknown
	}{
		{"a time with a zone", "2026-01-02T03:04:05.6+02:00", ""},
		{"none", "", domain.UnknownNotRecorded},
		{"a placeholder", "REDACTED", domain.UnknownRedacted},
		{"a time without a zone", "2026-01-02T03:04:05.123456", domain.UnknownNoZone},
		{"words", "yesterday", domain.UnknownUnparsable},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := producers.Instant(row.in); got.Why() != row.want || got.Known() != (row.want == "") {
				t.Errorf("%v, %q", got, got.Why())
			}
		})
	}
}

func TestAFileBringsFewNamesIntoReasons(t *testing.T) {
	var s producers.Strangers
	if got := s.Reason("unknown type", "moon_phase.7"); got != "unknown type moon_phase.7" {
		t.Errorf("%q", got)
	}
	for i := range 100 {
		s.Reason("unknown type", strings.Repeat("x", i+1))
	}
	if got := s.Reason("unknown type", "one more"); got != "unknown type" {
		t.Errorf("%q after too many names", got)
	}
	if got := s.Reason("unknown type", "moon_phase.7"); got != "unknown type moon_phase.7" {
		t.Errorf("%q of a name that was seen", got)
	}
}

func TestRepeatsTellsEqualRecordsOfASessionApart(t *testing.T) {
	var r producers.Repeats
	raw := []byte(`{"a":1}`)
	first, second, other := r.Key("s", raw), r.Key("s", raw), r.Key("t", raw)
	if first != domain.LineKey(raw, 1) || second != domain.LineKey(raw, 2) || other != first {
		t.Errorf("%s, %s, %s", first, second, other)
	}
}

func TestAnIdIsTheKeyOfOneRecordOnly(t *testing.T) {
	type said struct{ own, id, raw string }
	first := said{"s", "id", `{"a":1}`}
	for _, row := range []struct {
		name   string
		before []said
		record said
		want   string // "" for a record that says nothing more
	}{
		{"the first record of an id", nil, first, "id"},
		{"the same record again", []said{first}, first, ""},
		{"another record under the id", []said{first}, said{"s", "id", `{"a":2}`}, domain.LineKey([]byte(`{"a":2}`), 1)},
		{"that other record again", []said{first, {"s", "id", `{"a":2}`}}, said{"s", "id", `{"a":2}`}, ""},
		{"the first record after another", []said{first, {"s", "id", `{"a":2}`}}, first, ""},
		{"a record of another session", []said{first}, said{"t", "id", `{"a":2}`}, "id"},
		{"a session and an id that read alike together", []said{{"s/t", "id", `{}`}}, said{"s", "t/id", `{"a":2}`}, "t/id"},
		{"a record without an id", []said{{"s", "", `{}`}}, said{"s", "", `{}`}, domain.LineKey([]byte(`{}`), 2)},
	} {
		t.Run(row.name, func(t *testing.T) {
			var r producers.Repeats
			for _, b := range row.before {
				r.KeyOf(b.own, b.id, []byte(b.raw))
			}
			key, again := r.KeyOf(row.record.own, row.record.id, []byte(row.record.raw))
			if key != row.want || again != (row.want == "") {
				t.Errorf("key %q, again %t, want %q", key, again, row.want)
			}
		})
	}
}

func TestAForeignNameIsKeptAsItIsOrNotAtAll(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"a name", "turn_duration", "turn_duration"},
		{"none", "", ""},
		{"an address", "postgres://u:p@h/db", "other"},
		{"a name that is too long", strings.Repeat("x", 41), "other"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := producers.Plain(row.in); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}

func TestAPlainStringIsCutBetweenWords(t *testing.T) {
	for _, row := range []struct{ name, in, want string }{
		{"short enough", "one two", "one two"},
		{"within a word", "one twos", "one …"},
		{"one word", "onetwothree", "…"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := producers.Within(row.in, 7); got != row.want {
				t.Errorf("%q, want %q", got, row.want)
			}
		})
	}
}
