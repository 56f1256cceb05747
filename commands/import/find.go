package importing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
)

// AnyAgent is the source of a search for the recordings of all agents.
const AnyAgent = "auto"

// ReasonExport is why the export of a log is refused: [Copy] copies it.
const ReasonExport = "an export of a log"

// Found is what a search for recordings found.
type Found struct {
	Files   []ImportFile
	Sources []FoundSource
	Other   PassedOver
	Left    int // files and folders that an exclusion left out
	// Refused are files that may be recordings, or that the person named, and that no reader
	// accepts.
	Refused []UnreadableLine
}

// PassedOver are files in folders that are not recordings of the agents.
type PassedOver struct {
	Files int
	Named []string // the first mostPassedOver
}

// mostPassedOver is how many of the skipped files are named.
const mostPassedOver = 1000

func (p *PassedOver) add(name string) {
	if p.Files++; p.Files <= mostPassedOver {
		p.Named = append(p.Named, name)
	}
}

// FoundSource counts the recordings of one agent in one folder.
type FoundSource struct {
	Agent  string `json:"agent"`
	Folder string `json:"folder"`
	Files  int    `json:"files"`
	Bytes  int64  `json:"bytes"`
}

// Finder looks for recordings by their content. Not safe for concurrent use.
type Finder struct {
	ctx     context.Context
	agents  []producers.Agent
	from    string // AnyAgent or a source
	exclude []exclusion
	seen    map[string]bool
	found   Found
}

// exclusion is a pattern of files and folders to leave out.
type exclusion struct {
	pattern string
	used    bool // something in a folder matched it
}

// NewFinder makes a search for the recordings of agents; each sees the content of a file, in their
// order. from is the source of one of them, or [AnyAgent]. exclude are patterns as [filepath.Match]
// has them, for the name or the whole path of what is in a folder; one that is malformed matches
// nothing.
func NewFinder(ctx context.Context, agents []producers.Agent, from string, exclude []string) *Finder {
	f := &Finder{ctx: ctx, agents: agents, from: from, seen: map[string]bool{}}
	for _, pattern := range exclude {
		f.exclude = append(f.exclude, exclusion{pattern: pattern})
	}
	return f
}

// Found returns what was found so far; the caller may change its lists after the search.
func (f *Finder) Found() *Found { return &f.found }

// Unused lists the exclusions that matched nothing, in the order in which they were given.
func (f *Finder) Unused() (patterns []string) {
	for _, e := range f.exclude {
		if !e.used {
			patterns = append(patterns, e.pattern)
		}
	}
	return patterns
}

// Known searches the known folders of each agent. env returns a variable of the environment; home
// is the person's folder, "" when not known.
//
// Errors: those of the file system; context.Canceled.
func (f *Finder) Known(env func(string) string, home string) error {
	for _, ag := range f.agents {
		if f.from != AnyAgent && f.from != ag.Reader.Source() {
			continue
		}
		for _, folder := range ag.Folders(env, home) {
			if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := f.knownFolder(folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// knownFolder searches a known folder of an agent, which the person did not name.
func (f *Finder) knownFolder(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		return f.file(filepath.Dir(path), path, info.Size(), false)
	}
	return f.Path(path)
}

// Path adds a file, or each recording in a folder.
//
// Errors: those of the file system for the path itself; what cannot be read in a folder is refused,
// see [Found]. Kind filesystem for a path that is neither a file nor a folder. context.Canceled.
func (f *Finder) Path(path string) error {
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
	return f.folder(path)
}

// folder adds each recording in a folder and below. Links to files count as files; those to folders
// are not followed, except for the folder itself.
func (f *Finder) folder(path string) error {
	root := path
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if root, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case f.ctx.Err() != nil:
			return f.ctx.Err()
		case err != nil && name == root:
			return err
		case err != nil:
			f.refuse(name, err.Error())
			return nil
		case d.IsDir() && (d.Name() == ".git" || f.excluded(name)):
			return filepath.SkipDir
		case d.IsDir() || f.excluded(name):
			return nil
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil // removed since the folder was read, or a dangling link
		}
		return f.file(path, name, info.Size(), false)
	})
}

func (f *Finder) excluded(name string) bool {
	for i := range f.exclude {
		e := &f.exclude[i]
		base, _ := filepath.Match(e.pattern, filepath.Base(name))
		whole, _ := filepath.Match(e.pattern, name)
		if base || whole {
			e.used = true
			f.found.Left++
			return true
		}
	}
	return false
}

