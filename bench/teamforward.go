package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/eventlog/engine"
)

// forwarded is what it took to forward a log.
type forwarded struct {
	wall   time.Duration
	cpu    time.Duration // of the forwarder
	most   float64       // bytes resident in the forwarder
	server standing
}

// measureForwards measures projector forward from the large log, and from one of a tenth, to projector serve
// over a log of a team.
func measureForwards(b *bench) error {
	tenth, err := forwardAll(b, b.events/10)
	if err != nil {
		return err
	}
	all, err := forwardAll(b, b.events)
	if err != nil {
		return err
	}
	n := count(float64(b.events))
	b.report.head("projector forward to projector serve, both programs on the same cores")
	b.report.least("forwarding, "+n+" events", perSecond(b.events, all.wall), 20_000, perS, fmt.Sprintf("CPU time %s in the forwarder, %s in the server",
		seconds(all.cpu.Seconds()), seconds(all.server.cpu.Seconds())))
	if all.most > 0 { // it is known here
		b.report.most("most memory of the forwarder, "+n+" ÷ a tenth of them", all.most/tenth.most, 1.25, ratio, mib(all.most)+" and "+mib(tenth.most))
	}
	b.report.tell("memory of the server, "+n+" ÷ a tenth of them", ratio(all.server.rss/tenth.server.rss), mib(all.server.rss)+" and "+mib(tenth.server.rss))
	return nil
}

// forwardAll forwards a log of n events to a new log of a team.
func forwardAll(b *bench, n int) (f forwarded, err error) {
	own, err := b.makeLog(n)
	if err != nil {
		return f, err
	}
	team := filepath.Join(b.dir, fmt.Sprintf("team-%d.claw", n))
	defer func() { err = errors.Join(err, removeLog(team)) }()
	secret, err := makeTeam(b, own, team)
	if err != nil {
		return f, err
	}
	s, err := b.startServer(team)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	program, err := b.projector()
	if err != nil {
		return f, err
	}
	cmd := exec.CommandContext(b.ctx, program, "forward", "--once", "--to", s.url, "--token-file", secret, "--log", logURL(own))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if f.wall, err = timed(cmd.Run); err != nil {
		return f, fmt.Errorf("%s: %s: %w", cmd, said.Bytes(), err)
	}
	if !strings.Contains(said.String(), " 0 refused,") {
		return f, fmt.Errorf("%s: %s", cmd, said.Bytes())
	}
	f.cpu, f.most = cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), peak(cmd.ProcessState)
	f.server, err = s.standing(b)
	return f, err
}

// makeTeam makes the log of a team, and returns the file of a token that forwards the log in a file.
func makeTeam(b *bench, own, team string) (secretFile string, err error) {
	log, err := engine.Open(b.ctx, logURL(team), engine.Options{Create: true, Name: "team"})
	if err != nil {
		return "", err
	}
	if err := log.Close(); err != nil {
		return "", err
	}
	var stat struct {
		ID string `json:"log_id"`
	}
	var made struct {
		Secret string `json:"secret"`
	}
	s, err := b.once("log", "stat", "--json", "--log", logURL(own))
	if err == nil {
		err = json.Unmarshal(s.Said, &stat)
	}
	if err == nil {
		s, err = b.once("token", "create", "bench", "--append", "forward", "--forwards-log", stat.ID, "--json", "--log", logURL(team))
	}
	if err == nil {
		err = json.Unmarshal(s.Said, &made)
	}
	if err != nil {
		return "", fmt.Errorf("make the log of a team: %w", err)
	}
	secretFile = team + ".token"
	return secretFile, os.WriteFile(secretFile, []byte(made.Secret), 0o600)
}
