package filestate

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

const (
	mostCached = 1000    // files; beyond it the cache begins anew
	mostCache  = 1 << 20 // bytes of its file
	// settled is how long a file has to be as it is: within less a second write may have the
	// same times.
	settled = 2 * time.Second
)

// Cache holds the SHA-256 of files by device, inode, size, and the times at which content
// and entry last changed, in one file of the user's state folder.
//
// Every program that runs as this user can write that file. The cache therefore serves only
// files that this user neither owns nor may write, such as programs of the system. Files that
// the user or one of their agents could have changed are always read anew, so that a forged
// cache cannot hide a change of them. As root nothing is cached.
type Cache struct {
	File string // its folder need not be there
	// Now is the time, for what is too fresh to be kept.
	Now func() time.Time
	// Foreign reports whether this user has no way to change a file; nil means to ask the
	// system.
	Foreign func(path string, info fs.FileInfo) bool

	files  map[string]domain.Digest // nil before it is read
	edited bool
}

// cached is the file of a cache.
type cached struct {
	Version int                      `json:"version"`
	Files   map[string]domain.Digest `json:"files"`
}

const cacheVersion = 1

func (id identity) key() string {
	return fmt.Sprintf("%d:%d:%d:%d:%d", id.device, id.inode, id.bytes, id.modified, id.changed)
}

// serves reports whether the cache is used for a file.
func (c *Cache) serves(path string, info fs.FileInfo, id identity) bool {
	if c == nil || !id.known || id.changed == 0 {
		return false
	}
	if c.Foreign != nil {
		return c.Foreign(path, info)
	}
	return foreign(path, info)
}

func (c *Cache) find(path string, info fs.FileInfo, id identity) (domain.Digest, bool) {
	if !c.serves(path, info, id) {
		return domain.Digest{}, false
	}
	c.load()
	digest, ok := c.files[id.key()]
	return digest, ok && !digest.IsZero()
}

// keep remembers a file that has been as it is for a while.
func (c *Cache) keep(path string, info fs.FileInfo, id identity, digest domain.Digest) {
	if !c.serves(path, info, id) || c.Now().Sub(time.Unix(0, max(id.changed, id.modified))) < settled {
		return
	}
	c.load()
	if len(c.files) >= mostCached {
		clear(c.files)
	}
	c.files[id.key()], c.edited = digest, true
}

// load reads the file; one that cannot be read holds nothing.
func (c *Cache) load() {
	if c.files != nil {
		return
	}
	c.files = map[string]domain.Digest{}
	if info, err := os.Stat(c.File); err != nil || !info.Mode().IsRegular() || info.Size() > mostCache {
		return
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return
	}
	var in cached
	if json.Unmarshal(text, &in) == nil && in.Version == cacheVersion && in.Files != nil {
		c.files = in.Files
	}
}

// save replaces the old file with a new one. Of two processes the last one wins, and the
// entries that it lacks are hashed again. Where the file cannot be written, everything is
// hashed again.
func (c *Cache) save() {
	if c == nil || !c.edited {
		return
	}
	c.edited = false
	text, err := json.Marshal(cached{cacheVersion, c.files}, json.Deterministic(true))
	if err != nil || os.MkdirAll(filepath.Dir(c.File), 0o700) != nil {
		return
	}
	_ = files.ReplaceCached(c.File, text, 0o600) // without it the files are hashed again
}
