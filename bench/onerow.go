package main

import (
	"os/exec"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// oneRow is the program of bench/onerow with a file to put its row into. A connection of
// ours keeps the last one of the program from writing the log back as it closes, which a
// hook does not do either.
type oneRow struct {
	program, file string
	kept          *sqlite.Conn
}

func newOneRow(b *bench) (*oneRow, error) {
	program, err := b.build("onerow.exe", "./bench/onerow")
	if err != nil {
		return nil, err
	}
	o := &oneRow{program: program, file: filepath.Join(b.dir, "onerow.db")}
	if o.kept, err = sqlite.OpenConn(o.file, sqlite.OpenReadWrite|sqlite.OpenCreate|sqlite.OpenWAL); err != nil {
		return nil, err
	}
	return o, sqlitex.ExecuteScript(o.kept, "CREATE TABLE IF NOT EXISTS t (data BLOB); SELECT count(*) FROM t;", nil)
}

func (o *oneRow) command(b *bench) *exec.Cmd {
	return exec.CommandContext(b.ctx, o.program, o.file)
}

func (o *oneRow) close() error { return o.kept.Close() }
