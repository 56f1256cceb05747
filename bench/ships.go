package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/go-json-experiment/json"
)

// measureShips measures what ships cost, each answer in a separate process: to read a repository's
// history into a new log and derive its ships, and to list those ships from the large log, of
// which they are a small part then.
func measureShips(b *bench) error {
	b.report.head("Ships, with " + count(float64(b.events)) + " other events in the log that is asked")
	if _, err := exec.LookPath("git"); err != nil {
		b.report.tell("not measured", "", "there is no git on this machine")
		return nil
	}
	dir := filepath.Join(b.dir, "shipped.git")
	if err := os.RemoveAll(dir); err != nil { // of an earlier run
		return err
	}
	h, err := makeShipped(b, dir, b.pick(10_000, 24))
	if err != nil {
		return err
	}
	if err := errors.Join(scanShips(b, dir, h), importHistory(b, dir)); err != nil {
		return err
	}
	return auditShips(b, dir)
}

// scanShips scans a repository into a new log, and once more.
func scanShips(b *bench, dir string, h *shippedHistory) error {
	path := filepath.Join(b.dir, "shipped.claw")
	scan := []string{"ship", "scan", dir, "--log", logURL(path), "--json"}
	whole, err := b.once(scan...)
	if err != nil {
		return err
	}
	again, err := b.once(scan...)
	if err := errors.Join(err, removeLog(path)); err != nil {
		return err
	}
	b.report.most("claw ship scan", whole.Wall.Seconds(), 5, seconds,
		fmt.Sprintf("%s commits, %s ships; %s", count(float64(h.commits)), count(float64(h.ships)), whole.beside()))
	b.report.tell("again, nothing new", seconds(again.Wall.Seconds()), again.beside())
	return nil
}

// importHistory imports a repository into a new log.
func importHistory(b *bench, dir string) error {
	path := filepath.Join(b.dir, "shipped.claw")
	whole, err := b.once("import", "--from", "git", dir, "--log", logURL(path), "--json")
	if err := errors.Join(err, removeLog(path)); err != nil {
		return err
	}
	b.report.tell("claw import --from git of the same", seconds(whole.Wall.Seconds()), whole.beside())
	return nil
}

// auditShips scans a repository into the large log and asks about its ships.
func auditShips(b *bench, dir string) error {
	large, err := b.openLarge()
	if err != nil {
		return err
	}
	if err := large.Close(); err != nil {
		return err
	}
	if _, err := b.once("ship", "scan", dir, "--log", logURL(b.large), "--json"); err != nil {
		return err
	}
	some, err := newestShips(b, b.pick(20, 2))
	if err != nil {
		return err
	}
	asked, err := askAudit(b, len(some), "ship", func(i int) []string { return []string{some[i].Ship} })
	if err != nil {
		return err
	}
	b.report.most("claw audit ship, p50", milliseconds(asked.at(.5)), 200, ms, "p99 "+ms(milliseconds(asked.at(.99))))
	for _, q := range []struct {
		what, verb string
		args       []string
	}{{"what COMMIT", "what", []string{some[0].New}}, {"what REF", "what", []string{"refs/heads/main"}}, {"what FILE", "what", []string{"dir7/f21.txt"}}, {"gaps", "gaps", nil}} {
		asked, err := askAudit(b, b.pick(10, 2), q.verb, func(int) []string { return q.args })
		if err != nil {
			return err
		}
		b.report.tell("claw audit "+q.what+", p50", ms(milliseconds(asked.at(.5))), "p99 "+ms(milliseconds(asked.at(.99))))
	}
	return nil
}

// askAudit queries the large log several times. A finding against the subject of the query
// is an answer too.
func askAudit(b *bench, times int, verb string, args func(i int) []string) (all latencies, err error) {
	for i := range times {
		cmd := b.audit(verb, args(i)...)
		took, err := timed(cmd.Run)
		if err != nil && cmd.ProcessState.ExitCode() != 1 {
			return nil, fmt.Errorf("%s: %w", cmd, err)
		}
		all = append(all, took)
	}
	return all, nil
}

// listedShip is a ship as claw ship list prints it.
type listedShip struct {
	Ship string `json:"ship"`
	New  string `json:"new"`
}

// newestShips lists ships of the large log.
func newestShips(b *bench, n int) ([]listedShip, error) {
	list, err := b.once("ship", "list", "--limit", fmt.Sprint(n), "--log", logURL(b.large), "--json")
	if err != nil {
		return nil, err
	}
	var says struct {
		Ships []listedShip `json:"ships"`
	}
	if err := json.Unmarshal(list.Said, &says); err != nil {
		return nil, fmt.Errorf("read the list of ships: %w", err)
	}
	if len(says.Ships) == 0 {
		return nil, errors.New("the scan told no ship")
	}
	return says.Ships, nil
}

// audit is claw audit of the large log, by the verb and the arguments of a question.
func (b *bench) audit(verb string, args ...string) *exec.Cmd {
	return exec.CommandContext(b.ctx, b.claw, append([]string{"audit", verb, "--log", logURL(b.large), "--json"}, args...)...)
}
