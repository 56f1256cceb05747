package importing

import (
	"context"
	"errors"
	"iter"
	"os"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
)

// lookInto returns the agent of a database; why is what prevents that. The file shows it where its
// tables are in it; those of a new database may still be in the write-ahead log.
func (f *Finder) lookInto(name string) (whose claim, why string, err error) {
	tables, err := tablesOf(f.ctx, name, database.Glance)
	if err != nil || len(tables) == 0 {
		tables, err = tablesOf(f.ctx, name, database.Open)
	}
	switch {
	case f.ctx.Err() != nil:
		return claim{}, "", f.ctx.Err()
	case ofFilesystem(err):
		return claim{}, "", err
	case err != nil:
		return claim{}, err.Error(), nil
	}
	for i := range f.agents {
		if ag := &f.agents[i]; ag.Database != nil && ag.Database.Sniff(tables) {
			return claim{f.among(ag), true}, "", nil
		}
	}
	return claim{}, "", nil
}

func tablesOf(ctx context.Context, name string, open func(context.Context, string) (*database.File, error)) (database.Tables, error) {
	db, err := open(ctx, name)
	if err != nil {
		return nil, err
	}
	tables, err := db.Tables()
	return tables, errors.Join(err, db.Close())
}

// databaseFile is the database of an agent to import.
func databaseFile(name string, ag *producers.Agent) ImportFile {
	return ImportFile{Name: name, Source: ag.Reader.Source(), Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
		return func(yield func(producers.Record, error) bool) {
			db, err := database.Open(ctx, name)
			if err != nil {
				yield(producers.Record{}, err)
				return
			}
			defer func() { _ = db.Close() }() // nothing was written
			ag.Database.Read(ctx, db)(yield)
		}
	}}
}

// besideDatabase reports whether a file belongs to the database next to it, with which it is read.
func besideDatabase(name string) bool {
	main := database.Beside(name)
	if main == "" {
		return false
	}
	file, err := os.Open(main)
	if err != nil {
		return false
	}
	defer file.Close()
	head, _, err := producers.Head(file)
	return err == nil && database.Is(head)
}
