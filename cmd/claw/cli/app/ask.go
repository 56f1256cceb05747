package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// CanAsk reports whether a person can answer.
func CanAsk(a *App) bool { return a.InTerminal && a.Format == FormatText }

// Agreed asks a person a question; every answer but yes is no.
func Agreed(a *App, question string) (bool, error) {
	fmt.Fprintf(a.Err, "%s [y/N] ", term.Printable(question))
	answer, err := line(a.In)
	if err != nil {
		fmt.Fprintln(a.Err) // no Enter ended the line of the question
	}
	if errors.Is(err, context.Canceled) {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// line reads one line and nothing behind it: the next question reads on there.
func line(in io.Reader) (string, error) {
	var text []byte
	for one := make([]byte, 1); ; {
		n, err := in.Read(one)
		if n > 0 && one[0] != '\n' {
			text = append(text, one[0])
		}
		if err != nil || n > 0 && one[0] == '\n' {
			return string(text), err
		}
	}
}
