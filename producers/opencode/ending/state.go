package ending

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// The states in which a call has ended.
const (
	Completed lenient.Word = "completed"
	Error     lenient.Word = "error"
)

// Aborted is the name of the error with which an answer ends that a person broke off.
const Aborted lenient.Word = "MessageAbortedError"

// Times are milliseconds since 1970.
type Times = lenient.Object[struct {
	Created   lenient.Whole `json:"created"`
	Completed lenient.Whole `json:"completed"`
	Start     lenient.Whole `json:"start"`
	End       lenient.Whole `json:"end"`
}]

// State is how far a call has come.
type State struct {
	Status   lenient.Word   `json:"status"`
	Input    jsontext.Value `json:"input"`
	Output   lenient.Word   `json:"output"`
	Error    lenient.Word   `json:"error"`
	Metadata jsontext.Value `json:"metadata"`
	Time     Times          `json:"time"`
	Files    lenient.List[struct {
		Mime lenient.Word `json:"mime"`
	}] `json:"attachments"`
}

// Details are the members of a call's metadata that have a place in an event. Each
// tool has its own.
type Details struct {
	Exit        lenient.Int  `json:"exit"`
	Truncated   lenient.Flag `json:"truncated"`
	Interrupted lenient.Flag `json:"interrupted"`
	SessionID   lenient.Word `json:"sessionId"` // of the subagent that the call started
	FilePath    lenient.Word `json:"filepath"`
	FileDiff    diff         `json:"filediff"`
	Results     lenient.List[struct {
		FileDiff diff `json:"filediff"`
	}] `json:"results"`
	Files lenient.List[struct {
		Path lenient.Word `json:"filePath"`
	}] `json:"files"`
}

type diff = lenient.Object[struct {
	File lenient.Word `json:"file"`
}]

// account gathers what the record states about a call that returned.
func account(tool lenient.Word, s *State, d *Details) domain.ToolResult {
	r := domain.ToolResult{Name: Name(tool), ExitCode: d.Exit.Pointer(), Output: producers.Text(string(s.Output)), Truncated: bool(d.Truncated),
		DurationMS: max(0, int64(s.Time.V.End-s.Time.V.Start)), Paths: d.paths(tool)}
	if tool != "bash" { // whose metadata repeat the output
		r.Result, r.Raw = producers.Foreign(s.Metadata)
	}
	for _, f := range s.Files {
		if len(f.Mime) > 6 && f.Mime[:6] == "image/" {
			r.Images++
		}
	}
	return r
}

// paths returns the files that the call reports as written.
func (d *Details) paths(tool lenient.Word) []domain.Path {
	var written []lenient.Word
	switch tool {
	case "write":
		written = append(written, d.FilePath)
	case "edit":
		written = append(written, d.FileDiff.V.File)
	case "multiedit":
		for _, r := range d.Results {
			written = append(written, r.FileDiff.V.File)
		}
	case "apply_patch", "patch":
		for _, f := range d.Files {
			written = append(written, f.Path)
		}
	}
	var paths []domain.Path
	for _, p := range written {
		if p != "" && len(paths) < 100 {
			paths = append(paths, domain.Path(producers.Short(p)))
		}
	}
	return paths
}

// Name returns the name under which a call is recorded.
func Name(tool lenient.Word) string {
	if tool == "" {
		return "unknown"
	}
	return producers.Short(tool)
}
