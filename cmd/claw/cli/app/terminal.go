package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	xterm "golang.org/x/term"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// Terminal is the terminal device of the process, independent of where the standard streams lead.
// Consents and passphrases are read from it.
type Terminal interface {
	io.Writer
	// Line reads what is typed, without the end of the line.
	Line(ctx context.Context) (string, error)
	// Secret is Line without an echo.
	Secret(ctx context.Context) ([]byte, error)
	Close() error
}

// device is the terminal of this process.
type device struct {
	in, out *os.File
}

// openDevice opens the terminal of this process.
//
// Errors: there is none.
func openDevice() (Terminal, error) {
	input, output := "/dev/tty", "/dev/tty"
	if runtime.GOOS == "windows" {
		input, output = "CONIN$", "CONOUT$"
	}
	in, err := os.OpenFile(input, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile(output, os.O_RDWR, 0)
	if err != nil {
		return nil, FirstError(err, in.Close())
	}
	return &device{in, out}, nil
}

// Write implements [io.Writer].
func (d *device) Write(p []byte) (int, error) { return d.out.Write(p) }

// Line implements [Terminal].
func (d *device) Line(ctx context.Context) (string, error) {
	text, err := bufio.NewReader(&Interruptible{Ctx: ctx, In: d.in}).ReadString('\n') // a terminal gives one line a read
	if err == io.EOF {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), err
}

// Secret implements [Terminal].
func (d *device) Secret(ctx context.Context) ([]byte, error) {
	fd := int(d.in.Fd())
	before, err := xterm.GetState(fd)
	if err != nil {
		return nil, err
	}
	type typed struct {
		text []byte
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		text, err := xterm.ReadPassword(fd)
		done <- typed{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, FirstError(xterm.Restore(fd, before), ctx.Err())
	case got := <-done:
		fmt.Fprintln(d.out)
		return got.text, got.err
	}
}

// Close implements [Terminal].
func (d *device) Close() error { return FirstError(d.in.Close(), d.out.Close()) }

// Terminal opens the terminal device of this run; it is closed when the run ends.
func (a *App) Terminal(operation string) (Terminal, error) {
	if a.tty != nil {
		return a.tty, nil
	}
	t, err := a.Program.Terminal()
	if err != nil {
		return nil, (&domain.Error{Kind: domain.ErrAuth, Operation: operation, Target: "terminal",
			Message: "nobody is here to ask: a person signs at a terminal", Hint: "run it yourself, in a terminal of your own"}).Because(err)
	}
	a.Closers = append(a.Closers, t.Close)
	a.tty = t
	return t, nil
}

// Consent shows what would be signed and asks. Only a yes that is typed at the terminal consents.
func Consent(a *App, operation string, show func(*term.Page)) error {
	t, err := a.Terminal(operation)
	if err != nil {
		return err
	}
	p := term.NewPage(t, a.Width, false, a.Now())
	show(p)
	if err := p.Flush(); err != nil {
		return err
	}
	fmt.Fprint(t, "Sign this? Type yes: ")
	answer, err := t.Line(a.Ctx)
	if err != nil {
		return err
	}
	if strings.EqualFold(strings.TrimSpace(answer), "yes") {
		return nil
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: operation, Message: "not signed, as you say", Hint: "nothing was recorded"}
}

// Passphrase reads the passphrase of a key file, at the terminal only.
func Passphrase(a *App, file string) ([]byte, error) {
	t, err := a.Terminal("sign")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(t, "Passphrase of %s: ", term.Printable(file))
	return t.Secret(a.Ctx)
}
