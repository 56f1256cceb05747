package codex

import (
	"github.com/clawable/claw/domain"
)

// readProviderFailed reads that a request to the model failed, for good or to be tried again.
func readProviderFailed(e *entry, p object, kind string) {
	info := p.raw("codex_error_info")
	class, status := providerClass(info)
	none := domain.Maybe[domain.ItemID]{}
	e.add("failed", none, domain.ProviderFailed{Class: class, Status: status, Code: label(errorName(info)), WillRetry: kind == "stream_error"})
	if said := p.text("message"); said != "" {
		e.add("message", none, domain.MessageRecorded{Role: domain.RoleSystem, Text: text(said), Synthetic: true})
	}
}

// errorName is the name of an error: a string, or the only member of an object.
func errorName(raw []byte) string {
	if s := textOf(raw); s != "" {
		return s
	}
	if o := objectOf(raw); len(o) > 0 {
		return string(o[0].name)
	}
	return ""
}

func providerClass(raw []byte) (class domain.ProviderClass, status int) {
	name := errorName(raw)
	if code, known := objectOf(raw).object(name).number("http_status_code"); known && code > 0 && code < 1000 {
		status = int(code)
	}
	switch name {
	case "context_window_exceeded", "contextWindowExceeded":
		return domain.ProviderContext, status
	case "usage_limit_exceeded", "usageLimitExceeded", "session_budget_exceeded":
		return domain.ProviderRateLimit, status
	case "unauthorized":
		return domain.ProviderAuth, status
	case "internal_server_error", "internalServerError", "server_overloaded", "serverOverloaded":
		return domain.ProviderInternal, status
	case "http_connection_failed", "response_stream_connection_failed", "response_stream_disconnected",
		"httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected":
		return domain.ProviderTransport, status
	case "response_too_many_failed_attempts", "responseTooManyFailedAttempts":
		return domain.ProviderExhausted, status
	case "bad_request", "badRequest":
		return domain.ProviderError, status
	}
	return domain.ProviderOther, status
}
