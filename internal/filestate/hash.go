package filestate

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
	"syscall"

	"github.com/clawable/claw/domain"
)

// hash records the SHA-256 of a regular file and the file's identity.
func (r *look) hash(f *domain.ActionFile, real string) {
	f.State = domain.FileUnreadable
	file, err := os.OpenFile(real, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe in its place would wait for a writer
	if err != nil {
		return
	}
	defer func() { _ = file.Close() }() // it was only read
	before, err := file.Stat()
	if err != nil || !before.Mode().IsRegular() {
		return
	}
	id := identify(before)
	id.tell(f)
	f.Bytes = before.Size()
	if known, ok := r.Cache.find(real, before, id); ok {
		f.State, f.SHA256 = domain.FileHashed, known
		return
	}
	if f.Bytes > limit(r.FileLimit, mostFile) || f.Bytes > r.left {
		f.State = domain.FileTooLarge
		return
	}
	r.left -= f.Bytes
	sum := sha256.New()
	n, err := io.Copy(sum, &stops{r.ctx, io.LimitReader(file, f.Bytes+1)})
	after, failed := file.Stat()
	if err != nil || failed != nil || n != f.Bytes || identify(after) != id {
		return // it was written meanwhile
	}
	f.State, f.SHA256 = domain.FileHashed, domain.Digest(sum.Sum(nil))
	r.Cache.keep(real, before, id, f.SHA256)
}

// stops is a reader that ends with its context.
type stops struct {
	ctx context.Context
	io.Reader
}

// Read implements [io.Reader].
func (s *stops) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}
