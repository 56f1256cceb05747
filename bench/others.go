package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/aider"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/clawcode"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/codexexec"
	"github.com/clawable/claw/producers/codextui"
	"github.com/clawable/claw/producers/copilot"
	"github.com/clawable/claw/producers/entire"
	"github.com/clawable/claw/producers/gemini"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/producers/omx"
	"github.com/clawable/claw/producers/opencode"
	"github.com/clawable/claw/producers/openhands"
	"github.com/clawable/claw/producers/sweagent"
)

// readers are tried in the order in which claw import tries them; the first two are measured
// with copies of their recordings.
func readers() []producers.Reader {
	all := []producers.Reader{}
	for _, agent := range []producers.Agent{claudecode.Agent(), codex.Agent(), claudecode.StreamAgent(), codexexec.Agent(), codextui.Agent(), copilot.Agent(), opencode.Agent(), gemini.Agent(),
		sweagent.Agent(), sweagent.MiniAgent(), openhands.Agent(), clawcode.Agent(), aider.Agent(), entire.Agent(), omx.Agent(), hooks.Agent()} {
		all = append(all, agent.Reader)
	}
	return all
}

// measureOthers measures the import of the agents whose recordings cannot be copied under new
// ids: all that there are of one, into a new log, again and again.
func measureOthers(b *bench) error {
	all := readers()
	found := map[string][][]byte{}
	for _, dir := range []string{"fixtures", filepath.Join("..", "shared", "data", "public")} {
		if err := sniff(filepath.Join(b.repo, dir), all, found); err != nil {
			return err
		}
	}
	for _, reader := range all[2:] {
		if files := found[reader.Source()]; len(files) > 0 {
			if err := measureOther(b, reader, files); err != nil {
				return fmt.Errorf("%s: %w", reader.Source(), err)
			}
		}
	}
	return nil
}

// mostRecording is the size above which a recording is left out.
const mostRecording = 64 << 20

// sniff finds the recordings in a folder, each for the first reader that recognizes it.
func sniff(dir string, all []producers.Reader, found map[string][][]byte) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() > mostRecording {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, reader := range all {
			if reader.Sniff(text[:min(len(text), 64<<10)]) {
				found[reader.Source()] = append(found[reader.Source()], text)
				break
			}
		}
		return nil
	})
}

func measureOther(b *bench, reader producers.Reader, files [][]byte) error {
	size := 0
	inputs := make([]importing.ImportFile, len(files))
	for i, text := range files {
		size += len(text)
		inputs[i] = importing.Recording(fmt.Sprint(i), reader, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil })
	}
	events := 0
	read, err := b.again(func() (time.Duration, error) {
		return timed(func() (err error) { events, err = readOnly(b.ctx, reader, files); return err })
	})
	if err != nil {
		return err
	}
	scrubbed, err := b.again(func() (time.Duration, error) { took, _, err := b.importOnce(discard{}, inputs); return took, err })
	if err != nil {
		return err
	}
	whole, err := b.again(func() (took time.Duration, err error) {
		return took, b.inNewLog(func(log eventlog.Log) error { took, _, err = b.importOnce(log, inputs); return err })
	})
	if err != nil {
		return err
	}
	b.tellImport(reader.Source()+", all that there are", len(files), size, events, read, scrubbed, whole)
	return nil
}

// again repeats f until its time is long enough to be measured, and returns the mean.
func (b *bench) again(f func() (time.Duration, error)) (time.Duration, error) {
	var sum time.Duration
	for n := 1; ; n++ {
		took, err := f()
		if err != nil {
			return 0, err
		}
		if sum += took; sum >= time.Duration(b.pick(400, 0))*time.Millisecond {
			return sum / time.Duration(n), nil
		}
	}
}

// inNewLog has f use a log on disk, which goes afterwards.
func (b *bench) inNewLog(f func(eventlog.Log) error) error {
	path := filepath.Join(b.dir, fmt.Sprintf("import-%d.claw", time.Now().UnixNano()))
	log, err := engine.Open(b.ctx, engine.SQLite+":"+path, engine.Options{Create: true, Name: "import"})
	if err != nil {
		return err
	}
	return errors.Join(f(log), errors.Join(log.Close(), removeLog(path)))
}
