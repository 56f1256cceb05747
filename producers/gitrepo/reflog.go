package gitrepo

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// LoggedMove is a line of the log that git keeps of a ref:
//
//	OLD NEW NAME <EMAIL> SECONDS ZONE TAB MESSAGE
type LoggedMove struct {
	Old, New domain.CommitID
	Message  string
	Written  time.Time // when the log was, by the clock of the disk
}

// Pushed reports whether the ref was moved because a remote took a push.
func (m LoggedMove) Pushed() bool { return m.Message == "update by push" }

// mostLog bounds how much of a log's end is looked at.
const mostLog = 64 << 10

// Logs finds where git logs what becomes of the remote-tracking refs.
//
// Errors: those of git.
func (p *Pusher) Logs(ctx context.Context) (folder string, err error) {
	out, _, err := p.clone.git.Output(ctx, p.clone.own(), nil, "rev-parse", "--path-format=absolute", "--git-path", "logs/"+tracked)
	return strings.TrimRight(string(out), "\r\n"), err
}

// LastMove reads the last move to a commit that git logs of a remote-tracking ref, in the
// folder of [Pusher.Logs]; false where it logs none.
//
// Errors: those of the operating system.
func LastMove(folder string, ref domain.Ref, to domain.CommitID) (LoggedMove, bool, error) {
	end, written, err := endOf(filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(string(ref), tracked))), mostLog)
	if errors.Is(err, fs.ErrNotExist) {
		return LoggedMove{}, false, nil
	}
	for _, line := range slices.Backward(strings.Split(end, "\n")) {
		if m, ok := parseLoggedMove(line); ok && m.New == to {
			m.Written = written
			return m, true, err
		}
	}
	return LoggedMove{}, false, err
}

// endOf reads at most so many bytes of a file's end, and when it was written.
func endOf(file string, most int64) (end string, written time.Time, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", written, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return "", written, err
	}
	text, err := io.ReadAll(io.NewSectionReader(f, max(0, info.Size()-most), most))
	return string(text), info.ModTime(), err
}

func parseLoggedMove(line string) (m LoggedMove, ok bool) {
	head, message, _ := strings.Cut(line, "\t")
	words := strings.Fields(head)
	if len(words) < 2 || objectName(words[0]) == "" || objectName(words[1]) == "" {
		return m, false
	}
	return LoggedMove{Old: domain.CommitID(words[0]), New: domain.CommitID(words[1]), Message: message}, true
}
