package codex

import (
	"strconv"

	"github.com/clawable/claw/domain"
)

// tokens are a count as Codex keeps it: input holds the cached ones, output the reasoning.
type tokens struct{ input, cached, written, output, reasoning, total int64 }

func tokensOf(o object) tokens {
	return tokens{o.count("input_tokens"), o.count("cached_input_tokens"), o.count("cache_write_input_tokens"),
		o.count("output_tokens"), o.count("reasoning_output_tokens"), o.count("total_tokens")}
}

func (t tokens) minus(o tokens) tokens {
	return tokens{t.input - o.input, t.cached - o.cached, t.written - o.written, t.output - o.output,
		t.reasoning - o.reasoning, t.total - o.total}
}

// id returns the running total as a name: two records with the same total are about the
// same response.
func (t tokens) id() string {
	id := ""
	for _, n := range []int64{t.input, t.cached, t.output, t.reasoning, t.total} {
		id += "." + strconv.FormatInt(n, 10)
	}
	return id[1:]
}

// usage is the running total of a session, and the cost of the responses that the totals
// so far include.
type usage struct {
	any     bool
	running tokens
	told    map[string]cost // by the total after the response
}

type cost struct {
	tokens
	model string
}

// bySpent is the sign that a response is complete: its usage.
const bySpent = "token_count"

// readTokenCount reads the running total after a response; it is repeated often.
func readTokenCount(e *entry, p object) {
	info := p.object("info")
	if info == nil {
		e.skip("no usage")
		return
	}
	e.spent(tokensOf(info.object("total_token_usage")), tokensOf(info.object("last_token_usage")), p, info.count("model_context_window"))
	e.turns.shown.complete = true
	e.answered(bySpent)
}

// readUsage reads the cost of one response; the token_count after it states the same.
func readUsage(e *entry, p object) {
	e.spent(tokensOf(p.object("thread_token_usage")), tokensOf(p.object("usage")), p, 0)
}

// spent records the cost of a response: the growth of the total, because a response that
// was broken off is in the next total only. A total that begins anew, and the first, cost
// what the record gives for its last response.
func (e *entry) spent(total, last tokens, p object, window int64) {
	u := &e.usage
	if total == (tokens{}) {
		total = last
	}
	c, again := u.told[total.id()]
	switch {
	case again:
	case u.any && total.input >= u.running.input && total.output >= u.running.output:
		c = cost{total.minus(u.running), e.model}
	default:
		c = cost{last, e.model}
	}
	u.any, u.running, u.told[total.id()] = true, total, c
	item := itemID(e.lineage + "/usage/" + total.id())
	e.add("usage", item, domain.UsageRecorded{
		Model:            c.model,
		Input:            max(c.input-c.cached-c.written, 0),
		CacheRead:        max(c.cached, 0),
		CacheCreation:    max(c.written, 0),
		Output:           max(c.output, 0),
		Reasoning:        max(c.reasoning, 0),
		ServiceTier:      label(p.text("service_tier")),
		ContextWindow:    window,
		CumulativeInput:  total.input,
		CumulativeOutput: total.output,
	})
}
