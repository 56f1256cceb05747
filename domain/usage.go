package domain

import "github.com/clawable/claw/domain/money"

// UsageRecorded is what one response cost, in tokens. Several records of one
// response share subject.item; the greatest counts.
type UsageRecorded struct {
	sessionFact
	Model         string `json:"model,omitzero"`
	Input         int64  `json:"input_tokens"`          // not read from a cache
	CacheRead     int64  `json:"cache_read_tokens"`     // beside Input
	CacheCreation int64  `json:"cache_creation_tokens"` // beside Input
	// CacheCreation1h is what of CacheCreation the provider keeps for an hour; the rest has its usual time.
	CacheCreation1h  int64  `json:"cache_creation_1h_tokens,omitzero"`
	Output           int64  `json:"output_tokens"`    // with reasoning
	Reasoning        int64  `json:"reasoning_tokens"` // within Output
	ServiceTier      string `json:"service_tier,omitzero"`
	WebSearches      int64  `json:"web_search_requests,omitzero"`
	ContextWindow    int64  `json:"context_window,omitzero"`
	CumulativeInput  int64  `json:"cumulative_input_tokens,omitzero"` // of the session, as the source counts
	CumulativeOutput int64  `json:"cumulative_output_tokens,omitzero"`
	// Together reports that the tokens are those of several responses, of which the item is
	// the last. A record of that response alone counts instead.
	Together bool `json:"together,omitzero"`
	// StatedCost is the cost of the response by its source; agents write 0 where they have no price.
	StatedCost money.NanoUSD `json:"stated_cost_nano_usd,omitzero"`
}

// ProviderClass is the closed list of why a model provider's answer failed.
type ProviderClass string

// The provider classes.
const (
	ProviderAuth      ProviderClass = "provider_auth"
	ProviderInternal  ProviderClass = "provider_internal"
	ProviderExhausted ProviderClass = "provider_retry_exhausted"
	ProviderRateLimit ProviderClass = "provider_rate_limit"
	ProviderTransport ProviderClass = "provider_transport"
	ProviderError     ProviderClass = "provider_error"
	ProviderContext   ProviderClass = "context_window"
	ProviderRuntimeIO ProviderClass = "runtime_io"
	ProviderOther     ProviderClass = "unknown"
)

// ProviderFailed reports that a call to the model provider failed; its words are in a message.
type ProviderFailed struct {
	sessionFact
	Class       ProviderClass `json:"class"`
	Status      int           `json:"status,omitzero"` // HTTP
	Code        string        `json:"code,omitzero"`   // in the provider's words
	Request     string        `json:"request,omitzero"`
	WillRetry   bool          `json:"will_retry,omitzero"`
	Retry       int           `json:"retry,omitzero"` // which one, from 1
	MaxRetries  int           `json:"max_retries,omitzero"`
	RetryWaitMS int64         `json:"retry_wait_ms,omitzero"`
}
