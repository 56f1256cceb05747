package app

import (
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// NextStep is a command line for a person to run next. It names the log where this run was given
// --log; otherwise the next run would use another log.
func NextStep(a *App, line string) string { return nextLine(line, a.Flags.Log) }

// Next is [NextStep] for a page, which holds the log that --log named.
func Next(p *term.Page, line string) string { return nextLine(line, p.Log) }

func nextLine(line, log string) string {
	if log == "" {
		return line
	}
	return line + " --log " + ShellWord(log)
}

// ShellWord quotes a word for a shell.
func ShellWord(s string) string {
	if strings.IndexFunc(s, meansMoreToShells) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func meansMoreToShells(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80
	return !letter && !strings.ContainsRune(`_-./:\\`, r)
}
