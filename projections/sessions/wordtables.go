package sessions

// format is what the recordings of an agent have in the place of a person's words.
type format struct {
	source string // of the sessions of the agent
	// injected begin prompts that the program wrote.
	injected []string
	// words is the tag that holds the words of the person, args that of what was typed behind a slash
	// command, tags are those of the program's words.
	words, args string
	tags        []string
	frames      []frame
}

// frame is the fixed text that a program writes around the words of a person: a prompt that begins
// with start has them between before and after, to its end where after is "".
type frame struct{ start, before, after string }

// anyFormat is what prompts of every agent may have: people copy prompts and commands from one
// agent to another.
var anyFormat = format{
	injected: []string{
		"Caveat: ", "[Request interrupted", "This session is being continued from a previous conversation",
		"# AGENTS.md instructions", "Continue from where you left off.",
	},
	words: "user_query",
	tags:  []string{"system-reminder", "system_reminder", "environment_context", "environment_details", "user_instructions"},
	frames: []frame{ // of spec-kit
		{"## User Input", "```text\n", "```"},
	},
}

// formats are those of the agents.
var formats = [...]format{
	{
		source:   "claude-code",
		injected: []string{"Please analyze this codebase and create a CLAUDE.md file"},
		args:     "command-args",
		tags: []string{"command-name", "command-message", "command-contents", "local-command-caveat", "local-command-stdout",
			"local-command-stderr", "bash-input", "bash-stdout", "bash-stderr", "ide_opened_file", "ide_selection", "ide_diagnostics",
			"user-prompt-submit-hook", "task-notification", "teammate-message", "user-memory-input", "new-diagnostics"},
		frames: []frame{{"Implement the following plan:", "Implement the following plan:", ""}},
	},
	{
		source:   "codex",
		injected: []string{"Another language model started to solve this problem"},
		tags: []string{"turn_aborted", "skill", "permissions instructions", "user_shell_command", "subagent_notification", "INSTRUCTIONS",
			"user_action", "collaboration_mode", "model_switch", "personality_spec", "hook_prompt"},
		frames: []frame{
			{"# Context from my IDE setup", "## My request for Codex:", ""},
			{"# Files mentioned by the user", "## My request for Codex:", ""},
		},
	},
	{source: "copilot-cli", tags: []string{"current_datetime", "reminder", "sql_tables", "skill-context", "invoked_skills", "summary"}},
	{
		source:   "gemini-cli",
		injected: []string{"System: ", "This is the Gemini CLI. We are setting up the context"},
		tags:     []string{"session_context", "hook_context"},
	},
	{source: "openhands", frames: []frame{
		{"Please fix the following issue for the repository", "# Problem Statement\n", "IMPORTANT: You should ONLY interact"},
	}},
	{source: "swe-agent", frames: []frame{
		{"We're currently solving the following issue", "ISSUE:\n", "INSTRUCTIONS:\n"},
		{"We're currently solving the following CTF challenge", "The description is:\n", "INSTRUCTIONS:\n"},
	}},
	{source: "mini-swe-agent", frames: []frame{
		{"Please solve this issue: GitHub Issue: ", "GitHub Issue: ", "You can execute bash commands and edit files"},
		{"Please solve this issue: ", "Please solve this issue: ", "You can execute bash commands and edit files"},
	}},
}

// pastedStarts begin lines that people do not type: the prompt of a shell, stack traces, reports of
// tools.
var pastedStarts = []string{
	"➜ ", "❯ ", "$ ", "PS C:\\", ">>> ", "Traceback (most recent call last)", "goroutine ", "panic: ", "Exception in thread ",
	"Caused by: ", "npm ERR!", "npm error ", "--- FAIL:", "=== RUN", "FAIL\t", "diff --git ", "@@ -", "==> ", "error[E", "at Object.<anonymous>",
	"[ERROR]", "[WARN]", "[INFO]", "[DEBUG]", "[error]", "[warn]", "[info]", "##[error]",
}

// pastedAmongLines do the same in a text of several lines; alone, a person may have typed them.
var pastedAmongLines = []string{"error: ", "fatal: ", "warning: ", "hint: ", "note: ", "Error: ", "ERROR ", "WARN ", "INFO ", "DEBUG ", "E   ", "File \"", "at "}

// bareWords do not say what is to be done. Each is between two bars.
const bareWords = "|ok|okay|k|yes|yes please|y|yep|yeah|no|n|sure|continue|please continue|continue please|go on|go ahead|proceed|" +
	"please proceed|next|done|thanks|thank you|hi|hello|hey|hello there|test|testing|clear|exit|quit|help|resume|retry|try again|do it|keep going|lgtm|" +
	"ok continue|yes continue|ok go|start|stop|carry on|again|status|login|logout|ping|"
