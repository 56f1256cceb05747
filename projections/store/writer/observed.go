package writer

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/tables"
)

// observed is a commit.observed as its rows have it.
type observed struct {
	key, stream, subject string
	position             domain.Position
	changed              domain.CommitID // "" where the data cannot be read
	paths                []domain.Path
}

// observe writes which files change in the commits that events report, before any amendment.
func (w *writer) observe(events []domain.Event) error {
	var some []observed
	for i := range events {
		if e := &events[i]; e.Kind == (domain.CommitObserved{}).Kind() {
			some = append(some, observedIn(e))
		}
	}
	if len(some) == 0 {
		return nil
	}
	return w.tables.Do(func() error {
		for i := range some {
			if err := some[i].write(w.tables); err != nil {
				return fmt.Errorf("write the paths of %s: %w", some[i].key, err)
			}
		}
		return nil
	})
}

// observedIn reads a commit.observed. Data of a later version change no file.
func observedIn(e *domain.Event) observed {
	o := observed{key: e.ID.String(), position: e.Position, stream: e.Stream.String(), subject: string(e.Subject.Commit.Value)}
	var p struct {
		Commit domain.CommitID `json:"commit"`
		Paths  []domain.Path   `json:"paths"`
	}
	if json.Unmarshal(e.Data, &p) == nil {
		o.changed, o.paths = p.Commit, p.Paths
	}
	return o
}

func (o *observed) write(d *tables.Access) error {
	at := int64(o.position.Number())
	err := sqlitex.Execute(d.Conn, "INSERT INTO observed VALUES (?, ?, ?, ?, ?)", &sqlitex.ExecOptions{
		Args: []any{o.key, at, o.stream, o.subject, string(o.changed)}})
	if err != nil {
		return err
	}
	stmt, err := d.Conn.Prepare("INSERT INTO paths VALUES (?1, ?2, ?3)")
	if err != nil {
		return err
	}
	for i, path := range o.paths {
		stmt.BindText(1, o.key+" "+strconv.Itoa(i))
		stmt.BindInt64(2, at)
		stmt.BindText(3, string(path))
		if err := tables.Step(stmt); err != nil {
			return err
		}
	}
	return nil
}
