package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/leftover"
	"github.com/clawable/claw/producers/hooks/settings"
)

// before is what a settings file was before claw's hooks, kept until they are taken out:
// when nobody else changed the file it is then as it was, byte for byte.
type before struct {
	File  string        `json:"file"`
	There bool          `json:"there"`
	Text  []byte        `json:"text"`
	After domain.Digest `json:"after"` // of the text with the hooks
}

func (a *app) installHooks(p hookPlace, h *hookSettings) (changed bool, err error) {
	text, err := readIfThere(p.file)
	if err != nil {
		return false, err
	}
	command := a.hookCommand(h)
	if !settings.Known(command) {
		return false, usageError("install hooks", a.Self, "a hook is known by the name of its program, claw, and this one has another", "install the program as claw, and run that")
	}
	held, ok := a.heldBefore(p.file)
	asLeft := ok && held.After == sha256.Sum256(text) // by an earlier claw
	next := settings.Plugin(command)
	if p.json != nil {
		if next, err = p.json.Install(text, command); err != nil {
			return false, badSettings(p.file, err)
		}
	} else if _, ours := settings.PluginCommand(text); !ours && !asLeft && len(text) > 0 {
		return false, &domain.Error{Kind: domain.ErrConflict, Operation: "install hooks", Target: p.file, Message: "a file that is not claw's is there",
			Hint: "move it away, then install again"}
	}
	if bytes.Equal(text, next) {
		return false, nil
	}
	was := before{File: p.file, There: text != nil, Text: text, After: sha256.Sum256(next)}
	if asLeft {
		was.There, was.Text = held.There, held.Text
	}
	if err := a.holdBefore(was); err != nil {
		return false, err
	}
	return true, replaceFile(p.file, next)
}

func (a *app) uninstallHooks(p hookPlace) (changed bool, err error) {
	text, err := readIfThere(p.file)
	if err != nil || text == nil {
		return false, err
	}
	if held, ok := a.heldBefore(p.file); ok && held.After == sha256.Sum256(text) {
		if !held.There {
			return true, firstError(os.Remove(p.file), a.forgetBefore(p.file))
		}
		return true, firstError(replaceFile(p.file, held.Text), a.forgetBefore(p.file))
	}
	if p.json == nil {
		if _, ours := settings.PluginCommand(text); !ours {
			return false, nil
		}
		return true, os.Remove(p.file)
	}
	next, err := p.json.Remove(text)
	if err != nil {
		return false, badSettings(p.file, err)
	}
	if bytes.Equal(text, next) {
		return false, nil
	}
	return true, replaceFile(p.file, next)
}

func readIfThere(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if text == nil {
		text = []byte{}
	}
	return text, err
}

// replaceFile writes a file beside the old one and takes its place, with its mode: who
// reads it meanwhile sees the one or the other, whole.
func replaceFile(file string, text []byte) (err error) {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	leftover.Clear(filepath.Dir(file), ".claw-")
	f, err := os.CreateTemp(filepath.Dir(file), ".claw-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = firstError(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error tells more
	}
	return err
}

// beforeFile is where what a file was is kept, "" where there is no place.
func (a *app) beforeFile(file string) string {
	folder := a.stateFolder()
	if folder == "" {
		return ""
	}
	key := sha256.Sum256([]byte(file))
	return filepath.Join(folder, "hooks", hex.EncodeToString(key[:8])+".json")
}

func (a *app) heldBefore(file string) (b before, ok bool) {
	text, err := os.ReadFile(a.beforeFile(file))
	ok = err == nil && json.Unmarshal(text, &b) == nil && b.File == file
	return b, ok
}

func (a *app) holdBefore(b before) error {
	to := a.beforeFile(b.File)
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
	return replaceFile(to, text)
}

func (a *app) forgetBefore(file string) error { return os.Remove(a.beforeFile(file)) }
