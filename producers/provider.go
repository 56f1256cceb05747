package producers

import (
	"strings"

	"github.com/clawable/claw/domain"
)

// ClassOf puts a failure of the provider into the closed list: by HTTP status,
// else by the provider's word for it, else by the program's sentence.
func ClassOf(status int, code, words string) domain.ProviderClass {
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
