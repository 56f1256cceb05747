package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/eventlog/memlog"
)

// machine is a home folder with the programs, and the log of the team by its URL.
type machine struct {
	t              *testing.T
	home, bin, url string
}

// answer is what a program printed, and its exit code.
type answer struct {
	code     int
	out, err string
}

// programs is a folder with claw and projector, built once.
var programs string

func TestMain(m *testing.M) {
	if runtime.GOOS == "windows" {
		return // the programs have other names there
	}
	dir, err := os.MkdirTemp("", "projector-programs")
	if err == nil {
		var out []byte
		if out, err = exec.Command("go", "build", "-ldflags=-s -w", "-o", dir+"/", "../claw", ".").CombinedOutput(); err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "make the programs of the tests:", err)
		os.Exit(1)
	}
	programs = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func (m *machine) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(m.bin, program), args...)
	cmd.Dir, cmd.Env = m.home, []string{"HOME=" + m.home, "CLAW_LOG=" + m.url, "PATH=" + m.home, "USER=ada"}
	return cmd
}

func (m *machine) run(input, program string, args ...string) answer {
	m.t.Helper()
	cmd := m.command(program, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	_ = cmd.Run() // the exit code says it
	return answer{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
}

// member is a member of a document that claw printed.
func (m *machine) member(a answer, name string) any {
	m.t.Helper()
	var d map[string]any
	if err := json.Unmarshal([]byte(a.out), &d); err != nil || a.code != 0 {
		m.t.Fatalf("%v: %+v", err, a)
	}
	return d[name]
}

// models lists the files of read models.
func (m *machine) models() (all []string) {
	m.t.Helper()
	all, err := filepath.Glob(filepath.Join(m.home, ".local/state/claw/models/*/log.views-*"))
	if err != nil {
		m.t.Fatal(err)
	}
	return all
}

const started = `{"kind":"lane.started","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R","data":{"purpose":"fix"}}` + "\n"

const beat = `{"kind":"lane.heartbeat","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R","data":{}}` + "\n"

// TestVerbsOfClawRunOverALogElsewhere serves a log by the protocol of EventStoreDB, and queries it by claw on
// two machines.
func TestVerbsOfClawRunOverALogElsewhere(t *testing.T) {
	t.Parallel()
	log, err := memlog.Open(memlog.Options{Name: "team"})
	if err != nil {
		t.Fatal(err)
	}
	url := esdbtest.Serve(t, log).URL
	one, two := &machine{t, t.TempDir(), programs, url}, &machine{t, t.TempDir(), programs, url}

	if a := one.run(started, "claw", "log", "append", "-"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	for _, m := range []*machine{one, two} {
		if at := m.member(m.run("", "claw", "lanes", "--json"), "as_of_position"); at != 2.0 {
			t.Errorf("lanes at position %v", at)
		}
		if made := m.models(); len(made) != 1 {
			t.Errorf("read models: %q", made)
		}
	}
	if a := one.run("", "claw", "lane", "show", "nothing"); a.code != 1 || !strings.Contains(a.err, "knows no such lane") {
		t.Errorf("an error of the verb: %+v", a)
	}
	if a := one.run("", "claw", "lanes", "--state", "sideways"); a.code != 2 {
		t.Errorf("a usage error: %+v", a)
	}
	if a := one.run("", "claw", "doctor", "--json"); !strings.Contains(a.out, "at position 2, id") {
		t.Errorf("doctor: %+v", a)
	}
	keptByOneOfEach(t, one, two)
}

// TestPagesOfClawAreMadeByProjector writes pages by claw, which makes none itself, with a projector beside it
// and without one.
func TestPagesOfClawAreMadeByProjector(t *testing.T) {
	box := &machine{t, t.TempDir(), programs, ""}
	box.url = filepath.Join(box.home, "own.db")
	if a := box.run(started, "claw", "log", "append", "-"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	lane := "lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	for name, verb := range map[string][]string{"board": {"board"}, "lane": {"lane", "show", lane}, "timeline": {"timeline", lane}} {
		file := filepath.Join(box.home, name+".html")
		if a := box.run("", "claw", append(verb, "--html", file, "--json")...); box.member(a, "file") != file {
			t.Errorf("%s: %+v", name, a)
		}
		if html, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(html, []byte("<!DOCTYPE html>")) {
			t.Errorf("%s: %v, %.40q", name, err, html)
		}
	}
	alone := *box
	alone.bin = t.TempDir()
	if err := os.Link(filepath.Join(programs, "claw"), filepath.Join(alone.bin, "claw")); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(box.home, "alone.html")
	if a := alone.run("", "claw", "board", "--html", file); a.code == 0 || !strings.Contains(a.err, "the program projector makes pages") || !strings.Contains(a.err, "go install") {
		t.Errorf("without a projector: %+v", a)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was written")
	}
	if a := alone.run("", "claw", "report", "new", "--since", "all", "--html", file); a.code != 0 {
		t.Errorf("a report, which claw writes itself: %+v", a)
	}
}

// keptByOneOfEach runs projectors on both machines, restarts one and finds its read model where it was.
func keptByOneOfEach(t *testing.T, one, two *machine) {
	t.Helper()
	before := one.models()
	running := one.command("projector", "run", "--json")
	out, err := running.StdoutPipe()
	if err == nil {
		err = running.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, `"state":"current","position":2`) {
		t.Fatalf("%q, %v", line, err)
	}
	if a := one.run("", "projector", "run", "--once"); a.code != 6 || !strings.Contains(a.err, "keeps it") {
		t.Errorf("a second projector of the machine: %+v", a)
	}
	if a := two.run("", "projector", "run", "--once"); a.code != 0 {
		t.Errorf("the projector of another machine: %+v", a)
	}
	if err := running.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = running.Wait() // it was killed
	if a := two.run(beat, "claw", "log", "append"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	if at := one.member(one.run("", "claw", "lanes", "--json"), "as_of_position"); at != 3.0 {
		t.Errorf("lanes at position %v", at)
	}
	if after := one.models(); len(before) != 1 || len(after) != 1 || before[0] != after[0] {
		t.Errorf("the read model was built anew: %q, then %q", before, after)
	}
	if a := one.run("", "claw", "projector", "verify"); a.code != 0 {
		t.Errorf("verify: %+v", a)
	}
}

// TestVerbsOfClawRunOverALogThatAnotherProjectorServes serves the log of one machine, and queries it by claw on
// another one.
func TestVerbsOfClawRunOverALogThatAnotherProjectorServes(t *testing.T) {
	t.Parallel()
	box := &machine{t, t.TempDir(), programs, ""}
	box.url = filepath.Join(box.home, "team.db")
	if a := box.run(started, "claw", "log", "append", "-"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	serving := box.command("projector", "serve", "--json", "--address", "127.0.0.1:0")
	out, err := serving.StdoutPipe()
	if err == nil {
		err = serving.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	var says struct {
		URL    string `json:"url"`
		Secret string `json:"secret_file"`
	}
	err = json.NewDecoder(out).Decode(&says)
	stop := sync.OnceFunc(func() { _ = serving.Process.Kill(); _ = serving.Wait() }) // it is killed
	t.Cleanup(stop)
	if err != nil {
		t.Fatal(err)
	}
	laptop := &machine{t, t.TempDir(), programs, says.URL + "?tokenFile=" + says.Secret}
	if at := laptop.member(laptop.run("", "claw", "lanes", "--json"), "as_of_position"); at != 2.0 {
		t.Errorf("lanes at position %v", at)
	}
	if a := laptop.run(beat, "claw", "log", "append"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	if at := box.member(box.run("", "claw", "lanes", "--json"), "as_of_position"); at != 3.0 {
		t.Errorf("there the log is at position %v", at)
	}
	if a := laptop.run("", "projector", "run", "--once"); a.code != 0 || len(laptop.models()) != 1 {
		t.Errorf("a projector: %+v, %q", a, laptop.models())
	}
	if a := laptop.run("", "claw", "lane", "close", "01KT1GW6G0FXE8CX6BVXYZ3Z6R"); a.code != 3 || !strings.Contains(a.err, "forward that log") {
		t.Errorf("a decision: %+v", a)
	}
	stop()
	if a := laptop.run("", "claw", "log", "stat"); a.code != 6 || !strings.Contains(a.err, "does not answer") {
		t.Errorf("without the server: %+v", a)
	}
}

// TestWithoutProjectorClawSaysHowToInstallIt starts claw where no projector is.
func TestWithoutProjectorClawSaysHowToInstallIt(t *testing.T) {
	m := &machine{t, t.TempDir(), t.TempDir(), "esdb://127.0.0.1:1?tls=false"}
	if err := os.Link(filepath.Join(programs, "claw"), filepath.Join(m.bin, "claw")); err != nil {
		t.Fatal(err)
	}
	if a := m.run("", "claw", "board"); a.code != 6 || !strings.Contains(a.err, "go install github.com/clawable/claw/cmd/projector@") {
		t.Errorf("without one: %+v", a)
	}
	other, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(m.bin, "projector")); err != nil {
		t.Fatal(err)
	}
	if a := m.run("", "claw", "board"); a.code != 6 || !strings.Contains(a.err, "is another one") {
		t.Errorf("with another program of the name: %+v", a)
	}
	if a := m.run("", "claw", "version"); a.code != 0 {
		t.Errorf("a verb without a log: %+v", a)
	}
	if a := m.run("", "claw", "board", "--help"); a.code != 0 {
		t.Errorf("help: %+v", a)
	}
}

// TestALogIsCopiedToALogElsewhere copies a file to a store that holds nothing, twice, and back to a file.
func TestALogIsCopiedToALogElsewhere(t *testing.T) {
	t.Parallel()
	beneath, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	url := esdbtest.Serve(t, esdbtest.Empty{Log: beneath}).URL
	m := &machine{t, t.TempDir(), programs, "machine.db"}
	if a := m.run("", "claw", "init"); a.code != 0 {
		t.Fatalf("init: %+v", a)
	}
	if a := m.run(started+beat, "claw", "log", "append"); a.code != 0 {
		t.Fatalf("append: %+v", a)
	}
	if a := m.run("", "claw", "board", "--log", url); a.code != 1 || !strings.Contains(a.err, "the store holds no log") {
		t.Errorf("an empty store: %+v", a)
	}
	for _, known := range []float64{0, 3} {
		a := m.run("", "claw", "log", "copy", "machine.db", url, "--json")
		if got := m.member(a, "known"); got != known || m.member(a, "events") != 3.0 {
			t.Errorf("known before: %v: %s", got, a.out)
		}
	}
	if a := m.run("", "claw", "log", "copy", url, "back.db"); a.code != 0 {
		t.Errorf("back: %+v", a)
	}
	for _, other := range []string{url, "back.db"} {
		if a := m.run("", "claw", "log", "compare", other); a.code != 0 || a.out != "the same 3 events in both\n" {
			t.Errorf("compared with %s: %+v", other, a)
		}
	}
}
