package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// CanAsk reports whether a person is there to answer.
func CanAsk(a *App) bool { return a.InTerminal && a.Format == FormatText }

// Agreed asks a person a question; every answer but yes is no.
func Agreed(a *App, question string) (bool, error) {
	fmt.Fprintf(a.Err, "%s [y/N] ", term.Printable(question))
	answer, err := bufio.NewReader(a.In).ReadString('\n')
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.Err)
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
