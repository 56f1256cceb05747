package store

import (
	"bytes"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// Changing is what the log knows of who changed a file.
type Changing struct {
	// Commits change the file, each once, as the repositories of ships say: by repository, then in
	// the order of their events.
	Commits []domain.CommitID
	// Unread counts the commits that ships brought and of which the log does not know the files.
	Unread int
}

// CommitsChanging finds the commits that change a file of a repository of ships. The tables hold no
// paths: read yields the events of one stream, the oldest first, each repository's once. file must
// be UTF-8.
//
// Errors: those of the read model and of read.
func (s *Store) CommitsChanging(file domain.Path, read func(domain.StreamID) iter.Seq2[domain.Event, error]) (c Changing, err error) {
	c.Commits = []domain.CommitID{}
	named, err := jsontext.AppendQuote(nil, string(file)) // as canonical data write it
	if err != nil {
		return c, err
	}
	repos, err := s.ShipRepos()
	if err != nil {
		return c, err
	}
	seen, observed := map[domain.CommitID]bool{}, map[domain.CommitID]bool{}
	for _, repo := range repos {
		for e, err := range read(repo.Stream()) {
			if err != nil {
				return c, err
			}
			if e.Kind != (domain.CommitObserved{}).Kind() {
				continue
			}
			observed[e.Subject.Commit.Value] = true
			if id, changes := changed(&e, file, named); changes && !seen[id] {
				seen[id] = true
				c.Commits = append(c.Commits, id)
			}
		}
	}
	c.Unread, err = s.unread(observed)
	return c, err
}

// changed returns the commit of a commit.observed and whether it changes a file; named is the
// file's name in canonical data, without which nothing is decoded. Data of a later version change none.
func changed(e *domain.Event, file domain.Path, named []byte) (domain.CommitID, bool) {
	if !bytes.Contains(e.Data, named) {
		return "", false
	}
	var p struct {
		Commit domain.CommitID `json:"commit"`
		Paths  []domain.Path   `json:"paths"`
	}
	if json.Unmarshal(e.Data, &p) != nil {
		return "", false
	}
	return p.Commit, slices.Contains(p.Paths, file)
}

// unread counts the commits that ships brought, that are not observed and that no other repository tells.
func (s *Store) unread(observed map[domain.CommitID]bool) (n int, err error) {
	brought, err := s.CommitsBrought()
	if err != nil {
		return 0, err
	}
	for _, id := range brought {
		if observed[id] {
			continue
		}
		_, elsewhere, err := s.CommitAt(id)
		if err != nil {
			return 0, err
		}
		if !elsewhere {
			n++
		}
	}
	return n, nil
}
