package app

import (
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// Standing is the authority of the user or agent that runs this process, as the process was observed.
// No flag sets it.
type Standing struct {
	Standing record.Standing `json:"standing"`
	Trust    domain.Trust    `json:"trust"`
	Signer   domain.Actor    `json:"signer,omitzero"` // the person who signed
	Agent    string          `json:"agent,omitzero"`  // inside whose session the process runs
	Shown    string          `json:"shown_by,omitzero"`
	// Above reports that the processes above this one could not be read: whether an agent is among them
	// is unknown.
	Above bool `json:"processes_above_unknown,omitzero"`
}

// OperatorStanding observes on what the authority of whoever runs this process rests. An agent among
// the processes above outweighs the terminal, which agents share with the user.
func OperatorStanding(a *App) Standing {
	if a.Token != "" {
		return Standing{Standing: record.StandingToken, Trust: record.StandingToken.Trust(), Shown: "the token " + a.Token}
	}
	agent, shown, known := a.agentSession()
	s := Standing{Standing: record.StandingAgent, Agent: agent, Shown: shown, Above: !known}
	if agent == "" {
		s.Standing = record.StandingUnattended
		if job := a.jobOf(); job != "" {
			s.Shown = "the variable " + job
		} else if _, err := a.Terminal("decide"); err == nil {
			s.Standing = record.StandingTerminal
		}
	}
	s.Trust = s.Standing.Trust()
	return s
}

// Text is the standing for people.
func (s Standing) Text() string {
	text := "trust " + string(s.Trust) + ": "
	switch s.Standing {
	case record.StandingSigned:
		return text + "signed by " + string(s.Signer)
	case record.StandingTerminal:
		text += "typed at a terminal"
	case record.StandingUnattended:
		if s.Shown != "" {
			return text + "in a CI job, as " + s.Shown + " shows, and not signed"
		}
		text += "no terminal, and not signed"
	case record.StandingToken:
		return text + "of a program that showed " + s.Shown
	case record.StandingAgent:
		return text + "inside a session of " + s.Agent + ", as " + s.Shown + " shows"
	}
	if s.Above {
		text += "; whether an agent runs above it cannot be told here"
	}
	return text
}
