package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
)

// canAsk reports whether a person is there to answer.
func (a *app) canAsk() bool { return a.InTerminal && a.format == formatText }

// agreed asks a person; anything but yes is no.
func (a *app) agreed(question string) (bool, error) {
	fmt.Fprintf(a.Err, "%s [y/N] ", printable(question))
	answer, err := bufio.NewReader(a.In).ReadString('\n')
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(a.Err)
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
