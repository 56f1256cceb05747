package timeline

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
)

// identity reports the life of a session. Events about its title and its settings add no entry.
func (n *narrator) identity(e *domain.Event) error {
	says := ""
	switch e.Kind {
	case domain.KindSessionCreated:
		var p domain.SessionCreated
		if err := read(e, &p); err != nil {
			return err
		}
		if n.isTold("created", string(e.Session())) {
			return nil
		}
		says = createdText(&p)
	case domain.KindSessionResumed:
		says = "resumed"
	case domain.KindSessionForked:
		says = "forked from another session"
	case domain.KindSessionCleared:
		says = "the context was emptied"
	case domain.KindSessionCompacted:
		says = "the context was compacted" + detail(e.Data, "trigger", "tokens_before", "tokens_after")
	case domain.KindSessionEnded:
		says = "ended" + detail(e.Data, "status", "reason")
	default:
		return nil
	}
	if isCopy(n, e) {
		return nil
	}
	n.add(n.entry(e, Session, says))
	return nil
}

func createdText(p *domain.SessionCreated) string {
	says := strings.TrimSpace(p.Agent + " " + p.AgentVersion)
	if p.AgentType != "" {
		says = "subagent " + p.AgentType + " of " + says
	}
	for _, part := range [][2]string{{" with ", p.Model}, {" in ", string(p.Workspace.Value)}, {" on ", string(p.Branch)}} {
		if part[1] != "" {
			says += part[0] + part[1]
		}
	}
	return says
}

// provider reports a call to the model that failed.
func (n *narrator) provider(e *domain.Event) error {
	var p domain.ProviderFailed
	if err := read(e, &p); err != nil {
		return err
	}
	says := string(p.Class) + detail(e.Data, "status", "code", "retry")
	if p.WillRetry {
		says += ", tried again"
	}
	x := n.entry(e, Provider, says)
	x.Failed = true
	n.add(x)
	return nil
}

// approval reports what was requested from an approver, and the result.
func (n *narrator) approval(e *domain.Event) error {
	_, did, _ := strings.Cut(string(e.Kind), ".")
	says := strings.ReplaceAll(did, "_", " ")
	if e.Kind == domain.KindApprovalRequested {
		var p domain.ApprovalRequested
		if err := read(e, &p); err != nil {
			return err
		}
		says += ": " + actionText(&p.Action, p.Class)
	}
	says += detail(e.Data, "approver", "actor", "refusal", "rule")
	x := n.entry(e, Approval, says+" ("+e.Stream.String()+")")
	x.Failed = e.Kind == domain.KindApprovalDenied || e.Kind == domain.KindApprovalUseRefused || e.Kind == domain.KindApprovalGrantRefused
	x.Words = reasonOf(e)
	n.add(x)
	return nil
}

func actionText(a *domain.Action, class domain.ActionClass) string {
	switch {
	case len(a.Argv) > 0:
		return calls.CommandText(a.Argv)
	case a.Head != "":
		return string(class) + " of " + a.Head.Short()
	}
	return string(class)
}

// decision reports what was recorded about the lane.
func (n *narrator) decision(e *domain.Event) {
	says := strings.ReplaceAll(strings.ReplaceAll(string(e.Kind), ".", " "), "_", " ")
	says += detail(e.Data, "failure_class", "subphase", "result", "event", "session", "branch", "commit", "into", "by", "commits_behind", "host")
	x := n.entry(e, Decision, says)
	x.Failed = e.Kind == domain.KindLaneFailed || e.Kind == domain.KindLaneRed
	x.Words = reasonOf(e)
	n.add(x)
}

// reasonOf are the words of a decision, nil for none.
func reasonOf(e *domain.Event) *Words {
	var p struct {
		Reason  jsontext.Value `json:"reason"`
		Message jsontext.Value `json:"message"`
		Detail  jsontext.Value `json:"detail"`
	}
	if read(e, &p) != nil {
		return nil
	}
	for _, raw := range []jsontext.Value{p.Reason, p.Message, p.Detail} {
		var text domain.Text
		if len(raw) > 0 && json.Unmarshal(raw, &text) == nil && !text.IsZero() {
			return wordsOf(text, false)
		}
	}
	return nil
}

// detail lists those of some members of a payload that are texts or numbers: ": auto, 1200".
func detail(data []byte, names ...string) string {
	var members map[string]jsontext.Value
	if json.Unmarshal(data, &members) != nil {
		return ""
	}
	var parts []string
	for _, name := range names {
		var text string
		switch raw := members[name]; raw.Kind() {
		case '"':
			if json.Unmarshal(raw, &text) == nil && text != "" {
				parts = append(parts, text)
			}
		case '0':
			parts = append(parts, strings.ReplaceAll(name, "_", " ")+" "+string(raw))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func isFailure(s sessions.TurnStatus) bool { return s == sessions.TurnFailed }

// turnText describes how a turn ended.
func turnText(row *query.TurnRow) string { return strings.ReplaceAll(string(row.Status), "_", " ") }

// shipText describes how work reached a ref.
func shipText(s *projections.Shipped) string {
	says := "reached " + strings.TrimSpace(string(s.Repo)+" "+string(s.Ref))
	if s.Method != "" {
		says += ", " + string(s.Method)
	}
	if s.PRNumber > 0 {
		says += ", #" + strconv.Itoa(s.PRNumber)
	}
	if s.Riders > 0 {
		says += ", with " + strconv.Itoa(s.Riders) + " commits of others"
	}
	return says + " by " + s.Ship.String()
}
