package sink

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/internal/processgroup"
	"github.com/clawable/claw/internal/visible"
)

// command runs a program for each delivery, which it receives on its standard input. One that takes too long is
// ended with all that it started.
type command struct {
	config  *Config
	environ func() []string
}

// exitRefused is the exit code by which a command refuses a delivery for good: EX_DATAERR of sysexits.
const exitRefused = 65

// stopTime is how long a command that was stopped may hold its output open.
const stopTime = 2 * time.Second

// Send implements [Sender].
func (c *command) Send(ctx context.Context, d *Delivery) error {
	text, err := d.Text()
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, c.config.Timeout)
	defer stop()
	run := exec.CommandContext(ctx, c.config.Argv[0], c.config.Argv[1:]...) //nolint:gosec // the person's own settings name it
	run.Stdin, run.WaitDelay = bytes.NewReader(append(text, '\n')), stopTime
	run.Env = append(c.environ(), "CLAW_SINK="+d.Sink, "CLAW_IDEMPOTENCY_KEY="+d.Key)
	processgroup.Own(run)
	run.Cancel = func() error { processgroup.Signal(run, syscall.SIGKILL); return nil }
	said := &head{most: mostAnswer}
	run.Stderr = said
	err = run.Run()
	var exit *exec.ExitError
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil: // a program of its own holds its error stream
		return nil
	case ctx.Err() != nil:
		return errors.WithStack(c.config.delivery(fmt.Sprintf("did not end within %s", c.config.Timeout), true))
	case errors.As(err, &exit):
		e := c.config.delivery(strings.TrimSpace("ended with "+exit.String()+" "+visible.Printable(strings.TrimSpace(said.kept.String()))), exit.ExitCode() != exitRefused)
		e.Detail = map[string]any{"exit_code": exit.ExitCode()}
		return errors.WithStack(e)
	}
	return errors.WithStack(c.config.delivery("cannot be run: "+err.Error(), true).Because(err))
}

// head keeps the first bytes that are written to it. Its buffer is not embedded: its ReadFrom would keep all.
type head struct {
	kept bytes.Buffer
	most int
}

// Write implements [io.Writer].
func (h *head) Write(p []byte) (int, error) {
	h.kept.Write(p[:min(len(p), max(0, h.most-h.kept.Len()))])
	return len(p), nil
}
