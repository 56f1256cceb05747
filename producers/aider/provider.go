package aider

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/lazy"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/producers"
)

// failure is a request that the provider did not answer, until it is known whether aider
// makes it again.
type failure struct {
	key  string
	sure bool // its line alone states that the provider failed; else a line about the retry is needed
	says domain.ProviderFailed
}

// classes of the errors that aider names as LiteLLM does; "" is left to the words.
var classes = table.Table[string, domain.ProviderClass]{
	{"APIConnectionError", domain.ProviderTransport}, {"APIError", ""}, {"APIResponseValidationError", domain.ProviderError},
	{"AuthenticationError", domain.ProviderAuth}, {"AzureOpenAIError", ""}, {"BadGatewayError", domain.ProviderInternal},
	{"BadRequestError", domain.ProviderError}, {"BudgetExceededError", domain.ProviderAuth},
	{"ContentPolicyViolationError", domain.ProviderError}, {"ContextWindowExceededError", domain.ProviderContext},
	{"InternalServerError", domain.ProviderInternal}, {"InvalidRequestError", domain.ProviderError},
	{"JSONSchemaValidationError", domain.ProviderError}, {"NotFoundError", domain.ProviderError}, {"OpenAIError", ""},
	{"PermissionDeniedError", domain.ProviderAuth}, {"RateLimitError", domain.ProviderRateLimit},
	{"RouterRateLimitError", domain.ProviderRateLimit}, {"ServiceUnavailableError", domain.ProviderInternal},
	{"Timeout", domain.ProviderTransport}, {"UnprocessableEntityError", domain.ProviderError},
	{"UnsupportedParamsError", domain.ProviderError},
}

// failed reads a line that names an error of the provider, such as
// "litellm.RateLimitError: AnthropicException - …". Without LiteLLM's name before it, a
// command of the person's may have printed it.
func (h *history) failed(text string) bool {
	name, words, _ := strings.Cut(text, ":")
	name, sure := strings.CutPrefix(name, "litellm.")
	name = strings.TrimPrefix(name, "exceptions.")
	class, known := classes.Of(name)
	if !known {
		if f := h.session.failure; f != nil && f.says.Status == 0 { // an error may have several lines
			f.says.Status = statusOf(text)
		}
		return false
	}
	h.tellFailure()
	h.session.failure = h.failure(text, domain.ProviderFailed{Class: class, Status: statusOf(words), Code: name})
	h.session.failure.sure = sure
	return true
}

// failure returns what a text states about an error of the provider, added to what is
// known about it.
func (h *history) failure(text string, known domain.ProviderFailed) *failure {
	s := h.session
	switch {
	case known.Class != "":
	case strings.Contains(text, "[Errno "):
		known.Class = domain.ProviderTransport
	default:
		known.Class = producers.ClassOf(known.Status, "", text)
	}
	return &failure{key: s.seen.Key(s.own, []byte("provider\x00"+text)), says: known}
}

// status is the HTTP status that the words of an error state.
var status = lazy.Regexp{Expr: `(?i)(?:error code|status code|status_code|"code"|'code'|\berror)"?:? ?'?([45]\d\d)\b`}

func statusOf(words string) int {
	found := status.Get().FindStringSubmatch(words)
	if found == nil {
		return 0
	}
	code, _ := strconv.Atoi(found[1]) // three digits
	return code
}

// retried reads that aider makes the request again: "Retrying in 0.2 seconds...". An error
// that no line before names is known by the last of them.
func (h *history) retried(text string) bool {
	rest, begins := strings.CutPrefix(text, "Retrying in ")
	seconds, _, ends := strings.Cut(rest, " seconds")
	wait, err := strconv.ParseFloat(seconds, 64)
	if !begins || !ends || err != nil || !(wait >= 0 && wait < 1e6) {
		return false
	}
	s := h.session
	if s.failure == nil {
		s.failure = h.failure(s.said, domain.ProviderFailed{Status: statusOf(s.said)})
	}
	s.retries++
	f := s.failure
	f.sure, f.says.WillRetry, f.says.Retry, f.says.RetryWaitMS = true, true, s.retries, int64(wait*1000+0.5)
	h.tellFailure()
	return true
}

// tellFailure records a failed request, once it is known what aider does next.
func (h *history) tellFailure() {
	if h.session == nil || h.session.failure == nil {
		return
	}
	f := h.session.failure
	if h.session.failure = nil; f.sure {
		h.say(f.key, "", f.says)
	}
}
