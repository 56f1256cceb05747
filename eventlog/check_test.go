package eventlog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/eventlog"
)

const (
	someULID   = `"01ARZ3NDEKTSV4RRFFQ69G5FAV"`
	someDigest = `"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"`
)

func TestCheckDataAcceptsWhatFitsThePayload(t *testing.T) {
	for _, row := range []struct {
		name string
		kind domain.Kind
		data string
	}{
		{"a payload without members", "lane.ready", `{}`},
		{"all members optional and absent", "lane.finished", `{}`},
		{"members of an embedded struct", "recovery.failed", `{"failure_class":"infra","recovery":"r1","scenario":"stale_branch"}`},
		{"a whole text", "message.recorded", `{"role":"user","text":"hi"}`},
		{"a cut text", "message.recorded", `{"role":"user","text":{"cut":{"bytes":600000,"head":"a","tail":"z"}}}`},
		{"an empty text", "message.recorded", `{"role":"user","text":""}`},
		{"foreign JSON of any form", "tool.requested", `{"input":{"a":[null,1.5,{"b":"c"}]},"name":"Bash"}`},
		{"foreign JSON that is null", "tool.requested", `{"input":null,"name":"Bash"}`},
		{"a pointer to zero", "hook.completed", `{"event":"Stop","exit_code":0}`},
		{"a known instant", "approval.expired", `{"expired_at":"2026-02-28T23:59:59.123456789+05:30"}`},
		{"a leap day", "approval.expired", `{"expired_at":"2024-02-29T00:00:00Z"}`},
		{"an unknown instant", "approval.expired", `{"expired_at":{"unknown":"no_zone"}}`},
		{"values and reasons", "session.created",
			`{"agent":"codex","purpose":{"unknown":"not_recorded"},"title":"a","workspace":"/w"}`},
		{"a pointer to a struct", "lane.finished", `{"artifact_provenance":{"diff_stat":{"deletions":0,"files":1,"insertions":2}}}`},
		{"the largest integer", "lane.finished", `{"duration_ms":9007199254740992}`},
		{"the least integer", "lane.finished", `{"duration_ms":-9007199254740992}`},
		{"ids", "lane.settled", `{"event":` + someULID + `,"reason":"seen"}`},
		{"a stream", "pinpoint.linked", `{"relation":"related","to":"pinpoint-01ARZ3NDEKTSV4RRFFQ69G5FAV"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			if err := eventlog.CheckData(row.kind, 1, []byte(row.data)); err != nil {
				t.Errorf("CheckData(%s, %s) = %v", row.kind, row.data, err)
			}
		})
	}
}

func TestCheckDataRefusesWhatDoesNotFitAndSaysWhere(t *testing.T) {
	for _, row := range []struct {
		name, data            string
		kind                  domain.Kind
		target, message, hint string
	}{
		{"a required member is missing", `{}`, "lane.failed",
			"lane.failed: /failure_class", "is missing", "expected one of prompt_delivery "},
		{"a member that nobody knows", `{"target":"shell","color":"red"}`, "lane.prompt_misdelivery",
			"lane.prompt_misdelivery: /color", "is no member of this payload", "members: target attempt"},
		{"a member with a typing slip", `{"failure_clas":"test"}`, "lane.failed",
			"lane.failed: /failure_clas", "is no member of this payload", "did you mean failure_class? "},
		{"any member of a payload without members", `{"a":1}`, "lane.ready",
			"lane.ready: /a", "is no member of this payload", "it has none"},
		{"an enum value that is not listed", `{"failure_class":"tset"}`, "lane.failed",
			"lane.failed: /failure_class", `has the value "tset"`, "did you mean test? expected one of prompt_delivery "},
		{"an enum value deep in an array", `{"checks":[{"check":"repo","result":"passed"},{"check":"repo","result":"meh"}],"passed":true}`,
			"worker.preflight_completed", "worker.preflight_completed: /checks/1/result", `has the value "meh"`, "expected one of passed warning"},
		{"an empty enum value", `{"failure_class":""}`, "lane.failed", "lane.failed: /failure_class", `has the value ""`, "expected one of"},
		{"null for an optional member", `{"result":null}`, "lane.finished",
			"lane.finished: /result", "is null", "expected a string; leave the member out"},
		{"a number for a string", `{"result":7}`, "lane.finished", "lane.finished: /result", "is a number", "expected a string"},
		{"a string for a number", `{"duration_ms":"7"}`, "lane.finished", "lane.finished: /duration_ms", "is a string", "expected an integer"},
		{"a fraction for an integer", `{"duration_ms":7.5}`, "lane.finished", "lane.finished: /duration_ms", "is 7.5", "expected an integer"},
		{"an integer beyond 2^53", `{"duration_ms":9007199254740993}`, "lane.finished",
			"lane.finished: /duration_ms", "is 9007199254740993", "expected an integer"},
		{"a negative position", `{"lost_after":-1,"lost_until":2}`, "log.repaired",
			"log.repaired: /lost_after", "is -1", "expected an integer from 0"},
		{"a number for a boolean", `{"retry_needed":1}`, "prompt.accepted", "prompt.accepted: /retry_needed", "is a number", "expected true or false"},
		{"an object for an array", `{"expects":{}}`, "lane.started", "lane.started: /expects", "is an object", "expected an array"},
		{"null in an array", `{"expects":["report",null]}`, "lane.started", "lane.started: /expects/1", "is null", "expected one of workspace"},
		{"an array for an object", `{"evidence":[]}`, "lane.finished", "lane.finished: /evidence", "is an array", "expected an object"},
		{"an unknown member of a nested object", `{"evidence":{"writs":"confirmed"}}`, "lane.finished",
			"lane.finished: /evidence/writs", "is no member of this payload", "did you mean writes?"},
		{"a cut text without its tail", `{"role":"user","text":{"cut":{"bytes":1,"head":""}}}`, "message.recorded",
			"message.recorded: /text/cut/tail", "is missing", "expected a string"},
		{"a text that is neither whole nor cut", `{"role":"user","text":{}}`, "message.recorded",
			"message.recorded: /text/cut", "is missing", "expected an object"},
		{"a text that is a number", `{"role":"user","text":1}`, "message.recorded",
			"message.recorded: /text", "is a number", `expected a string or {"cut": {…}}`},
		{"an empty value where a reason is due", `{"agent":"codex","purpose":"","title":"a","workspace":"/w"}`, "session.created",
			"session.created: /purpose", `has the value ""`, "expected a string that is not empty"},
		{"a reason that is not listed", `{"agent":"codex","purpose":{"unknown":"dunno"},"title":"a","workspace":"/w"}`, "session.created",
			"session.created: /purpose/unknown", `has the value "dunno"`, "expected one of not_recorded"},
		{"a day that does not exist", `{"expired_at":"2026-02-29T00:00:00Z"}`, "approval.expired",
			"approval.expired: /expired_at", `has the value "2026-02-29T00:00:00Z"`, "expected an RFC 3339 time with a zone"},
		{"a time without a zone", `{"expired_at":"2026-02-28T00:00:00"}`, "approval.expired",
			"approval.expired: /expired_at", `has the value`, "expected an RFC 3339 time with a zone"},
		{"an id in lower case", `{"event":"01arz3ndektsv4rrffq69g5fav","reason":"seen"}`, "lane.settled",
			"lane.settled: /event", `has the value`, "expected a ULID"},
		{"an id beyond 128 bits", `{"event":"81ARZ3NDEKTSV4RRFFQ69G5FAV","reason":"seen"}`, "lane.settled",
			"lane.settled: /event", `has the value`, "expected a ULID"},
		{"a stream of no family", `{"relation":"related","to":"pin-01ARZ3NDEKTSV4RRFFQ69G5FAV"}`, "pinpoint.linked",
			"pinpoint.linked: /to", `has the value`, "expected a stream"},
		{"a digest that is too short", `{"digest":"0123","text":""}`, "policy.adopted",
			"policy.adopted: /digest", `has the value "0123"`, "expected 64 lower-case hex digits"},
		{"a member twice", `{"result":"a","result":"b"}`, "lane.finished", "lane.finished: /result", "is there twice", "each member once"},
		{"a document that is no object", `[]`, "lane.finished", "lane.finished", "is an array", "expected an object"},
		{"a document that is null", `null`, "lane.finished", "lane.finished", "is null", "expected an object"},
		{"two documents", `{} {}`, "lane.finished", "lane.finished", "is more than one JSON value", "one JSON object"},
		{"an empty document", ``, "lane.finished", "lane.finished", "is not valid JSON", "one JSON object"},
		{"a torn document", `{"result":"a`, "lane.finished", "lane.finished: /result", "is not valid JSON", "one JSON object"},
		{"a torn object", `{"result":"a"`, "lane.finished", "lane.finished: /result", "is not valid JSON", "one JSON object"},
		{"a name without quotes", `{result:"a"}`, "lane.finished", "lane.finished", "is not valid JSON", "one JSON object"},
		{"bytes that are no UTF-8", "{\"result\":\"\xff\"}", "lane.finished", "lane.finished: /result", "is not valid JSON", "UTF-8"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := typed(t, eventlog.CheckData(row.kind, 1, []byte(row.data)))
			if got.Kind != domain.ErrParse || got.Operation != "check payload" || got.Target != row.target {
				t.Errorf("kind %q operation %q target %q, want parse, check payload, %q", got.Kind, got.Operation, got.Target, row.target)
			}
			if !strings.HasPrefix(got.Message, row.message) || !strings.Contains(got.Hint, row.hint) {
				t.Errorf("message %q hint %q, want %q %q", got.Message, got.Hint, row.message, row.hint)
			}
		})
	}
}

func TestCheckDataRefusesKindsAndVersionsThatItDoesNotKnow(t *testing.T) {
	for _, row := range []struct {
		name    string
		kind    domain.Kind
		version int
		want    domain.Error
	}{
		{"a kind with a typing slip", "lane.finishd", 1, domain.Error{Kind: domain.ErrUsage, Operation: "check payload",
			Target: `"lane.finishd"`, Message: "no such kind of event", Hint: "did you mean lane.finished?"}},
		{"a version of later days", "lane.finished", 2, domain.Error{Kind: domain.ErrUsage, Operation: "check payload",
			Target: "lane.finished", Message: "payload version 2 is newer than this claw, which knows 1",
			Hint: "update claw, then append again", Detail: map[string]any{"version": 2, "known": 1}}},
		{"no version", "lane.finished", 0, domain.Error{Kind: domain.ErrUsage, Operation: "check payload",
			Target: "lane.finished", Message: "no payload version 0, this claw writes version 1",
			Hint: "payload schemas count from 1", Detail: map[string]any{"version": 0, "known": 1}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := typed(t, eventlog.CheckData(row.kind, row.version, []byte(`{}`)))
			if diff := cmp.Diff(asMap(t, &row.want), asMap(t, got)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
	far := typed(t, eventlog.CheckData("weather.rained", 1, []byte(`{}`)))
	if far.Kind != domain.ErrUsage || !strings.HasPrefix(far.Hint, "kinds: lane.started ") {
		t.Errorf("a kind far from all: %q, hint %q", far.Kind, far.Hint)
	}
}

// TestEveryPayloadTypeHasAShape fails when a payload holds a Go type that the check cannot compile.
func TestEveryPayloadTypeHasAShape(t *testing.T) {
	for _, info := range domain.Kinds() {
		err := eventlog.CheckData(info.Kind, info.Version, []byte(`{"no such member":1}`))
		if e := typed(t, err); e.Message != "is no member of this payload" {
			t.Errorf("%s: %v", info.Kind, err)
		}
	}
}

// FuzzCheckData: what is accepted is read by the payload struct; nothing panics.
func FuzzCheckData(f *testing.F) {
	kinds := domain.Kinds()
	for i, seed := range []string{`{}`, `{"failure_class":"test"}`, `{"role":"user","text":{"cut":{"bytes":1,"head":"","tail":""}}}`,
		`{"expired_at":{"unknown":"no_zone"}}`, `{"expired_at":"2026-02-28T00:00:00.5+01:00"}`, `{"event":` + someULID + `,"reason":"\u0000"}`,
		`{"digest":` + someDigest + `,"text":""}`, `{"name":"x","input":{"a":1,"a":2}}`, `{"duration_ms":-0}`, "{\"a\":\"\xff\"}"} {
		f.Add(i, []byte(seed))
	}
	for i, info := range kinds { // each with all its members that are always there
		data, err := json.Marshal(info.New())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, data)
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		if i < 0 {
			i = -(i + 1)
		}
		info := kinds[i%len(kinds)]
		if err := eventlog.CheckData(info.Kind, info.Version, data); err != nil {
			typed(t, err)
			return
		}
		canonical, err := jcs.Canonical(data)
		if err != nil {
			return // refused before the check, such as duplicate names in foreign JSON
		}
		if err := eventlog.CheckData(info.Kind, info.Version, canonical); err != nil {
			t.Errorf("%s: %s is accepted and its canonical form is not: %v", info.Kind, data, err)
		}
		if err := json.Unmarshal(canonical, info.New(), json.RejectUnknownMembers(true)); err != nil {
			t.Errorf("%s: %s is accepted and cannot be read: %v", info.Kind, canonical, err)
		}
	})
}

func BenchmarkCheckData512(b *testing.B) {
	data := []byte(`{"duration_ms":1234,"exit_code":0,"name":"Bash","output":"` + strings.Repeat("ok  \\tgithub.com/clawable/claw ", 11) +
		`","paths":["a/b.go","c/d.go"],"stderr":"warning: something","truncated":false}`)
	b.Logf("%d bytes", len(data))
	b.ReportAllocs()
	for b.Loop() {
		if err := eventlog.CheckData("tool.completed", 1, data); err != nil {
			b.Fatal(err)
		}
	}
}

func typed(t *testing.T, err error) *domain.Error {
	t.Helper()
	var e *domain.Error
	if !errors.As(err, &e) {
		t.Fatalf("not a *domain.Error: %v", err)
	}
	return e
}

func asMap(t *testing.T, e *domain.Error) (m map[string]any) {
	t.Helper()
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
