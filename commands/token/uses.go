package token

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// Uses are the times at which tokens of a log were used last: a file for each token in a folder. They are
// state of the server and no events: most uses are reads, which would else append to the log.
type Uses string

// Last is when a token was used last, to the hour; zero where no server noted a use in this folder.
//
// Errors: those of the operating system; kind parse for a file that holds no time.
func (u Uses) Last(id domain.EventID) (domain.Instant, error) {
	if u == "" {
		return domain.Instant{}, nil
	}
	text, err := files.ReadRegular(u.file(id), mostUse)
	if errors.Is(err, fs.ErrNotExist) {
		return domain.Instant{}, nil
	}
	if err != nil {
		return domain.Instant{}, err
	}
	at, err := domain.ParseInstant(string(text))
	if err != nil {
		return at, &domain.Error{Kind: domain.ErrParse, Operation: "read the last use of a token", Target: u.file(id), Message: "holds no time",
			Hint: "remove the file: a server writes it again"}
	}
	return at, nil
}

// note records a use.
func (u Uses) note(id domain.EventID, at time.Time) error {
	if err := os.MkdirAll(string(u), 0o700); err != nil {
		return err
	}
	return files.ReplaceCached(u.file(id), []byte(domain.At(at.Truncate(time.Second)).String()), 0o600)
}

func (u Uses) file(id domain.EventID) string { return filepath.Join(string(u), id.String()) }

const (
	mostUse   = 64        // bytes of a file of a use
	noteEvery = time.Hour // between two notes about one token
)

// Watched is a book that notes the uses of its tokens, at most once an hour each. It is safe for concurrent
// use.
type Watched struct {
	*Book
	Uses   Uses
	Failed func(error) // is called with the reason why a use was not noted; the failure has no other effect

	mu    sync.Mutex
	noted map[domain.EventID]time.Time
}

// Holder is [Book.Holder], and notes the use.
func (w *Watched) Holder(ctx context.Context, secret string, now time.Time) (Token, error) {
	t, err := w.Book.Holder(ctx, secret, now)
	if err == nil && w.due(t.ID, now) {
		if err := w.Uses.note(t.ID, now); err != nil {
			w.Failed(err)
		}
	}
	return t, err
}

// due reports whether a use is to be noted, and takes it as noted. A clock that was set back is noted too.
func (w *Watched) due(id domain.EventID, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	before, is := w.noted[id]
	if since := now.Sub(before); is && since < noteEvery && since > -noteEvery {
		return false
	}
	if w.noted == nil {
		w.noted = map[domain.EventID]time.Time{}
	}
	w.noted[id] = now
	return true
}
