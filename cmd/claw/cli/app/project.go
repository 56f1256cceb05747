package app

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/producers"
)

// project is the file of a project, and how far claw follows it: its author is not the user who
// runs claw.
type project struct {
	Folder   string // links resolved
	file     string
	Digest   string // SHA-256 of the file, hex
	named    string // the log as the file names it, "" for none
	Log      string // the same as a URL, links resolved; "" for none
	Standing standing
	content  producers.Content // "" when the file does not set it
}

// standing is how far claw follows a project's file.
type standing string

const (
	StandingInside    standing = "inside"    // names nothing outside the project: followed
	StandingTrusted   standing = "trusted"   // names a log elsewhere, which the person trusted
	standingUntrusted standing = "untrusted" // names a log elsewhere: refused
	standingChanged   standing = "changed"   // names a log elsewhere, and is not the file or the log that the person trusted
)

// Says explains a standing to people, "" where none is needed.
func (s standing) Says() string {
	switch s {
	case StandingTrusted:
		return " (outside the project; trusted by you)"
	case standingUntrusted:
		return " (outside the project; not trusted: claw trust)"
	case standingChanged:
		return " (outside the project; changed since you trusted it: claw trust)"
	case StandingInside:
	}
	return ""
}

// ProjectFile finds .claw/config.toml in the working folder or one above it.
func ProjectFile(a *App) (string, bool) {
	for dir := a.Dir; dir != ""; {
		if file := ProjectFileOf(dir); settingsAt(file) {
			return file, true
		}
		parent := filepath.Dir(dir)
		if parent == dir || dir == a.Home {
			break
		}
		dir = parent
	}
	return "", false
}

// ProjectFileOf is the settings file of the project in folder.
func ProjectFileOf(folder string) string { return filepath.Join(folder, ".claw", "config.toml") }

// ReadProject reads a project's file and decides how far to follow it. The file is read once, so
// that the log and its trust are of the same text.
func ReadProject(a *App, file string) (project, error) {
	text, err := readSettings(file)
	if err != nil {
		return project{}, err
	}
	c, err := parseConfig(file, text, false)
	if err != nil {
		return project{}, err
	}
	digest := sha256.Sum256(text)
	p := project{Folder: Canonical(filepath.Dir(filepath.Dir(file))), file: file, named: c.Log,
		Digest: hex.EncodeToString(digest[:]), Standing: StandingInside, content: c.Content}
	if c.Log == "" {
		return p, nil
	}
	p.Log = absolute(a, c.Log, filepath.Dir(filepath.Dir(file)))
	if path, ok := strings.CutPrefix(p.Log, "sqlite:"); ok {
		real, whole := files.Resolved(path)
		p.Log = "sqlite:" + real
		if whole && Inside(p.Folder, real) {
			return p, nil
		}
	}
	p.Standing, err = trustIn(a, p)
	return p, err
}

// trustIn compares the log that a project names outside itself with the log that the person
// trusted.
func trustIn(a *App, p project) (standing, error) {
	said, err := readTrust(a, p.Folder)
	switch {
	case err != nil || said == nil:
		return standingUntrusted, err
	case said.Digest != p.Digest || said.Log != p.Log:
		return standingChanged, nil
	}
	return StandingTrusted, nil
}

// refusal is why the project's log is not used, nil when it is.
func (p project) refusal() error {
	says, again := "is outside the project; a project's file may name only paths inside it until you trust the folder", ""
	switch p.Standing {
	case StandingInside, StandingTrusted:
		return nil
	case standingChanged:
		says = "is outside the project, and not what you trusted: the file, or where it leads, has changed since"
		again = "look at the file; "
	case standingUntrusted:
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "read project file", Target: p.file,
		Message: "log = " + quote(p.named) + " " + says,
		Hint:    again + "to use that log say so yourself, once: --log " + p.Log + ", or always: claw trust " + p.Folder}
}

// Inside reports whether path is in folder; both have their links resolved.
func Inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// Canonical is a path with its links resolved as far as they exist.
func Canonical(path string) string {
	real, _ := files.Resolved(path)
	return real
}
