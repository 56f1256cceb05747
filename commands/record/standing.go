package record

import "github.com/clawable/claw/domain"

// Standing is on what the word of an operator rests. Nobody states it: the front door observes it.
type Standing string

// The standings, from the best.
const (
	StandingSigned     Standing = "signed"     // a signer that the log trusts signed this decision
	StandingTerminal   Standing = "terminal"   // the process has a controlling terminal
	StandingUnattended Standing = "unattended" // it has none, or runs in a job of a CI system, and nothing shows an agent
	StandingAgent      Standing = "agent"      // the process runs inside an agent's session
	StandingToken      Standing = "token"      // a program showed a token to the server of the log
)

// Enum lists the values.
func (Standing) Enum() []string {
	return []string{string(StandingSigned), string(StandingTerminal), string(StandingUnattended), string(StandingAgent), string(StandingToken)}
}

// Trust is how much a decision of the standing is trusted.
func (s Standing) Trust() domain.Trust {
	switch s {
	case StandingSigned:
		return domain.TrustHigh
	case StandingTerminal:
		return domain.TrustMedium
	case StandingUnattended, StandingAgent, StandingToken:
	}
	return domain.TrustLow
}

// As is the operator with a standing: it is the channel of each decision, and sets the trust.
func (o *Operator) As(s Standing) *Operator {
	other := *o
	other.source.Channel, other.source.Trust = channelOf(s), s.Trust()
	return &other
}

func channelOf(s Standing) string { return "operator:" + string(s) }

// Reporting returns an operator in the role of a reporter: every user of the program may report,
// including an agent, and the holder of a token that was given the class of reports. What it reports has
// medium trust. The channel of a token stays.
func Reporting(o *Operator) *Operator {
	other := *o
	other.source.Trust = domain.TrustMedium
	if o.source.Channel != channelOf(StandingToken) {
		other.source.Channel = "operator:report"
	}
	return &other
}

// Scoped is the operator whose decisions state a scope.
func (o *Operator) Scoped(scope domain.Scope) *Operator {
	other := *o
	other.scope = scope
	return &other
}
