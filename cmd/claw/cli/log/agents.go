package logcmd

import (
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/aider"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/clawcode"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/codexexec"
	"github.com/clawable/claw/producers/codexserver"
	"github.com/clawable/claw/producers/codextui"
	"github.com/clawable/claw/producers/copilot"
	"github.com/clawable/claw/producers/entire"
	"github.com/clawable/claw/producers/gemini"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/producers/omx"
	"github.com/clawable/claw/producers/opencode"
	"github.com/clawable/claw/producers/openhands"
	"github.com/clawable/claw/producers/sweagent"
)

// Agents is the table of agents whose recordings claw imports; to support another agent, add a row.
// The content of a file is shown to each reader in this order.
func Agents() []producers.Agent {
	return []producers.Agent{
		claudecode.Agent(),
		claudecode.StreamAgent(),
		codex.Agent(),
		codexexec.Agent(),
		codextui.Agent(),
		codexserver.Agent(),
		copilot.Agent(),
		opencode.Agent(),
		opencode.KiloAgent(),
		gemini.Agent(),
		sweagent.Agent(),
		sweagent.MiniAgent(),
		openhands.Agent(),
		clawcode.Agent(),
		aider.Agent(),
		entire.Agent(),
		omx.Agent(),
		hooks.Agent(),
	}
}

// AgentNames are the names of the agents whose recordings are read.
func AgentNames() []string {
	table := Agents()
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Reader.Source()
	}
	return names
}

// SourceNames lists what can be imported from.
func SourceNames() []string { return append(AgentNames(), gitrepo.Source) }
