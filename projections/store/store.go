package store

import (
	"errors"
	"time"

	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/store/generation"
	"github.com/clawable/claw/projections/store/origin"
)

// Options configure a store. The zero Options are usable.
type Options struct {
	// Patience is how long CatchUp waits for another process when there is something
	// to answer from, and a thirtieth of how long when there is not; 0: two seconds.
	Patience time.Duration
	// Memory keeps the read model in memory and touches no file.
	Memory bool
}

// Store is the read model of one log, as one verb uses it. It is not safe for use
// by several goroutines at once; any number of processes may use one file.
type Store struct {
	model    model
	options  Options
	held     *files.Lock // see Hold; nil: each CatchUp takes the lock for itself
	warnings []string
	stale    bool
}

// Status is what the answers of a store rest on.
type Status struct {
	Position uint64 `json:"as_of_position"`
	Log      string `json:"log"` // id
	// Stale says that another process was at work and had not come to the head in time.
	Stale bool `json:"stale,omitzero"`
	// Memory reports that the read model could not be kept on disk.
	Memory   bool     `json:"memory,omitzero"`
	Path     string   `json:"path,omitzero"` // of the file in use
	Warnings []string `json:"warnings,omitzero"`
}

// New returns the store whose files are named after path; it does no I/O before CatchUp.
func New(path string, log origin.Log, o Options) *Store {
	if o.Patience == 0 {
		o.Patience = 2 * time.Second
	}
	return &Store{model: model{log: log, files: generation.Files{Base: path}}, options: o}
}

// Close lets go of the file, and of the lock if it is held.
func (s *Store) Close() error { return errors.Join(s.model.detach(), s.release()) }

// Status returns what answers rest on now: where the last CatchUp or Look came to, also
// when it failed on the way.
func (s *Store) Status() Status {
	m := &s.model
	st := Status{Position: m.at.Position.Number(), Log: m.at.Log, Stale: s.stale, Memory: m.opened == 0, Warnings: s.warnings}
	if m.opened > 0 {
		st.Path = m.files.Generation(m.opened)
	}
	return st
}
