package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// found is what a search for recordings came to.
type found struct {
	files   []commands.ImportFile
	sources []foundSource
	other   int // files in folders that are no recordings
	// refused are files named by the person that no reader takes.
	refused []commands.UnreadableLine
}

// foundSource counts the recordings of one agent in one folder.
type foundSource struct {
	Agent  string `json:"agent"`
	Folder string `json:"folder"`
	Files  int    `json:"files"`
	Bytes  int64  `json:"bytes"`
}

// finder looks for recordings.
type finder struct {
	agents  []producers.Agent
	from    string // "auto" or a source
	exclude []string
	seen    map[string]bool
	found   found
}

func newFinder(from string, exclude []string) (*finder, error) {
	if from != "auto" && !slices.Contains(agentNames(), from) {
		return nil, usageError("parse arguments", "--from "+from, "unknown agent", "auto, "+joinWords(agentNames()))
	}
	for _, pattern := range exclude {
		if _, err := filepath.Match(pattern, "x"); err != nil {
			return nil, usageError("parse arguments", "--exclude "+pattern, "is no pattern", "patterns are shell globs, such as *.bak or */scratch/*")
		}
	}
	return &finder{agents: agents(), from: from, exclude: exclude, seen: map[string]bool{}}, nil
}

// known searches the folders where each agent keeps its recordings.
func (f *finder) known(env func(string) string, home string) error {
	for _, ag := range f.agents {
		if f.from != "auto" && f.from != ag.Reader.Source() {
			continue
		}
		for _, folder := range ag.Folders(env, home) {
			if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := f.path(folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// path takes a file as it is, or each recording in a folder.
func (f *finder) path(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return &domain.Error{Kind: domain.ErrFilesystem, Operation: "import", Target: path,
			Message: "is neither a file nor a folder", Hint: "name a recording or a folder of recordings"}
	}
	if !info.IsDir() {
		return f.file(path, path, info.Size(), true)
	}
	return filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == path:
			return err
		case err != nil:
			f.found.refused = append(f.found.refused, commands.UnreadableLine{File: name, Reason: err.Error()})
			return nil
		case d.IsDir() && (d.Name() == ".git" || f.excluded(name)):
			return filepath.SkipDir
		case !d.Type().IsRegular() || f.excluded(name):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // gone since the folder was read
		}
		return f.file(path, name, info.Size(), false)
	})
}

func (f *finder) excluded(name string) bool {
	for _, pattern := range f.exclude {
		base, _ := filepath.Match(pattern, filepath.Base(name))
		whole, _ := filepath.Match(pattern, name)
		if base || whole {
			return true
		}
	}
	return false
}

// file adds a recording; named says that the person named this very file.
func (f *finder) file(folder, name string, size int64, named bool) error {
	if f.seen[name] {
		return nil
	}
	f.seen[name] = true
	ag, err := f.sniff(name, size, named)
	switch {
	case err != nil && named:
		return err
	case err != nil:
		f.found.refused = append(f.found.refused, commands.UnreadableLine{File: name, Reason: err.Error()})
		return nil
	case ag == nil && named:
		f.found.refused = append(f.found.refused, commands.UnreadableLine{File: name, Reason: "not a recording of " + f.wanted()})
		return nil
	case ag == nil:
		f.found.other++
		return nil
	}
	f.found.files = append(f.found.files, commands.ImportFile{Name: name, Reader: ag.Reader,
		Open: func() (io.ReadCloser, error) { return os.Open(name) }})
	f.count(ag.Title, folder, size)
	return nil
}

func (f *finder) count(title, folder string, size int64) {
	for i := range f.found.sources {
		if s := &f.found.sources[i]; s.Agent == title && s.Folder == folder {
			s.Files, s.Bytes = s.Files+1, s.Bytes+size
			return
		}
	}
	f.found.sources = append(f.found.sources, foundSource{title, folder, 1, size})
}

// sniffBytes is how much of a file decides its format.
const sniffBytes = 64 << 10

// sniff returns the agent whose format the content is in, nil for none. --from
// leaves out what is another agent's, and says whose a named file is that cannot be
// told. An empty file that may be a recording counts as one without lines.
func (f *finder) sniff(name string, size int64, named bool) (*producers.Agent, error) {
	if size == 0 && (named || filepath.Ext(name) == ".jsonl") {
		return f.chosen(&f.agents[0]), nil
	}
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	head := make([]byte, min(sniffBytes, size))
	n, err := io.ReadFull(in, head)
	if err != nil && !(errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		return nil, err
	}
	for i := range f.agents {
		ag := &f.agents[i]
		if ag.Reader.Sniff(head[:n]) || ag.Packed != "" && strings.HasSuffix(name, ag.Packed) {
			if f.from != "auto" && f.from != ag.Reader.Source() {
				return nil, nil
			}
			return ag, nil
		}
	}
	if named {
		return f.chosen(nil), nil
	}
	return nil, nil
}

// chosen returns the agent that --from names, under auto the other one.
func (f *finder) chosen(otherwise *producers.Agent) *producers.Agent {
	for i := range f.agents {
		if f.agents[i].Reader.Source() == f.from {
			return &f.agents[i]
		}
	}
	return otherwise
}

// wanted names the agents whose recordings are looked for.
func (f *finder) wanted() string {
	if f.from == "auto" {
		return joinWords(agentNames())
	}
	return f.from
}

func nothingFound() error {
	return &domain.Error{Kind: domain.ErrNotFound, Operation: "import", Message: "no recorded session was found",
		Hint: "name a file or folder: claw import PATH"}
}
