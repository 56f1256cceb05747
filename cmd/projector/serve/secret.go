package serve

import (
	"crypto/rand"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

const (
	secretFile  = "serve.secret" // in the state folder
	secretBytes = 32             // of randomness
	mostSecret  = 1 << 10        // bytes of the file
)

// secretOf is the secret in the state folder, which is made where there is none. It stays over restarts,
// so that clients need not read it again.
//
// Errors: kind usage without a home folder; kind policy for a file that others can read or replace; those
// of the operating system.
func secretOf(a *app.App) (secret, file string, err error) {
	folder := app.StateFolder(a)
	if folder == "" {
		return "", "", app.UsageError("keep the secret", "", "there is no home folder", "name one: XDG_STATE_HOME")
	}
	file = filepath.Join(folder, secretFile)
	secret, err = readSecret(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeSecret(folder, file); err == nil {
			secret, err = readSecret(file)
		}
	}
	return secret, file, errors.Wrap(err, "keep the secret")
}

func readSecret(file string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", &domain.Error{Kind: domain.ErrPolicy, Operation: "read the secret", Target: file,
			Message: "others can read or replace it (mode " + info.Mode().String() + ")", Hint: "remove the file: the next start makes another secret"}
	}
	text, err := files.ReadRegular(file, mostSecret)
	if err != nil {
		return "", err
	}
	secret := strings.TrimSpace(string(text))
	if len(secret) < secretBytes {
		return "", &domain.Error{Kind: domain.ErrParse, Operation: "read the secret", Target: file, Message: "it holds no secret",
			Hint: "remove the file: the next start makes another secret"}
	}
	return secret, nil
}

func makeSecret(folder, file string) error {
	random := make([]byte, secretBytes)
	_, _ = rand.Read(random) // which never fails
	return makePrivate(folder, file, base64.RawURLEncoding.EncodeToString(random)+"\n")
}

// makePrivate makes a file of the folder whole or not at all; where another process made it first, that
// one stays.
func makePrivate(folder, file, text string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	made, err := os.CreateTemp(folder, filepath.Base(file)+".*") // of mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(made.Name()) }()
	_, err = made.WriteString(text)
	if err = errors.CombineErrors(err, made.Close()); err != nil {
		return err
	}
	if err := os.Link(made.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
