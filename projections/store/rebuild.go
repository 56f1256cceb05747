package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/store/writer"
)

// rebuild writes a new generation from the beginning of the log: without a
// journal, indexes last. A crash leaves a file that the next rebuild removes;
// the name of a generation is given once the file is whole and durable.
func (m *model) rebuild(ctx context.Context, head origin.Head) error {
	newest, err := m.files.Newest()
	if err != nil {
		return err
	}
	if err := m.detach(); err != nil {
		return err
	}
	m.files.Sweep(newest)
	next := newest + 1
	fresh := m.files.Fresh(next)
	if err := writer.WriteFile(ctx, fresh, m.log, head); err != nil {
		_ = os.Remove(fresh) // what is left of it the next rebuild sweeps
		return err
	}
	if err := os.Rename(fresh, m.files.Generation(next)); err != nil {
		return fmt.Errorf("put the read model in place: %w", err)
	}
	if err := syncFolder(filepath.Dir(m.files.Base)); err != nil {
		return err
	}
	m.files.Sweep(next)
	if err := m.open(next); err != nil {
		return err
	}
	m.conn.SetInterrupt(ctx.Done())
	if m.at, err = tables.ReadCheckpoint(m.conn); err != nil {
		return errors.Join(fmt.Errorf("read the new read model: %w", err), m.detach())
	}
	return nil
}

// syncFolder makes a rename durable; Windows has no such call and needs none.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sync the folder of the read model: %w", err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return fmt.Errorf("sync the folder of the read model: %w", err)
	}
	return nil
}
