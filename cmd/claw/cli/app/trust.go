package app

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

// Trust is the consent of a person that the file of a project, with its content at that time, leads
// to a log outside of the project. Each folder has a separate file, so that concurrent consents to
// different folders do not overwrite each other.
type Trust struct {
	Folder string    `json:"folder"` // links resolved
	Digest string    `json:"config_digest"`
	Log    string    `json:"log"`
	At     time.Time `json:"trusted_at"`
}

// trustFolder is the folder of the trust files, beside the person's settings.
func trustFolder(a *App) (string, error) {
	file := UserFile(a)
	if file == "" {
		return "", UsageError("find trusted folders", "", "no home folder to keep them in", "set XDG_CONFIG_HOME")
	}
	return filepath.Join(filepath.Dir(file), "trusted"), nil
}

// trustFile is the file for a folder whose links are resolved.
func trustFile(a *App, folder string) (string, error) {
	in, err := trustFolder(a)
	name := sha256.Sum256([]byte(folder))
	return filepath.Join(in, hex.EncodeToString(name[:16])+".json"), err
}

// readTrust returns the person's trust in a folder, nil for none.
//
// Errors: kind parse for a file that claw did not write: it is no consent.
func readTrust(a *App, folder string) (*Trust, error) {
	if UserFile(a) == "" {
		return nil, nil // without a folder there is no consent
	}
	file, err := trustFile(a, folder)
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

func readTrustFile(file string) (*Trust, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := new(Trust)
	if err := json.Unmarshal(text, t, json.RejectUnknownMembers(true)); err != nil {
		return nil, badTrust(file, err.Error())
	}
	return t, nil
}

func badTrust(file, why string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read trusted folder", Target: file, Message: "not as claw writes it",
		Cause: []string{why}, Hint: "delete it, and trust the folder again: claw trust"}
}

// SaveTrust writes t atomically.
func SaveTrust(a *App, t Trust) error {
	file, err := trustFile(a, t.Folder)
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

// RemoveTrust withdraws the person's trust in a folder.
func RemoveTrust(a *App, folder string) error {
	file, err := trustFile(a, folder)
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

// AllTrust returns the trust in all folders, sorted by folder; a file that claw did not write
// becomes a warning.
func AllTrust(a *App) ([]Trust, error) {
	in, err := trustFolder(a)
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(in)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []Trust
	for _, file := range files {
		t, err := readTrustFile(filepath.Join(in, file.Name()))
		if err != nil {
			a.Warn("trust_unreadable", Typed(err).Error())
			continue
		}
		all = append(all, *t)
	}
	slices.SortFunc(all, func(a, b Trust) int { return strings.Compare(a.Folder, b.Folder) })
	return all, nil
}
