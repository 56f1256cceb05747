package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestClawAloneSaysWhatToDo without a log, with an empty one, and with one that needs a person.
func TestClawAloneSaysWhatToDo(t *testing.T) {
	bare := clitest.Empty(t)
	bare.Tune = func(p *app.Program) { p.Width = 80 }
	first := bare.Must().Out
	bare.Tune = nil
	if strings.Count(first, "\n") != 5 || !strings.Contains(first, "claw log import --demo --log demo.db") {
		t.Errorf("without a log it says\n%s", first)
	}
	checkHead(t, clitest.Documents(t, bare.Must("--json").Out))
	bare.Must("init", "--user")
	if says := bare.Must().Out; !strings.HasPrefix(says, "0 lanes in ") || !strings.Contains(says, "claw import") {
		t.Errorf("of an empty log it says\n%s", says)
	}
	full := clitest.New(t)
	d := clitest.Documents(t, full.Must("--json").Out)
	checkHead(t, d)
	rows, text := d[0]["to_do"].([]any), full.Must().Out
	if len(rows) != 3 || !strings.Contains(text, "\n  claw lane settle ") || strings.Contains(text, "LANE") {
		t.Errorf("there are %d things to do, and it says\n%s", len(rows), text)
	}
}

// TestTheDemoGoesToALogOfItsOwn refuses to add made-up lanes to a log that was not named for them.
func TestTheDemoGoesToALogOfItsOwn(t *testing.T) {
	w := clitest.Empty(t)
	for _, line := range [][]string{{"log", "import", "--demo"}, {"log", "import", "--demo", "run.jsonl", "--log", "demo.db"}} {
		if a := w.Run(line...); a.Code != 2 {
			t.Errorf("%q: %+v", line, a)
		}
	}
	w.Must("log", "import", "--demo", "--log", "demo.db")
	if says := w.Must("board", "--log", "demo.db").Out; !strings.Contains(says, "contested") {
		t.Errorf("the board of the demo is\n%s", says)
	}
}
