package eventlog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/logtest"
)

func TestAnEnvelopeBesideItsDataIsReadAsTheEvent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draft := logtest.Drafts().Draw(rt, "draft")
		want, err := eventlog.Prepare(&draft, nil)
		if err != nil {
			rt.Skip("no log takes the draft")
		}
		text, err := eventlog.FormatMetadata(&want)
		if err != nil {
			rt.Fatal(err)
		}
		got, err := eventlog.ParseMetadata(text, want.Data)
		if err != nil || eventlog.CheckDigest(&got) != nil {
			rt.Fatalf("%s: %v, %v", text, err, eventlog.CheckDigest(&got))
		}
		if diff := cmp.Diff(want, got, exact); diff != "" || seal.Core(&want) != seal.Core(&got) {
			rt.Fatalf("%s\n-want +got:\n%s", text, diff)
		}
	})
}

func TestMetadataThatAreNoneAreParseErrors(t *testing.T) {
	for says, text := range map[string]string{
		"nothing":                ``,
		"no object":              `[]`,
		"data":                   `{"data":{}}`,
		"an unknown member":      `{"colour":"blue"}`,
		"a time that is none":    `{"recorded_at":"today"}`,
		"an id that is none":     `{"id":"x"}`,
		"a stream of nobody":     `{"stream":"orders-1"}`,
		"a text behind the line": `{} {}`,
	} {
		if e, err := eventlog.ParseMetadata([]byte(text), []byte(`{}`)); domain.KindOf(err) == "" {
			t.Errorf("%s: read as %+v, %v", says, e, err)
		}
	}
}

func TestDataOfAnotherDigestAreFound(t *testing.T) {
	draft, err := eventlog.ParseDraft([]byte(draftLine))
	if err != nil {
		t.Fatal(err)
	}
	e, err := eventlog.Prepare(&draft, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := eventlog.CheckDigest(&e); err != nil {
		t.Errorf("its own data: %v", err)
	}
	other := e
	other.Data = []byte(`{"a":1}`)
	if eventlog.CheckDigest(&other) == nil {
		t.Error("other data pass")
	}
	unsalted := e
	unsalted.Salt = nil
	if eventlog.CheckDigest(&unsalted) == nil {
		t.Error("data without a salt pass")
	}
	unsalted.Erased = true
	if err := eventlog.CheckDigest(&unsalted); err != nil {
		t.Errorf("an erased event: %v", err)
	}
}
