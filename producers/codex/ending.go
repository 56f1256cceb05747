package codex

import (
	"github.com/clawable/claw/domain"
)

// status is how a call ended.
type status int

const (
	completed status = iota
	failed
	denied
	timedOut
	canceled
)

// ending is what a record states about the end of a call.
type ending struct {
	status     status
	why        domain.ToolErrorKind // of a failed one
	by         domain.DeniedBy      // of a denied one
	exit       *int
	output     string
	stderr     string
	result     domain.JSON
	raw        bool
	images     int
	durationMS int64
	truncated  bool
	paths      []domain.Path
	process    string // that continues, by number
}

// payload returns the ending as an event of the call named name.
func (end ending) payload(name string) domain.Payload {
	r := domain.ToolResult{
		Name: name, ExitCode: end.exit, Output: text(end.output), Stderr: text(end.stderr), Result: end.result, Raw: end.raw,
		Images: end.images, DurationMS: end.durationMS, Truncated: end.truncated, Paths: end.paths, Background: end.process,
	}
	switch end.status {
	case failed:
		return domain.ToolFailed{ToolResult: r, ErrorKind: end.why}
	case denied:
		return domain.ToolDenied{Name: name, By: end.by, Reason: text(end.output)}
	case timedOut:
		return domain.ToolTimedOut{ToolResult: r}
	case canceled:
		return domain.ToolCanceled{Name: name, Reason: "user_interrupt", Output: text(end.output)}
	case completed:
	}
	return domain.ToolCompleted{ToolResult: r}
}

// end records how the call ended, if no earlier record did: later records are
// about its process.
func (e *entry) end(id string, end ending) {
	c := e.calls[id]
	if c == nil || id == redacted {
		c = &call{} // its request is not in the file
		if id != "" && id != redacted {
			e.calls[id] = c
		}
	}
	e.follow(id, c, end)
	if !c.ended {
		c.ended = true
		e.add("ended", itemID(id), end.payload(c.name))
		return
	}
	e.add("output", itemID(id), domain.ToolOutput{Name: c.name, Text: text(end.output), ExitCode: end.exit})
	if end.stderr != "" {
		e.add("stderr", itemID(id), domain.ToolOutput{Name: c.name, Stream: "stderr", Text: text(end.stderr)})
	}
}

// follow remembers which call started the process that continues.
func (e *entry) follow(id string, c *call, end ending) {
	if end.process == "" || id == "" || id == redacted {
		return
	}
	if c.continues != "" {
		return // the process of an earlier call
	}
	e.processes[end.process] = domain.ItemID(name(id))
}
