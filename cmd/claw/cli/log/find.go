package logcmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
	"github.com/clawable/claw/producers/gitrepo"
)

// found is what a search for recordings came to.
type found struct {
	files   []importing.ImportFile
	sources []foundSource
	other   passedOver
	left    int // files and folders that --exclude left out
	// refused are files named by the person that no reader takes.
	refused []importing.UnreadableLine
	Clones  []*gitrepo.Clone
}

// passedOver are files in folders that are no recordings of the agents that are looked for.
type passedOver struct {
	Files int      `json:"files"`
	Named []string `json:"named"` // the first mostPassedOver
}

// mostPassedOver is how many files that are passed over are named.
const mostPassedOver = 1000

func (p *passedOver) add(name string) {
	if p.Files++; p.Files <= mostPassedOver {
		p.Named = append(p.Named, name)
	}
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
	ctx     context.Context
	agents  []producers.Agent
	from    string // "auto" or a source
	exclude []exclusion
	seen    map[string]bool
	found   found
}

// exclusion is a pattern of --exclude.
type exclusion struct {
	pattern string
	used    bool // something in a folder matched it
}

func newFinder(ctx context.Context, from string, exclude []string) (*finder, error) {
	patterns := make([]exclusion, 0, len(exclude))
	for _, pattern := range exclude {
		patterns = append(patterns, exclusion{pattern: pattern})
		if _, err := filepath.Match(pattern, "x"); err != nil {
			return nil, app.UsageError("parse arguments", "--exclude "+pattern, "is no pattern", "patterns are shell globs, such as *.bak or */scratch/*")
		}
	}
	return &finder{ctx: ctx, agents: Agents(), from: from, exclude: patterns, seen: map[string]bool{}}, nil
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
			if err := f.kept(folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// kept takes a place where an agent keeps recordings, which nobody named.
func (f *finder) kept(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		return f.file(filepath.Dir(path), path, info.Size(), false)
	}
	return f.path(path)
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
	return f.folder(path)
}

// folder takes each recording in a folder and below. Links to files count as files;
// those to folders are not followed, but for the folder itself.
func (f *finder) folder(path string) error {
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
			return nil // gone since the folder was read, or a link to nothing that is read
		}
		return f.file(path, name, info.Size(), false)
	})
}

func (f *finder) excluded(name string) bool {
	for i := range f.exclude {
		e := &f.exclude[i]
		base, _ := filepath.Match(e.pattern, filepath.Base(name))
		whole, _ := filepath.Match(e.pattern, name)
		if base || whole {
			e.used = true
			f.found.left++
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
	if !named && besideDatabase(name) {
		return nil
	}
	whose, why, err := f.look(name, named)
	if err != nil && named {
		return err
	}
	switch {
	case whose.agent != nil:
		f.found.files = append(f.found.files, whose.file(name, named))
		f.count(whose.agent.Title, folder, size+whose.beside(name))
	case err != nil:
		f.refuse(name, err.Error())
	case why != "" && (named || mayBeRecording(name) || mayBeDatabase(name)):
		f.refuse(name, why)
	case named:
		f.refuse(name, "not a recording"+ofWanted(f.from))
	default:
		f.found.other.add(name)
	}
	return nil
}

func (f *finder) refuse(name, why string) {
	f.found.refused = append(f.found.refused, importing.UnreadableLine{File: name, Reason: why})
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

// claim says of which agent a recording is.
type claim struct {
	agent    *producers.Agent // nil for none
	database bool             // one of its databases
}

// file is the recording to import. One that the person named must say something; of those
// that a search finds, some are known to say nothing.
func (c claim) file(name string, named bool) (f importing.ImportFile) {
	if c.database {
		f = databaseFile(name, c.agent)
	} else {
		f = importing.Recording(name, c.agent.Reader, func() (io.ReadCloser, error) { return openRecording(name) })
	}
	if !named {
		f.Silent = c.agent.Silent
	}
	return f
}

// beside is how many bytes are read along from beside the recording.
func (c claim) beside(name string) int64 {
	if !c.database {
		return 0
	}
	return database.Ahead(name)
}

// look returns whose format the content is in; why says what keeps the content from being told. --from leaves out what is another agent's, and
// says whose a named file is that cannot be told. An empty file that may be a
// recording counts as one without lines.
func (f *finder) look(name string, named bool) (whose claim, why string, err error) {
	in, err := openRecording(name)
	if err != nil {
		return claim{}, "", err
	}
	defer in.Close()
	head, why, err := producers.Head(in)
	if app.FilesystemError(err) != nil {
		return claim{}, "", err
	}
	if database.Is(head) {
		return f.lookInto(name)
	}
	ag, err := f.whose(head, in, err)
	switch {
	case ag != nil:
		return claim{agent: f.among(ag)}, "", nil
	case app.FilesystemError(err) != nil:
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
			why = "an export of a log, which claw log import copies"
		}
		return whose, why, nil
	}
	return claim{}, "", nil
}

// whose returns the agent whose format an input is in, nil for none: the head decides, or more of the
// input where its first value is longer. broken is what ended the reading of the head.
func (f *finder) whose(head []byte, in io.Reader, broken error) (*producers.Agent, error) {
	if ag := f.knows(head); ag != nil || broken != nil {
		return ag, broken
	}
	long, more, err := producers.LongHead(head, in)
	if !more {
		return nil, err
	}
	return f.knows(long), err
}

func (f *finder) knows(head []byte) *producers.Agent {
	for i := range f.agents {
		if f.agents[i].Reader.Sniff(head) {
			return &f.agents[i]
		}
	}
	return nil
}

// among is the agent, nil for one that --from leaves out.
func (f *finder) among(ag *producers.Agent) *producers.Agent {
	if f.from != "auto" && f.from != ag.Reader.Source() {
		return nil
	}
	return ag
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

// ofWanted says whose recordings are looked for.
func ofWanted(from string) string {
	if from == "auto" {
		return " that claw reads"
	}
	return " of " + from
}

// nothingFound says that the paths, or without them the known folders, hold no recording,
// and what they hold else.
func (f *finder) nothingFound(paths []string) error {
	e := &domain.Error{Kind: domain.ErrNotFound, Operation: "import", Message: "no recorded session was found", Hint: "name a file or folder: claw import PATH"}
	if len(paths) == 0 {
		e.Target = "known folders"
		e.Hint += "; or say where the agent keeps them, such as CLAUDE_CONFIG_DIR or CODEX_HOME"
	}
	if n := f.found.other.Files; n > 0 {
		e.Message += "; " + term.Many(n, "file") + " passed over, no recordings" + ofWanted(f.from)
	}
	if f.found.left > 0 {
		e.Message += "; --exclude left out " + strconv.Itoa(f.found.left)
	}
	return e
}
