package app

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// WritePaged is [App.Write], and shows an answer that is longer than the terminal in the person's
// pager: CLAW_PAGER, else PAGER, else less where it is installed; cat is no pager. The
// pager's exit code is ignored: closing it early is no error.
func (a *App) WritePaged(doc Document) error {
	pager := a.pager()
	if pager == "" {
		return a.Write(doc)
	}
	terminal := a.Out
	var text bytes.Buffer
	a.Out = &text
	err := a.Write(doc)
	a.Out = terminal
	if err != nil {
		return err
	}
	if _, rows := a.Size(); rows <= 0 || bytes.Count(text.Bytes(), []byte("\n")) < rows || !a.page(pager, text.Bytes()) {
		if _, err := io.Copy(a.Out, &text); err != nil {
			return OutputError(err)
		}
	}
	return nil
}

// pager is the command line of the person's pager, "" where the answer is not to be paged.
func (a *App) pager() string {
	if a.Format == FormatJSON || !a.OutTerminal || a.Size == nil || a.Env("TERM") == "dumb" || !a.Ends {
		return ""
	}
	named := FirstOf(a.Env("CLAW_PAGER"), a.Env("PAGER"))
	if named == "" {
		if _, err := exec.LookPath("less"); err == nil {
			named = "less"
		}
	}
	if strings.TrimSpace(named) == "cat" {
		return ""
	}
	return named
}

// page shows text in a pager and reports whether the pager ran.
func (a *App) page(pager string, text []byte) bool {
	shell := []string{"sh", "-c", pager}
	if runtime.GOOS == "windows" {
		shell = []string{"cmd", "/c", pager}
	}
	cmd := exec.Command(shell[0], shell[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), a.Out, os.Stderr
	cmd.Env = append(a.Environ(), "LV="+FirstOf(a.Env("LV"), "-c"), "LESS="+FirstOf(a.Env("LESS"), "FRX"))
	if cmd.Start() != nil {
		return false
	}
	_ = cmd.Wait() // a pager that is closed early leaves input unread
	const noSuchProgram, notExecutable = 127, 126
	code := cmd.ProcessState.ExitCode()
	return code != noSuchProgram && code != notExecutable
}
