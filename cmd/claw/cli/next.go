package cli

import "strings"

// next is a command line for a person to type after this one. It names the log where
// this run was told of it by --log: without that, the next one looks elsewhere.
func (a *app) next(line string) string { return nextLine(line, a.flags.log) }

func (p *page) next(line string) string { return nextLine(line, p.log) }

func nextLine(line, log string) string {
	if log == "" {
		return line
	}
	return line + " --log " + shellWord(log)
}

// shellWord is a word as a shell takes it.
func shellWord(s string) string {
	if strings.IndexFunc(s, meansMoreToShells) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func meansMoreToShells(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80
	return !letter && !strings.ContainsRune(`_-./:\\`, r)
}
