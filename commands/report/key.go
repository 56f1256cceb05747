package reporting

import (
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/reports/redact"
)

// keyFile is the file of the redaction key: 64 hex digits and a line end, mode 0600.
const keyFile = "redaction.key"

// RedactionKey returns the redaction key of a folder. With random it makes one where there is none;
// without, it returns nil then. Of processes that make one at once, one wins and all return its key.
//
// Errors: kind policy for a file that others may read; kind corrupt for one that holds no key; those of
// the operating system.
func RedactionKey(folder string, random io.Reader) (*redact.Key, error) {
	file := filepath.Join(folder, keyFile)
	key, err := readKey(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if random == nil {
		return nil, nil
	}
	if err := makeKey(file, random); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readKey(file)
}

func readKey(file string) (*redact.Key, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "read redaction key", Target: file, Message: "may be read by others: whoever has the key can test guesses of what views withhold",
			Hint: "chmod 600 the file; if others may have read it, remove it: hashes of a new key do not compare with older ones"}
	}
	text, err := files.ReadRegular(file, 1<<10)
	if err != nil {
		return nil, err
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		secret = nil
	}
	return redact.NewKey(secret)
}

// makeKey writes a new key whole, unless there is one.
//
// Errors: [fs.ErrExist]; those of the operating system.
func makeKey(file string, random io.Reader) error {
	secret := make([]byte, redact.KeyBytes)
	if _, err := io.ReadFull(random, secret); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(file), ".claw-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = next.WriteString(hex.EncodeToString(secret) + "\n")
	err = errors.Join(err, next.Sync(), next.Close())
	if err == nil {
		err = os.Link(next.Name(), file)
	}
	return errors.Join(err, os.Remove(next.Name()))
}
