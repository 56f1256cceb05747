package hookcmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/producers/hooks/settings"
)

// before is a settings file as it was before claw's hooks, stored until they are removed: when
// nothing else changed the file, removing them restores it byte for byte.
type before struct {
	File  string        `json:"file"`
	There bool          `json:"there"`
	Text  []byte        `json:"text"`
	After domain.Digest `json:"after"` // of the text with the hooks
	// Made are the folders that were made for the file and for this record of it, the innermost
	// first.
	Made []string `json:"made,omitzero"`
}

// uninstallHooks removes claw's hook from the settings, and the folders that installing it made.
func uninstallHooks(a *app.App, p hookPlace, d *HooksDocument) (err error) {
	text, err := readIfThere(p.File)
	if err != nil {
		return err
	}
	held, ok := readBefore(a, p.File)
	next, err := withoutHooks(p, text, held, ok)
	if err != nil {
		return err
	}
	switch {
	case text == nil, bytes.Equal(text, next) && next != nil:
	case next == nil:
		d.Changed, d.Writes = true, []hooksWrite{{Path: p.File, Change: hooksRemoved}}
		err = os.Remove(p.File)
	default:
		w := hooksWrite{Path: p.File, Change: hooksChanged}
		w.Added, w.Removed = linesBetween(text, next)
		d.Changed, d.Writes = true, []hooksWrite{w}
		err = app.ReplaceFile(p.File, next)
	}
	if err != nil || !ok {
		return err
	}
	var left []string
	for _, folder := range append(removeBefore(a, p.File), held.Made...) {
		switch err := os.Remove(folder); { // a folder that is not empty stays
		case err == nil && !strings.HasPrefix(beforeFile(a, p.File), folder):
			d.Changed, d.Writes = true, append(d.Writes, hooksWrite{Path: folder, Change: hooksRemoved})
		case err != nil && slices.Contains(held.Made, folder):
			left = append(left, folder)
		}
	}
	handOver(a, left)
	return nil
}

// handOver assigns folders that were made for an installation to other installations below them:
// the last one that is removed removes the folders.
func handOver(a *app.App, folders []string) {
	in := filepath.Dir(beforeFile(a, "")) // a note exists, or nothing is handed over
	notes, err := os.ReadDir(in)
	if err != nil {
		return
	}
	for _, entry := range notes {
		var b before
		note := filepath.Join(in, entry.Name())
		text, err := os.ReadFile(note)
		if err != nil || json.Unmarshal(text, &b) != nil {
			continue
		}
		made := len(b.Made)
		for _, folder := range folders {
			if (app.Inside(folder, b.File) || app.Inside(folder, note)) && !slices.Contains(b.Made, folder) {
				b.Made = append(b.Made, folder)
			}
		}
		if len(b.Made) > made {
			_ = writeBefore(a, b) // on an error an empty folder stays
		}
	}
}

// withoutHooks returns the settings without claw's hook, nil for no file. When nothing else has
// changed them since the installation, they are the settings before it.
func withoutHooks(p hookPlace, text []byte, held before, ok bool) ([]byte, error) {
	if ok && held.After == sha256.Sum256(text) {
		if !held.There {
			return nil, nil
		}
		return held.Text, nil
	}
	edits := p.editor()
	if edits == nil {
		if _, ours := settings.PluginCommand(text); ours {
			return nil, nil
		}
		return text, nil
	}
	next, err := edits.Remove(text)
	if err != nil {
		return nil, badSettings(p.File, err)
	}
	if ok && !held.There && !bytes.Equal(text, next) && edits.Blank(next) {
		return nil, nil // the file holds nothing but what claw wrote
	}
	return next, nil
}

func readIfThere(file string) ([]byte, error) {
	text, err := files.ReadRegular(file, app.MostSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// beforeFile is the file that stores a [before] of file, "" where there is no folder for it.
func beforeFile(a *app.App, file string) string {
	folder := app.StateFolder(a)
	if folder == "" {
		return ""
	}
	key := sha256.Sum256([]byte(file))
	return filepath.Join(folder, "hooks", hex.EncodeToString(key[:8])+".json")
}

func readBefore(a *app.App, file string) (b before, ok bool) {
	text, err := os.ReadFile(beforeFile(a, file))
	ok = err == nil && json.Unmarshal(text, &b) == nil && b.File == file
	return b, ok
}

func writeBefore(a *app.App, b before) error {
	to := beforeFile(a, b.File)
	if to == "" {
		return nil
	}
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return app.ReplaceFile(to, text)
}

// removeBefore removes the [before] of a file, and returns claw's own folders around it, which may
// be empty now.
func removeBefore(a *app.App, file string) (folders []string) {
	at := beforeFile(a, file)
	if at == "" {
		return nil
	}
	_ = os.Remove(at) // the file that it describes is restored
	return []string{filepath.Dir(at), filepath.Dir(filepath.Dir(at))}
}
