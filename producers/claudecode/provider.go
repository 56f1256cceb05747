package claudecode

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// answerFailed writes the failure that stands in for an answer and ends the turn.
func (s *scribe) answerFailed() {
	code := loose.Text(s.e.Error)
	words := s.e.Message.V.Content.first()
	class := classify(int(s.e.APIErrorStatus), code, words)
	s.say(firstOf(producers.ID(s.e.RequestID), s.item), domain.ProviderFailed{Class: class, Status: int(s.e.APIErrorStatus),
		Code: producers.Short(code), Request: producers.ID(s.e.RequestID)})
	if s.part == "" {
		s.end(domain.TurnFailed{Class: class, Message: producers.Text(words)})
	}
}

// retry writes a failure after which the program asks again.
func (s *scribe) retry() {
	said, _ := loose.Read[struct {
		Status  loose.Whole `json:"status"`
		Request loose.Word  `json:"requestID"`
		Message loose.Word  `json:"message"`
		Error   loose.Object[struct {
			Error loose.Object[struct {
				Type    loose.Word `json:"type"`
				Message loose.Word `json:"message"`
			}] `json:"error"`
		}] `json:"error"`
	}](s.e.Error)
	inner := said.Error.V.Error.V
	request := firstOf(producers.ID(said.Request), producers.ID(s.e.RequestID))
	s.say(firstOf(request, s.item), domain.ProviderFailed{
		Class:  classify(int(said.Status), string(inner.Type), string(said.Message+" "+inner.Message)),
		Status: int(said.Status), Code: producers.Short(inner.Type), Request: request,
		WillRetry: true, Retry: int(s.e.RetryAttempt), MaxRetries: int(s.e.MaxRetries), RetryWaitMS: int64(s.e.RetryInMS),
	})
	if words := firstOf(string(inner.Message), string(said.Message)); words != "" {
		s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "api_error", Text: producers.Text(words)})
	}
}

// classify puts a failure of the provider into the closed list: by HTTP status,
// else by the provider's word for it, else by the program's sentence.
func classify(status int, code, words string) domain.ProviderClass {
	switch {
	case contains(words, "prompt is too long", "context window", "context limit"):
		return domain.ProviderContext
	case status == 401, status == 403:
		return domain.ProviderAuth
	case status == 429:
		return domain.ProviderRateLimit
	case status >= 500:
		return domain.ProviderInternal
	}
	for _, row := range []struct {
		class domain.ProviderClass
		marks []string
	}{
		{domain.ProviderRateLimit, []string{"rate_limit", "usage limit", "hit your limit", "error: 429"}},
		{domain.ProviderAuth, []string{"authentication", "permission_error", "oauth", "api key", "billing", "credit balance", "error: 401", "error: 403"}},
		{domain.ProviderInternal, []string{"overloaded", "server_error", "api_error", "internal server", "error: 5"}},
		{domain.ProviderTransport, []string{"connection", "timed out", "timeout", "socket", "network", "fetch failed", "econn"}},
		{domain.ProviderError, []string{"invalid_request", "max_output_tokens", "not_found", "error: 4"}},
	} {
		if contains(code, row.marks...) || contains(words, row.marks...) {
			return row.class
		}
	}
	if status >= 400 {
		return domain.ProviderError
	}
	return domain.ProviderOther
}

func contains(text string, marks ...string) bool {
	text = strings.ToLower(text)
	for _, m := range marks {
		if strings.Contains(text, m) {
			return true
		}
	}
	return false
}
