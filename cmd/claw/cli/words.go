package cli

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain/lane"
)

// WordsDocument explains the words of the columns STATE, OUTCOME and NEXT: each closed list whole.
type WordsDocument struct {
	app.Head
	Words []ExplainedWord `json:"words"` // a column after the other
}

// ExplainedWord is a word of a column.
type ExplainedWord struct {
	Column  string `json:"column"`
	Word    string `json:"word"`
	Says    string `json:"says"`
	Command string `json:"command,omitzero"` // that does a next step; LANE and SESSION stand for ids
}

// words is the answer of claw help words.
func words() app.Document {
	d := &WordsDocument{Head: app.HeadOf("words"), Words: []ExplainedWord{}}
	for _, word := range lane.State("").Enum() {
		d.Words = append(d.Words, ExplainedWord{Column: "STATE", Word: word, Says: stateSays(lane.State(word))})
	}
	for _, word := range lane.Result("").Enum() {
		d.Words = append(d.Words, ExplainedWord{Column: "OUTCOME", Word: word, Says: outcomeSays(lane.Result(word))})
	}
	for _, s := range lookcmd.NextSteps {
		d.Words = append(d.Words, ExplainedWord{"NEXT", string(s.Next), s.Says, s.Command})
	}
	return d
}

// stateSays is what a state means, "" for one that is not known here.
func stateSays(s lane.State) string {
	switch s {
	case lane.StateSpawning:
		return "a worker of it starts"
	case lane.StateTrustRequired:
		return "its agent asks whether it may work in this folder"
	case lane.StateReadyForPrompt:
		return "its agent waits for a prompt"
	case lane.StatePromptAccepted:
		return "its agent has taken a prompt, and has not begun"
	case lane.StateWorking:
		return "its agent works"
	case lane.StateDegradedMCP:
		return "a tool server or plugin of its agent is not available"
	case lane.StateGreen:
		return "its last tests passed"
	case lane.StateRed:
		return "its last tests failed"
	case lane.StateBlocked:
		return "something holds it; the reason stands behind the word"
	case lane.StateInterrupted:
		return "the connection to it broke; nothing says how it goes on"
	case lane.StateEnded:
		return "this attempt is over; OUTCOME says how"
	}
	return ""
}

// outcomeSays is what an outcome means, "" for one that is not known here.
func outcomeSays(r lane.Result) string {
	switch r {
	case lane.ResultNone:
		return "nothing ended yet"
	case lane.ResultFinished:
		return "finished, and everything that a finish needs is shown"
	case lane.ResultUnverified:
		return "said to be finished, and nothing shows it"
	case lane.ResultPendingWorkspace:
		return "said to be finished, in another worktree or branch than its own"
	case lane.ResultPendingWrites:
		return "said to be finished, and not all that it wrote is committed"
	case lane.ResultPendingGreen:
		return "said to be finished, and the tests that it needs have not passed"
	case lane.ResultPendingReport:
		return "said to be finished, and its report is not filed"
	case lane.ResultPendingPushed:
		return "said to be finished, and its commits did not arrive at the remote"
	case lane.ResultFailedVerify:
		return "said to be finished, and something shows the contrary"
	case lane.ResultFailed:
		return "it failed; the class of the failure stands behind the word"
	case lane.ResultCanceled:
		return "somebody stopped it"
	case lane.ResultContested:
		return "its recorded endings contradict each other"
	case lane.ResultUnknown:
		return "nothing recorded tells how it ended"
	}
	return ""
}

func (d *WordsDocument) Text(p *term.Page) {
	column := ""
	for _, w := range d.Words {
		if w.Column != column {
			if column != "" {
				p.Gap()
			}
			column = w.Column
			p.Heading(column)
		}
		p.Beside(wordsIndent, term.Plain("  "+w.Word), term.Plain(w.Says))
		if w.Command != "" {
			p.Beside(wordsIndent, term.Plain(""), term.Styled(w.Command, term.StyleCyan))
		}
	}
}

// wordsIndent is where explanations begin: behind the longest word.
const wordsIndent = 30
