package cli

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// OverviewDocument is the answer of claw without a verb: what the log holds, and what a person
// is to do.
type OverviewDocument struct {
	app.Head
	Log       string            `json:"log"` // "" where no place for a log is known
	Exists    bool              `json:"exists"`
	Lanes     int               `json:"lanes"`
	ByOutcome map[string]int    `json:"by_outcome"`
	ToDo      []lookcmd.NeedRow `json:"to_do"` // the most urgent first, at most mostToDo
}

// mostToDo bounds the lanes that the overview lists.
const mostToDo = 5

// overview shows what the log holds, or without a log what to do first.
func overview(a *app.App) error {
	d := &OverviewDocument{Head: app.HeadOf("overview"), ByOutcome: map[string]int{}, ToDo: []lookcmd.NeedRow{}}
	at, err := app.Where(a)
	switch {
	case err != nil && a.Flags.Log == "" && a.Home == "": // there is no place for a log yet
	case err != nil:
		return err
	default:
		d.Log, d.Exists = at.Value, app.LogExists(at)
	}
	if d.Exists {
		board, err := lookcmd.BoardBeside(a, mostToDo)
		if err != nil {
			return err
		}
		d.Lanes, d.ByOutcome, d.ToDo = board.Total, board.ByOutcome, board.ToDo()
	}
	return a.Write(d)
}

func (d *OverviewDocument) Text(p *term.Page) {
	if !d.Exists {
		firstSteps(p)
		return
	}
	p.Line("%s in %s%s", term.Many(d.Lanes, "lane"), d.Log, term.CountsText(d.ByOutcome))
	if len(d.ToDo) == 0 && d.Lanes > 0 {
		p.Line("nothing to do")
	}
	for _, n := range d.ToDo {
		p.Line("%s %s: %s", n.Next, n.Short, app.FirstOf(n.Title, "without a title"))
		p.Line("  %s", app.Next(p, n.Command))
	}
	if d.Lanes == 0 {
		p.Line("to import recorded sessions: %s", app.Next(p, "claw import"))
	}
	p.Line("all lanes: %s; every verb: claw help", app.Next(p, "claw board"))
}

// firstSteps is what a new user does, in five lines of a terminal of 80 columns.
func firstSteps(p *term.Page) {
	p.Line("claw records what coding agents did, and how it ended. There is no log yet.")
	for _, step := range [][2]string{
		{app.Next(p, "claw import"), "read the sessions of your agents"},
		{app.Next(p, "claw hooks install"), "record agents as they work"},
		{"claw log import --demo --log demo.db", "try it first, with sessions of a demo"},
		{"claw help", "every verb; the words: claw help words"},
	} {
		p.Beside(40, term.Plain("  "+step[0]), term.Plain(step[1]))
	}
}
