package logtest

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// refusedRows: drafts that every log rejects. Each bad draft is between two
// good ones.
func refusedRows() (rows []row) {
	for _, c := range badDrafts() {
		rows = append(rows, row{c.name, func(t *testing.T, r *rig) {
			r.append(eventlog.Any, message("a", 1))
			bad := c.draft
			typed := r.refusedIn(bad.Stream, eventlog.ErrInvalid, eventlog.Any,
				inStream(bad.Stream, 2), bad, inStream(bad.Stream, 3))
			if typed.Kind != domain.ErrUsage && typed.Kind != domain.ErrParse {
				t.Errorf("error kind %s, want usage or parse", typed.Kind)
			}
		}})
	}
	return append(rows, row{"a draft of another stream than the append's", func(t *testing.T, r *rig) {
		r.refusedIn(message("a", 1).Stream, eventlog.ErrInvalid, eventlog.Any, message("a", 1), message("b", 1))
	}})
}

// inStream is a good draft of stream, if a draft of its family is available.
func inStream(stream domain.StreamID, n int) domain.Draft {
	return with(message("good", n), func(d *domain.Draft) { d.Stream = stream })
}

type badDraft struct {
	name  string
	draft domain.Draft
}

func badDrafts() []badDraft {
	bad := func(name string, change func(*domain.Draft)) badDraft {
		return badDraft{name, with(message("a", 9), change)}
	}
	data := func(name, text string) badDraft {
		return bad(name, func(d *domain.Draft) { d.Data = []byte(text) })
	}
	input := func(name, text string) badDraft { return badDraft{name, call("a", 9, text)} }
	return []badDraft{
		bad("a kind that is not in the table", func(d *domain.Draft) { d.Kind = "message.imagined" }),
		bad("no kind", func(d *domain.Draft) { d.Kind = "" }),
		bad("a kind in a stream of another family", func(d *domain.Draft) { d.Stream.Family = domain.FamilyLane }),
		bad("no stream", func(d *domain.Draft) { d.Stream = domain.StreamID{} }),
		bad("no id", func(d *domain.Draft) { d.ID = domain.EventID{} }),
		bad("no version", func(d *domain.Draft) { d.Version = 0 }),
		bad("a negative version", func(d *domain.Draft) { d.Version = -1 }),
		bad("a version that nobody defined", func(d *domain.Draft) { d.Version = 99 }),
		bad("no emitter", func(d *domain.Draft) { d.Emitter = "" }),
		bad("no source kind", func(d *domain.Draft) { d.Source.Kind = "" }),
		bad("a source kind that nobody defined", func(d *domain.Draft) { d.Source.Kind = "dead_lane" }),
		bad("a trust that nobody defined", func(d *domain.Draft) { d.Source.Trust = "absolute" }),
		bad("a watcher that nobody defined", func(d *domain.Draft) { d.Scope.Watcher = "panic" }),
		bad("seq without seq_kind", func(d *domain.Draft) { d.SeqKind = "" }),
		bad("seq_kind without seq", func(d *domain.Draft) { d.Seq = 0 }),
		bad("a seq_kind that nobody defined", func(d *domain.Draft) { d.SeqKind = "guess" }),
		bad("a seq beyond 2^53", func(d *domain.Draft) { d.Seq = 1<<53 + 1 }),
		bad("a lane id that is no ULID", func(d *domain.Draft) { d.Subject.Lane = domain.Known(domain.LaneID("my lane")) }),
		bad("a lane id with its stream's prefix", func(d *domain.Draft) {
			d.Subject.Lane = domain.Known(domain.LaneID("lane-01ARZ3NDEKTSV4RRFFQ69G5FAV"))
		}),
		bad("a reason unknown that nobody defined", func(d *domain.Draft) { d.Subject.Turn = domain.NotKnown[domain.TurnID]("forgot") }),
		bad("a value and a reason for its absence", func(d *domain.Draft) {
			d.Subject.Turn = domain.Maybe[domain.TurnID]{Value: "t", Unknown: domain.UnknownNotYet}
		}),
		bad("a time unknown for a reason that nobody defined", func(d *domain.Draft) { d.ObservedAt = domain.UnknownInstant("forgot") }),
		bad("NUL in a text", func(d *domain.Draft) { d.Subject.Item = domain.Known(domain.ItemID("a\x00b")) }),
		bad("invalid UTF-8 in a text", func(d *domain.Draft) { d.Source.Channel = "a\xff" }),
		bad("a text of over 8 KiB", func(d *domain.Draft) { d.Scope.Owner = strings.Repeat("x", 8<<10+1) }),
		bad("a label class that nobody defined", labels(domain.Label{Pointer: "/text", Class: "cosmic"})),
		bad("a label on something that is no JSON pointer", labels(domain.Label{Pointer: "text", Class: domain.SensitivitySecret})),
		bad("labels out of order", labels(domain.Label{Pointer: "/b", Class: domain.SensitivitySecret}, domain.Label{Pointer: "/a", Class: domain.SensitivitySecret})),
		bad("two labels on one pointer", labels(domain.Label{Pointer: "/a", Class: domain.SensitivitySecret}, domain.Label{Pointer: "/a", Class: domain.SensitivityPublic})),
		bad("no data", func(d *domain.Draft) { d.Data = nil }),
		data("data that are no JSON", `{"role":"user"`),
		data("two values as data", `{"role":"user"}{}`),
		data("an array as data", `["role","user"]`),
		data("null as data", `null`),
		data("a duplicate member name", `{"role":"user","role":"user"}`),
		data("a missing field", `{"text":"x"}`),
		data("a field that nobody defined", `{"role":"user","mood":"good"}`),
		data("a field of another type", `{"role":7}`),
		data("an enum value that nobody defined", `{"role":"villain"}`),
		data("invalid UTF-8 in the data", "{\"role\":\"user\",\"text\":\"\xff\"}"),
		data("half a surrogate pair in the data", `{"role":"user","text":"\ud800"}`),
		input("a duplicate member name deep in the data", `{"a":[{"b":1,"b":1}]}`),
		input("an integer beyond 2^53", `9007199254740993`),
		input("an integer below −2^53", `[-9007199254740993]`),
		input("an integer beyond 2^53 with an exponent", `1e16`),
		input("a number that is not finite", `1e400`),
		input("a literal that is no JSON", `NaN`),
		{"data of over 512 KiB", sized(message("a", 9), eventlog.MaxData+1)},
	}
}

func labels(list ...domain.Label) func(*domain.Draft) {
	return func(d *domain.Draft) { d.Sensitivity = list }
}