// file adds a recording; named reports that the person named this very file.
func (f *Finder) file(folder, name string, size int64, named bool) error {
	if f.seen[name] {
		return nil
	}
	f.seen[name] = true
	if !named && besideDatabase(name) {
		return nil
	}
	whose, why, err := f.look(name, named)
	if err != nil && named {
		return err
	}
	switch {
	case whose.agent != nil:
		found := whose.file(name, named)
		if own := f.answeredIn(name, found.Source); own != "" {
			found = found.answered(own)
		}
		f.found.Files = append(f.found.Files, found)
		f.count(whose.agent.Title, folder, size+whose.beside(name))
	case err != nil:
		f.refuse(name, err.Error())
	case why != "" && (named || mayBeRecording(name) || mayBeDatabase(name)):
		f.refuse(name, why)
	case named:
		f.refuse(name, "not a recording"+OfWanted(f.from))
	default:
		f.found.Other.add(name)
	}
	return nil
}

func (f *Finder) refuse(name, why string) {
	f.found.Refused = append(f.found.Refused, UnreadableLine{File: name, Reason: why})
}

func (f *Finder) count(title, folder string, size int64) {
	for i := range f.found.Sources {
		if s := &f.found.Sources[i]; s.Agent == title && s.Folder == folder {
			s.Files, s.Bytes = s.Files+1, s.Bytes+size
			return
		}
	}
	f.found.Sources = append(f.found.Sources, FoundSource{title, folder, 1, size})
}

// claim is the agent of a recording, and whether the recording is a database.
type claim struct {
	agent    *producers.Agent // nil for none
	database bool             // one of its databases
}

// file is the recording to import. A file that the person named must have records; of files that a
// search finds, some kinds have none by design.
func (c claim) file(name string, named bool) (f ImportFile) {
	if c.database {
		f = databaseFile(name, c.agent)
	} else {
		f = Recording(name, c.agent.Reader, func() (io.ReadCloser, error) { return OpenRecording(name) })
	}
	if !named {
		f.Silent = c.agent.Silent
	}
	return f
}

// beside is how many bytes of other files are read with the recording.
func (c claim) beside(name string) int64 {
	if !c.database {
		return 0
	}
	return database.Ahead(name)
}

// look returns the agent whose format the content is in; why is what prevents that. The source
// leaves out the recordings of other agents, and decides about a named file whose agent cannot be
// determined. An empty file that may be a recording counts as one without lines.
func (f *Finder) look(name string, named bool) (whose claim, why string, err error) {
	in, err := OpenRecording(name)
	if err != nil {
		return claim{}, "", err
	}
	defer in.Close()
	head, why, err := producers.Head(in)
	if ofFilesystem(err) {
		return claim{}, "", err
	}
	if database.Is(head) {
		return f.lookInto(name)
	}
	ag, err := f.whose(head, in, err)
	switch {
	case ag != nil:
		return claim{agent: f.among(ag)}, "", nil
	case ofFilesystem(err):
		return claim{}, "", err
	case err != nil:
		return claim{}, err.Error(), nil
	case why != "":
		return claim{}, why, nil
	case len(head) == 0 && (named || mayBeRecording(name)):
		return claim{agent: f.chosen(&f.agents[0])}, "", nil
	case named:
		whose = claim{agent: f.chosen(nil)}
		if whose.agent == nil && isExport(head) {
			why = ReasonExport
		}
		return whose, why, nil
	}
	return claim{}, "", nil
}

// whose returns the agent whose format an input is in, nil for none: the head decides, or more of
// the input where its first value is longer. broken is what ended the reading of the head.
func (f *Finder) whose(head []byte, in io.Reader, broken error) (*producers.Agent, error) {
	if ag := f.knows(head); ag != nil || broken != nil {
		return ag, broken
	}
	long, more, err := producers.LongHead(head, in)
	if !more {
		return nil, err
	}
	return f.knows(long), err
}

func (f *Finder) knows(head []byte) *producers.Agent {
	for i := range f.agents {
		if f.agents[i].Reader.Sniff(head) {
			return &f.agents[i]
		}
	}
	return nil
}

// among is the agent, nil for one that the source leaves out.
func (f *Finder) among(ag *producers.Agent) *producers.Agent {
	if f.from != AnyAgent && f.from != ag.Reader.Source() {
		return nil
	}
	return ag
}

// chosen returns the agent that the source names, under [AnyAgent] the other one.
func (f *Finder) chosen(otherwise *producers.Agent) *producers.Agent {
	for i := range f.agents {
		if f.agents[i].Reader.Source() == f.from {
			return &f.agents[i]
		}
	}
	return otherwise
}

// OfWanted names, for a message, the agent of a source.
func OfWanted(from string) string {
	if from == AnyAgent {
		return " that claw reads"
	}
	return " of " + from
}

// isExport reports whether a file that begins with head is the export of a log.
func isExport(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	_, err := eventlog.ParseLine(line)
	return err == nil
}

// ofFilesystem reports whether the file is the cause of an error, rather than its content.
func ofFilesystem(err error) bool {
	var path *fs.PathError
	var link *os.LinkError
	return errors.As(err, &path) || errors.As(err, &link)
}
