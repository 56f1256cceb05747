package app

import (
	"github.com/clawable/claw/internal/table"
	"path"
	"strings"
)

// agentVariables are set by an agent in the commands that it runs, and by no person: what people set
// in their profiles, such as CLAUDE_CODE_USE_BEDROCK or CODEX_HOME, and what an editor sets in the
// terminals of people, such as CURSOR_TRACE_ID, is not among them.
var agentVariables = []struct{ name, agent string }{
	{"CLAUDECODE", "claude-code"}, {"CLAUDE_CODE_ENTRYPOINT", "claude-code"}, {"CLAUDE_CODE_SESSION_ID", "claude-code"},
	{"CLAUDE_CODE_CHILD_SESSION", "claude-code"},
	{"CODEX_THREAD_ID", "codex"}, {"CODEX_SANDBOX", "codex"}, {"CODEX_SANDBOX_NETWORK_DISABLED", "codex"}, {"CODEX_CI", "codex"},
	{"GEMINI_CLI", "gemini"}, {"CURSOR_AGENT", "cursor"}, {"OPENCODE", "opencode"}, {"CLINE_ACTIVE", "cline"},
	{"AUGMENT_AGENT", "augment"}, {"ANTIGRAVITY_AGENT", "antigravity"}, {"AI_AGENT", "an agent"},
}

// ciVariables are set in jobs by systems that run them, and by no person: CI alone is one of the things
// that people set for a command.
var ciVariables = []string{
	"GITHUB_ACTIONS", "GITLAB_CI", "BUILDKITE", "CIRCLECI", "JENKINS_URL", "TEAMCITY_VERSION", "TF_BUILD", "TRAVIS",
	"BITBUCKET_BUILD_NUMBER", "CODEBUILD_BUILD_ID", "APPVEYOR", "DRONE", "WOODPECKER_CI", "SEMAPHORE",
}

// jobOf returns the variable which shows that this process runs in a job of a CI system, "" for none. Such a
// job may have its own terminal, which no person watches.
func (a *App) jobOf() string {
	for _, name := range ciVariables {
		if a.Env(name) != "" {
			return name
		}
	}
	return ""
}

// agentPrograms are the programs of agents, and the packages of those that an interpreter runs.
var agentPrograms = table.Table[string, string]{
	{"claude", "claude-code"}, {"claude-code", "claude-code"}, {"codex", "codex"}, {"gemini", "gemini"}, {"gemini-cli", "gemini"},
	{"opencode", "opencode"}, {"opencode-ai", "opencode"}, {"cursor-agent", "cursor"}, {"copilot", "copilot"}, {"aider", "aider"}, {"goose", "goose"},
	{"amp", "amp"}, {"openhands", "openhands"}, {"crush", "crush"}, {"kilo", "kilo"}, {"qwen", "qwen"}, {"auggie", "augment"},
}

// interpreters run the programs of agents.
var interpreters = []string{"node", "bun", "deno", "python", "python3"}

// agentSession returns the agent inside whose session this process runs, and what shows that: its
// environment, or a process above it. Both are "" where nothing does; known is false where the processes
// above could not be determined.
func (a *App) agentSession() (agent, shown string, known bool) {
	for _, v := range agentVariables {
		if a.Env(v.name) != "" {
			return v.agent, "the variable " + v.name, true
		}
	}
	if a.Ancestors == nil {
		return "", "", false
	}
	above, known := a.Ancestors()
	for _, command := range above {
		if agent := agentOf(command); agent != "" {
			return agent, "the process " + path.Base(command[0]) + " above it", true
		}
	}
	return "", "", known
}

// agentOf returns the agent whose program a command line runs, "" for none.
func agentOf(command []string) string {
	name := programName(command[0])
	if agent := agentPrograms.At(name); agent != "" {
		return agent
	}
	for _, i := range interpreters {
		if name == i || strings.HasPrefix(name, i+".") || strings.HasPrefix(name, "python3.") {
			return agentOfScript(command[1:])
		}
	}
	return ""
}

// agentOfScript returns the agent whose script an interpreter runs: by the script's name, or by that
// of the package which holds it.
func agentOfScript(args []string) string {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		if agent := agentPrograms.At(programName(arg)); agent != "" {
			return agent
		}
		_, within, _ := strings.Cut(arg, "node_modules/")
		for part := range strings.SplitSeq(within, "/") {
			if agent := agentPrograms.At(part); agent != "" {
				return agent
			}
		}
		return ""
	}
	return ""
}

// programName is the name of a program without its folder and its ending.
func programName(file string) string {
	name := path.Base(strings.TrimPrefix(file, "-")) // a login shell
	for _, ending := range []string{".js", ".mjs", ".cjs", ".py", ".exe"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}
