package view

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/timeline"
)

// about is what a call was about, in one line: its command, else the first of its files, whose name is the last to be
// cut.
func about(command string, lists ...[]string) term.Cell {
	if command != "" {
		line, rest, _ := strings.Cut(strings.TrimSpace(command), "\n")
		if rest != "" {
			line += " …"
		}
		return term.Plain(timeline.Bounded(line))
	}
	for _, list := range lists {
		if len(list) > 0 {
			return term.Cell{Text: shortPath(domain.Path(list[0])), Tail: true}
		}
	}
	return term.Plain("")
}

// told is an error line as a cell, without the tag in which Claude Code wraps the errors of its tools.
func told(line string) term.Cell {
	if text, tagged := strings.CutPrefix(line, "<tool_use_error>"); tagged {
		line = strings.TrimSuffix(text, "</tool_use_error>")
	}
	return term.Styled(line, term.StyleRed)
}

// errorLine returns the line that describes an error in what events record about it, "" where none
// has words. Erased words are reported as erased.
func errorLine(a *app.App, events []domain.EventID) (string, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return "", err
	}
	erased := false
	for i := len(events) - 1; i >= 0; i-- {
		e, err := log.Get(a.Ctx, events[i])
		if errors.Is(err, eventlog.ErrNotFound) || errors.Is(err, eventlog.ErrCorrupt) {
			continue // the list does without its words, and claw log verify reports it
		}
		if err != nil {
			return "", err
		}
		erased = erased || e.Erased
		if line := toldError(e.Data); line != "" {
			return line, nil
		}
	}
	if erased {
		return "(erased)", nil
	}
	return "", nil
}

// toldError returns the line that describes an error in the data of an event: of what it wrote to
// standard error, of its output, or its message.
func toldError(data []byte) string {
	var said struct {
		Stderr  jsontext.Value `json:"stderr"`
		Output  jsontext.Value `json:"output"`
		Message jsontext.Value `json:"message"`
		Reason  jsontext.Value `json:"reason"`
	}
	if json.Unmarshal(data, &said) != nil {
		return ""
	}
	for _, value := range []jsontext.Value{said.Stderr, said.Output, said.Message, said.Reason} {
		var text string
		if value.Kind() == '"' && json.Unmarshal(value, &text) == nil {
			if line := timeline.Telling(text); line != "" {
				return line
			}
		}
	}
	return ""
}
