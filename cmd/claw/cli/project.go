package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// project is what the file of a project says, and how far it is followed: whoever
// wrote it is not the person who runs claw.
type project struct {
	folder   string // links resolved
	file     string
	digest   string // SHA-256 of the file, hex
	named    string // the log as the file names it, "" for none
	log      string // the same as a URL, links resolved; "" for none
	standing standing
	content  producers.Content // "" when the file says none
}

// standing is how far a project's file is followed.
type standing string

const (
	standingInside    standing = "inside"    // names nothing outside the project: followed
	standingTrusted   standing = "trusted"   // names a log elsewhere, and the person said yes to that
	standingUntrusted standing = "untrusted" // names a log elsewhere: refused
	standingChanged   standing = "changed"   // the same, and what the person said yes to was another
)

// says explains a standing to people, where it wants an explanation.
func (s standing) says() string {
	switch s {
	case standingTrusted:
		return " (outside the project; trusted by you)"
	case standingUntrusted:
		return " (outside the project; not trusted: claw trust)"
	case standingChanged:
		return " (outside the project; changed since you trusted it: claw trust)"
	case standingInside:
	}
	return ""
}

// projectFile finds .claw/config.toml in the working folder or one above it.
func (a *app) projectFile() (string, bool) {
	for dir := a.Dir; dir != ""; {
		if file := projectFileOf(dir); settingsAt(file) {
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

func projectFileOf(folder string) string { return filepath.Join(folder, ".claw", "config.toml") }

// readProject reads a project's file and says how far to follow it: what it names,
// and what is trusted, is read once, so that both are of the same text.
func (a *app) readProject(file string) (project, error) {
	text, err := readSettings(file)
	if err != nil {
		return project{}, err
	}
	c, err := parseConfig(file, text)
	if err != nil {
		return project{}, err
	}
	digest := sha256.Sum256(text)
	p := project{folder: canonical(filepath.Dir(filepath.Dir(file))), file: file, named: c.Log,
		digest: hex.EncodeToString(digest[:]), standing: standingInside, content: c.Content}
	if c.Log == "" {
		return p, nil
	}
	p.log = a.absolute(c.Log, filepath.Dir(filepath.Dir(file)))
	if path, ok := strings.CutPrefix(p.log, "sqlite:"); ok {
		real, whole := resolved(path)
		p.log = "sqlite:" + real
		if whole && inside(p.folder, real) {
			return p, nil
		}
	}
	p.standing, err = a.trustIn(p)
	return p, err
}

// trustIn compares what a project names outside itself with what the person said yes to.
func (a *app) trustIn(p project) (standing, error) {
	said, err := a.readTrust(p.folder)
	switch {
	case err != nil || said == nil:
		return standingUntrusted, err
	case said.Digest != p.digest || said.Log != p.log:
		return standingChanged, nil
	}
	return standingTrusted, nil
}

// refusal is why the project's log is not used, nil when it is.
func (p project) refusal() error {
	says, again := "is outside the project; a project's file may name only paths inside it until you trust the folder", ""
	switch p.standing {
	case standingInside, standingTrusted:
		return nil
	case standingChanged:
		says = "is outside the project, and not what you trusted: the file, or where it leads, has changed since"
		again = "look at the file; "
	case standingUntrusted:
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "read project file", Target: p.file,
		Message: "log = " + quote(p.named) + " " + says,
		Hint:    again + "to use that log say so yourself, once: --log " + p.log + ", or always: claw trust " + p.folder}
}

// inside reports whether path is in folder; both have their links resolved.
func inside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// canonical is a path with its links resolved as far as it exists.
func canonical(path string) string {
	real, _ := resolved(path)
	return real
}

// resolved is path with its links resolved as far as it exists; whole is false when
// a link on the way leads nowhere, and so could lead anywhere.
func resolved(path string) (real string, whole bool) {
	for existing, rest := path, ""; ; {
		if real, err := filepath.EvalSymlinks(existing); err == nil {
			return filepath.Join(real, rest), true
		}
		parent := filepath.Dir(existing)
		info, err := os.Lstat(existing)
		if parent == existing || err == nil && info.Mode()&os.ModeSymlink != 0 {
			return path, false
		}
		existing, rest = parent, filepath.Join(filepath.Base(existing), rest)
	}
}
