package calls

// WaitsFor is what a person must give before a call continues.
type WaitsFor string

// What calls ask for. Of several that one lane waits for, the first in this list counts.
const (
	WaitsForApproval WaitsFor = "approval" // leave for what the call does
	WaitsForPlan     WaitsFor = "plan"     // an answer to a plan
	WaitsForAnswer   WaitsFor = "answer"   // an answer to a question
)

// Enum lists the values.
func (WaitsFor) Enum() []string {
	return []string{string(WaitsForApproval), string(WaitsForPlan), string(WaitsForAnswer)}
}

// WaitsForWhat returns by the name of a tool what its calls wait for, "" for nothing. The tools
// are those with which Claude Code, Codex, Copilot, Gemini and opencode put a question or a plan
// to a person: these names have no other meaning.
func WaitsForWhat(tool string) WaitsFor {
	switch tool {
	case "AskUserQuestion", "request_user_input", "ask_user", "question":
		return WaitsForAnswer
	case "ExitPlanMode", "exit_plan_mode", "plan_exit":
		return WaitsForPlan
	}
	return ""
}
