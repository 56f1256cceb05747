package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// trust is what a person said yes to: that the file of a project, as it was then,
// leads to a log outside of it. There is one file for each folder, so that nobody who
// trusts a folder at the same time takes it back.
type trust struct {
	Folder string    `json:"folder"` // links resolved
	Digest string    `json:"config_digest"`
	Log    string    `json:"log"`
	At     time.Time `json:"trusted_at"`
}

// trustFolder is where the person's trust is kept, beside the person's settings.
func (a *app) trustFolder() (string, error) {
	file := a.userFile()
	if file == "" {
		return "", usageError("find trusted folders", "", "no home folder to keep them in", "set XDG_CONFIG_HOME")
	}
	return filepath.Join(filepath.Dir(file), "trusted"), nil
}

// trustFile is the file for a folder whose links are resolved.
func (a *app) trustFile(folder string) (string, error) {
	in, err := a.trustFolder()
	name := sha256.Sum256([]byte(folder))
	return filepath.Join(in, hex.EncodeToString(name[:16])+".json"), err
}

// readTrust returns what the person said of a folder, nil for nothing.
//
// Errors: kind parse for a file that is not claw's: it vouches for nothing.
func (a *app) readTrust(folder string) (*trust, error) {
	if a.userFile() == "" {
		return nil, nil // nobody can have said anything
	}
	file, err := a.trustFile(folder)
	if err != nil {
		return nil, err
	}
	t, err := readTrustFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && t.Folder != folder:
		return nil, badTrust(file, "it is of "+t.Folder)
	}
	return t, err
}

func readTrustFile(file string) (*trust, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := new(trust)
	if err := json.Unmarshal(text, t, json.RejectUnknownMembers(true)); err != nil {
		return nil, badTrust(file, err.Error())
	}
	return t, nil
}

func badTrust(file, why string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read trusted folder", Target: file, Message: "not as claw writes it",
		Cause: []string{why}, Hint: "delete it, and trust the folder again: claw trust"}
}

// keepTrust writes t whole or not at all.
func (a *app) keepTrust(t trust) error {
	file, err := a.trustFile(t.Folder)
	if err != nil {
		return err
	}
	text, err := json.Marshal(t, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return files.Replace(file, append(text, '\n'), 0o600)
}

// dropTrust takes back what the person said of a folder.
func (a *app) dropTrust(folder string) error {
	file, err := a.trustFile(folder)
	if err != nil {
		return err
	}
	err = os.Remove(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "take trust back", Target: folder,
			Message: "this folder is not trusted", Hint: "the trusted folders: claw trust --list"}
	}
	return err
}

// allTrust returns what the person said of all folders, sorted by folder; what is not
// as claw writes it becomes a warning.
func (a *app) allTrust() ([]trust, error) {
	in, err := a.trustFolder()
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(in)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []trust
	for _, file := range files {
		t, err := readTrustFile(filepath.Join(in, file.Name()))
		if err != nil {
			a.warn("trust_unreadable", typed(err).Error())
			continue
		}
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b trust) int { return strings.Compare(a.Folder, b.Folder) })
	return all, nil
}
