package aider

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// told records what a line by aider itself states.
func (h *history) told(text string) (skipped string) {
	s := h.session
	switch {
	case h.retried(text):
		return ""
	case h.failed(text):
		return "error of the provider, told behind it"
	}
	if path, ok := strings.CutPrefix(text, "Applied edit to "); ok {
		h.called(text, "edit", domain.ToolResult{Paths: []domain.Path{domain.Path(producers.Short(path))}}, "")
		return ""
	}
	if rest, ok := strings.CutPrefix(text, "Commit "); ok {
		commit, title, _ := strings.Cut(rest, " ")
		if isCommit(commit) {
			h.called(text, "commit", domain.ToolResult{Output: producers.Text(title)}, domain.CommitID(commit))
			return ""
		}
	}
	if rest, ok := strings.CutPrefix(text, "Tokens: "); ok {
		if u, ok := cost(rest); ok {
			key := s.seen.Key(s.own, []byte(text))
			h.say(key, key, u)
			s.open = false
			return ""
		}
	}
	if version, ok := strings.CutPrefix(text, "Aider v"); ok {
		h.say(s.seen.Key(s.own, []byte(text)), "", domain.SessionIdentityEnriched{AgentVersion: producers.Short(version)})
		return ""
	}
	for _, begin := range []string{"Main model: ", "Model: "} {
		if rest, ok := strings.CutPrefix(text, begin); ok {
			model, _, _ := strings.Cut(rest, " with ")
			h.say(s.seen.Key(s.own, []byte(text)), "", domain.SessionIdentityEnriched{Model: producers.Short(model)})
			return ""
		}
	}
	if text == "^C again to exit" && s.open && s.turn != "" {
		s.open = false
		h.say(string(s.turn), "", domain.TurnInterrupted{Reason: text})
		return ""
	}
	return "line of aider's own"
}

// called records that aider did something on its own initiative, and that it
// succeeded.
func (h *history) called(text, name string, r domain.ToolResult, commit domain.CommitID) {
	s := h.session
	key := s.seen.Key(s.own, []byte(text))
	for _, p := range []domain.Payload{domain.ToolRequested{Name: name}, domain.ToolCompleted{ToolResult: r}} {
		d := h.say(key, key, p)
		d.Subject.Commit = domain.Maybe[domain.CommitID]{Value: commit}
	}
}

// isCommit reports whether a word is the name of a commit, which aider shortens.
func isCommit(word string) bool {
	return len(word) >= 7 && len(word) <= 64 && strings.Trim(word, "0123456789abcdef") == ""
}

// cost reads what an answer cost: "13k sent, 2.1k cache hit, 564 received. Cost: …".
// What was sent holds what a cache had of it.
func cost(text string) (u domain.UsageRecorded, ok bool) {
	counts, rest, _ := strings.Cut(text+" ", ". ")
	for _, count := range strings.Split(counts, ", ") {
		number, what, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(count), "."), " ")
		n, known := rounded(number)
		if !known {
			return u, false
		}
		switch what {
		case "sent":
			u.Input = n
		case "cache write":
			u.CacheCreation = n
		case "cache hit":
			u.CacheRead = n
		case "received":
			u.Output, ok = n, true
		}
	}
	if stated, ok := strings.CutPrefix(rest, "Cost: $"); ok {
		amount, _, _ := strings.Cut(stated, " ")
		u.StatedCost = producers.Dollars(strings.ReplaceAll(amount, ",", ""))
	}
	u.Input = max(u.Input-u.CacheRead-u.CacheCreation, 0)
	return u, ok
}

// rounded reads a count such as 13k, 2.1k or 564.
func rounded(number string) (n int64, known bool) {
	times := 1.0
	for suffix, by := range map[string]float64{"k": 1e3, "M": 1e6} {
		if rest, ok := strings.CutSuffix(number, suffix); ok {
			number, times = rest, by
		}
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if err != nil || !(f >= 0 && f < 1e9) {
		return 0, false
	}
	return int64(f*times + 0.5), true
}
