package readertest

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// Counts is how much of what a recording holds, such as "call completed" or "tokens out".
type Counts map[string]int64

// Add counts n more of something; nothing is not counted.
func (c Counts) Add(what string, n int64) {
	if n != 0 {
		c[what] += n
	}
}

// Count counts what the reader's drafts of an input say, see [CountRecords].
func Count(t testing.TB, reader producers.Reader, content []byte) Counts {
	t.Helper()
	return CountRecords(t, Read(t, reader, content))
}

// CountRecords counts what drafts say: sessions, turns and calls by how they ended,
// messages by role, images, failures of providers, tokens.
func CountRecords(t testing.TB, records []producers.Record) Counts {
	t.Helper()
	c := Counts{}
	calls, turns := map[domain.ItemID]string{}, map[domain.TurnID]string{}
	for _, r := range records {
		for i := range r.Drafts {
			d := &r.Drafts[i]
			family, what, _ := strings.Cut(string(d.Kind), ".")
			switch family {
			case "tool":
				calls[d.Subject.Item.Value] = later(calls[d.Subject.Item.Value], what)
			case "turn":
				if d.Kind == domain.KindTurnAnswered {
					c.Add("answers", 1)
					continue
				}
				turns[d.Subject.Turn.Value] = later(turns[d.Subject.Turn.Value], what)
			default:
				c.draft(t, d)
			}
		}
	}
	for _, status := range calls {
		c.Add("call "+status, 1)
	}
	for _, status := range turns {
		c.Add("turn "+status, 1)
	}
	return c
}

// later is the status that counts after a second one is recorded.
func later(old, now string) string {
	if now == "requested" || now == "started" {
		if old != "" {
			return old
		}
		return "open"
	}
	return now
}

func (c Counts) draft(t testing.TB, d *domain.Draft) {
	switch d.Kind {
	case domain.KindMessageRecorded:
		m := Payload[domain.MessageRecorded](t, d)
		c.Add("message "+string(m.Role), 1)
		c.Add("images", int64(m.Images))
	case domain.KindUsageRecorded:
		u := Payload[domain.UsageRecorded](t, d)
		c.Add("responses", 1)
		c.Add("tokens in", u.Input+u.CacheRead+u.CacheCreation)
		c.Add("tokens out", u.Output)
		c.Add("tokens cached", u.CacheRead)
	case domain.KindSessionIdentityEnriched:
	default:
		c.Add(string(d.Kind), 1)
	}
}

// Payload decodes the data of a draft.
func Payload[T domain.Payload](t testing.TB, d *domain.Draft) (p T) {
	t.Helper()
	if err := json.Unmarshal(d.Data, &p); err != nil {
		t.Fatalf("%s %s: %v", d.Kind, d.ID, err)
	}
	return p
}
