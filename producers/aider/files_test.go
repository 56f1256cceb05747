package aider_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/aider"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const fixtures = "../../fixtures/aider"

func history(t testing.TB) []byte {
	t.Helper()
	return readertest.Files(t, fixtures+"/*.md")["history.md"]
}

func TestGolden(t *testing.T) { readertest.Golden(t, aider.New(), fixtures, *update) }

// TestTheFixtureGivesWhatACountByHandFinds: the expectation was counted in the file by
// eye, since nothing but the marks says what is in it.
func TestTheFixtureGivesWhatACountByHandFinds(t *testing.T) {
	want := readertest.Counts{"session.created": 2, "session.cleared": 1, "session.ended": 1,
		"turn open": 3, "turn interrupted": 1, "call completed": 2,
		"message user": 9, "message assistant": 3, "responses": 2,
		"tokens in": 13_000 + 730, "tokens cached": 2_100, "tokens out": 564 + 895}
	content := history(t)
	if diff := cmp.Diff(want, readertest.Count(t, aider.New(), content)); diff != "" {
		t.Errorf("-by hand +reader:\n%s", diff)
	}
	readertest.Again(t, aider.New(), content)
	readertest.Cuts(t, aider.New(), content, 400)
	readertest.Slowly(t, aider.New(), content)
	readertest.Doubled(t, aider.New(), content)
}

// TestWhatTheProviderRefusedIsTold: the expectation was read from the file by eye. The request
// that the file ends with is not reported: nothing shows yet whether it is made again.
func TestWhatTheProviderRefusedIsTold(t *testing.T) {
	content := readertest.Files(t, fixtures+"/*.md")["errors.md"]
	var got []domain.ProviderFailed
	for _, r := range readertest.Read(t, aider.New(), content) {
		for _, d := range r.Drafts {
			if d.Kind == "provider.failed" {
				got = append(got, readertest.Payload[domain.ProviderFailed](t, &d))
			}
		}
	}
	want := []domain.ProviderFailed{
		{Class: domain.ProviderRateLimit, Status: 429, Code: "RateLimitError", WillRetry: true, Retry: 1, RetryWaitMS: 200},
		{Class: domain.ProviderRateLimit, Status: 429, Code: "RateLimitError", WillRetry: true, Retry: 2, RetryWaitMS: 500},
		{Class: domain.ProviderInternal, Code: "InternalServerError", WillRetry: true, Retry: 1, RetryWaitMS: 200},
		{Class: domain.ProviderInternal, Status: 503, Code: "ServiceUnavailableError"},
		{Class: domain.ProviderTransport, Code: "APIError", WillRetry: true, Retry: 1, RetryWaitMS: 200},
		{Class: domain.ProviderTransport, WillRetry: true, Retry: 2, RetryWaitMS: 500},
		{Class: domain.ProviderAuth, Status: 401, Code: "AuthenticationError"},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(domain.ProviderFailed{})); diff != "" {
		t.Errorf("-by eye +reader:\n%s", diff)
	}
	readertest.Again(t, aider.New(), content)
	readertest.Cuts(t, aider.New(), content, 400)
	readertest.Slowly(t, aider.New(), content)
	readertest.Doubled(t, aider.New(), content)
}

// TestEveryLineIsOfAMessageOrSaysWhyNot joins the messages again: no line of a prompt or
// an answer is lost.
func TestEveryLineIsOfAMessageOrSaysWhyNot(t *testing.T) {
	records := readertest.Read(t, aider.New(), history(t))
	lines := strings.Split(string(history(t)), "\n")
	var said strings.Builder
	for _, r := range records {
		for _, d := range r.Drafts {
			if d.Kind == "message.recorded" {
				said.Write(d.Data)
			}
		}
	}
	for i, r := range records {
		text := strings.TrimSpace(strings.TrimPrefix(lines[i], "#### "))
		if strings.HasPrefix(r.Skipped, "part of") && i < len(records)-1 && !strings.Contains(said.String(), quoted(text)) {
			t.Errorf("line %d, %q, is in no message", i+1, text)
		}
	}
}

// quoted is a text as a payload contains it.
func quoted(text string) string {
	data := string(producers.Encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(text)}))
	return strings.TrimSuffix(strings.TrimPrefix(data, `{"role":"user","text":"`), `"}`)
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a history", "\n# aider chat started at 2026-02-03 10:11:12\n", true},
		{"a history without the blank line", "# aider chat started at 2026-02-03 10:11:12\n\n> x  \n", true},
		{"notes that quote one", "# Notes\n\n# aider chat started at 2026-02-03 10:11:12\n", false},
		{"no time", "# aider chat started at noon\n", false},
		{"a transcript", `{"type":"user","text":"# aider chat started at 2026-02-03 10:11:12"}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(aider.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	f.Add(history(f))
	f.Add([]byte("# aider chat started at 2026-02-03 10:11:12\n> Tokens: 1e9k sent, 1M received.  \n> Commit abcdefg x  \n"))
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, aider.New(), content) })
}
