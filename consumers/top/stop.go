package top

import (
	"io"

	tea "charm.land/bubbletea/v2"
)

// suspend leaves the terminal as it was, stops the program until the shell continues it, and draws the screen
// again.
func suspend() tea.Cmd { return tea.Exec(stopped{}, nil) }

// stopped is what has the terminal while the program is stopped. It implements [tea.ExecCommand].
type stopped struct{}

// Run implements [tea.ExecCommand].
func (stopped) Run() error {
	stop()
	return nil
}

// SetStdin implements [tea.ExecCommand].
func (stopped) SetStdin(io.Reader) {}

// SetStdout implements [tea.ExecCommand].
func (stopped) SetStdout(io.Writer) {}

// SetStderr implements [tea.ExecCommand].
func (stopped) SetStderr(io.Writer) {}
