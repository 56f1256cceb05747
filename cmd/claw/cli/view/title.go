package view

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/sessions"
)

// What is the name of a conversation for people: the first real words of a person, else the title
// that the agent recorded, else its folder, else a generic name. The prompt of a subagent was
// written by an agent, and names it where it has no title.
func What(title domain.Maybe[domain.ShortLabel], opening string, workspace domain.Maybe[domain.Path], subagent bool) string {
	named := string(title.Value)
	switch {
	case subagent || strings.HasSuffix(named, titleOfSubagent):
		return app.FirstOf(named, opening, shortPath(workspace.Value))
	case sessions.IsBare(opening):
		return app.FirstOf(named, shortPath(workspace.Value), opening)
	}
	return opening
}

// titleOfSubagent ends the titles that OpenCode gives the sessions of its subagents: "(@build
// subagent)". Such a session may be recorded without its parent.
const titleOfSubagent = " subagent)"
