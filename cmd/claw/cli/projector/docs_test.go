package projectorcmd_test

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// block is the text in the one fenced block of a language of docs/projector.md.
func block(t *testing.T, language string) string {
	t.Helper()
	_, rest, begins := strings.Cut(clitest.Read(t, clitest.InRepository("docs/projector.md")), "```"+language+"\n")
	text, _, ends := strings.Cut(rest, "```\n")
	if !begins || !ends {
		t.Fatalf("docs/projector.md has no %s", language)
	}
	return text
}

// runsTheProjector holds a command line of a service to be one that claw takes.
func runsTheProjector(t *testing.T, line []string) {
	t.Helper()
	if len(line) < 3 || filepath.Base(line[0]) != "claw" || !slices.Equal(line[1:3], []string{"projector", "run"}) {
		t.Fatalf("it runs %q", line)
	}
	if a := clitest.New(t).Run(append(line[1:], "--once")...); a.Code != 0 || !strings.Contains(a.Out, `"state":"current"`) {
		t.Errorf("%q: %+v", line, a)
	}
}

// TestTheUnitOfTheDocsRuns reads the unit as systemd does, and has systemd read it where
// there is one.
func TestTheUnitOfTheDocsRuns(t *testing.T) {
	unit := block(t, "ini")
	values := map[string]string{}
	section := ""
	for line := range strings.Lines(unit) {
		line = strings.TrimSpace(line)
		key, value, ok := strings.Cut(line, "=")
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			section = strings.Trim(line, "[]")
		case !ok || section == "":
			t.Errorf("no setting: %q", line)
		default:
			values[section+"."+key] = value
		}
	}
	runsTheProjector(t, strings.Fields(values["Service.ExecStart"]))
	if values["Install.WantedBy"] == "" {
		t.Error("nothing starts it")
	}
	if systemd, err := exec.LookPath("systemd-analyze"); err == nil {
		self, err := os.Executable() // the program must be there
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "claw-projector.service")
		if err := os.WriteFile(file, []byte(strings.Replace(unit, "%h/go/bin/claw", self, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		check := exec.Command(systemd, "verify", "--user", "--man=no", file)
		check.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
		if out, err := check.CombinedOutput(); err != nil || strings.Contains(string(out), filepath.Base(file)) {
			t.Errorf("systemd-analyze: %v\n%s", err, out)
		}
	}
}

// plist is what launchd reads: keys, each followed by its value.
type plist struct {
	Dict struct {
		Keys      []string `xml:"key"`
		Arguments []string `xml:"array>string"`
		Texts     []string `xml:"string"`
	} `xml:"dict"`
}

// TestThePropertyListOfTheDocsRuns reads it as XML.
func TestThePropertyListOfTheDocsRuns(t *testing.T) {
	var p plist
	if err := xml.Unmarshal([]byte(block(t, "xml")), &p); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"Label", "ProgramArguments", "RunAtLoad", "KeepAlive"} {
		if !slices.Contains(p.Dict.Keys, key) {
			t.Errorf("%s is missing in %q", key, p.Dict.Keys)
		}
	}
	if !slices.Contains(p.Dict.Texts, "com.clawable.projector") {
		t.Errorf("the label is not that of the file: %q", p.Dict.Texts)
	}
	runsTheProjector(t, p.Dict.Arguments)
}
