package gitrepo

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// LoggedMove is the last line of the log that git keeps of a ref:
//
//	OLD NEW NAME <EMAIL> SECONDS ZONE TAB MESSAGE
type LoggedMove struct {
	Old, New domain.CommitID
	Message  string
	Written  time.Time // when the log was, by the clock of the disk
}

// Pushed reports whether the ref was moved because a remote took a push.
func (m LoggedMove) Pushed() bool { return m.Message == "update by push" }

// mostLine bounds how much of a log's end is looked at for its last line.
const mostLine = 64 << 10

// Logs finds where git logs what becomes of the remote-tracking refs.
//
// Errors: those of git.
func (p *Pusher) Logs(ctx context.Context) (folder string, err error) {
	out, _, err := p.clone.git.Output(ctx, p.clone.own(), nil, "rev-parse", "--path-format=absolute", "--git-path", "logs/"+tracked)
	return strings.TrimRight(string(out), "\r\n"), err
}

// LastMove reads the last line of what git logs of a remote-tracking ref, in the folder of
// [Pusher.Logs]; false where it logs nothing.
//
// Errors: those of the operating system.
func LastMove(folder string, ref domain.Ref) (LoggedMove, bool, error) {
	end, written, err := endOf(filepath.Join(folder, filepath.FromSlash(strings.TrimPrefix(string(ref), tracked))), mostLine)
	if errors.Is(err, fs.ErrNotExist) {
		return LoggedMove{}, false, nil
	}
	m, ok := parseLoggedMove(end[strings.LastIndexByte(strings.TrimRight(end, "\n"), '\n')+1:])
	m.Written = written
	return m, ok, err
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
	head, message, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
	words := strings.Fields(head)
	if len(words) < 2 || objectName(words[0]) == "" || objectName(words[1]) == "" {
		return m, false
	}
	return LoggedMove{Old: domain.CommitID(words[0]), New: domain.CommitID(words[1]), Message: message}, true
}
