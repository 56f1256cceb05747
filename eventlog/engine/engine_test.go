package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestURLsOfLogs(t *testing.T) {
	for _, c := range []struct {
		url  string
		want engine.Location
	}{
		{"mem:", engine.Location{Scheme: engine.Memory}},
		{"sqlite:run.claw", engine.Location{Scheme: engine.SQLite, Path: "run.claw"}},
		{"sqlite:/var/a b/run.claw", engine.Location{Scheme: engine.SQLite, Path: "/var/a b/run.claw"}},
		{"sqlite:///var/run.claw", engine.Location{Scheme: engine.SQLite, Path: "/var/run.claw"}},
		{"sqlite:mem:", engine.Location{Scheme: engine.SQLite, Path: "mem:"}},
		{"run.claw", engine.Location{Scheme: engine.SQLite, Path: "run.claw"}},
		{"mem", engine.Location{Scheme: engine.SQLite, Path: "mem"}},
		{"./a:b", engine.Location{Scheme: engine.SQLite, Path: "./a:b"}},
		{`C:\logs\run.claw`, engine.Location{Scheme: engine.SQLite, Path: `C:\logs\run.claw`}},
	} {
		got, err := engine.Parse(c.url)
		if err != nil || got != c.want {
			t.Errorf("%s is read as %+v, %v", c.url, got, err)
		}
		if again, err := engine.Parse(got.String()); err != nil || again != got {
			t.Errorf("%s, written as %s, is read as %+v, %v", c.url, got, again, err)
		}
	}
}

func TestURLsThatAreNoLogAreUsageErrors(t *testing.T) {
	for _, c := range []struct{ url, says string }{
		{"", "no log is named"},
		{":", "no log is named"},
		{"mem:x", "has no path"},
		{"sqlite:", "path of the file is missing"},
		{"sqlite://", "path of the file is missing"},
		{"file:/var/log", "no engine for file:, it has mem: and sqlite:"},
		{"esdb://localhost:2113", "no engine for esdb:, it has mem: and sqlite:"},
		{"https://box:4774", "no engine for https:"},
		{"postgres://db/claw", "postgres: is no scheme of a log, this build has mem: and sqlite:"},
		{"SQLITE:x", "SQLITE: is no scheme"},
	} {
		log, err := engine.Open(t.Context(), c.url, engine.Options{Create: true})
		var typed *domain.Error
		if log != nil || !errors.As(err, &typed) {
			t.Errorf("%q opens as %v, %v", c.url, log, err)
			continue
		}
		if typed.Kind != domain.ErrUsage || typed.Target != c.url || typed.Hint == "" || !strings.Contains(typed.Message, c.says) {
			t.Errorf("%q: %+v", c.url, typed)
		}
	}
}

func TestEachSchemeOpensItsEngineWithTheOptions(t *testing.T) {
	for name, url := range map[string]func(dir string) string{
		"mem":         func(string) string { return "mem:" },
		"sqlite":      func(dir string) string { return "sqlite:" + filepath.Join(dir, "run.claw") },
		"a bare path": func(dir string) string { return filepath.Join(dir, "run.claw") },
	} {
		t.Run(name, func(t *testing.T) {
			o := engine.Options{Create: true, Name: "n", Replay: true, Random: seven{},
				Now: func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }}
			model, err := memlog.Open(memlog.Options{Name: o.Name, Replay: o.Replay, Random: o.Random, Now: o.Now})
			if err != nil {
				t.Fatal(err)
			}
			log, err := engine.Open(t.Context(), url(t.TempDir()), o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(head(t, model), head(t, log), exact); diff != "" {
				t.Errorf("head (-want +got):\n%s", diff)
			}
			if err := log.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func head(t *testing.T, log eventlog.Log) eventlog.Head {
	t.Helper()
	h, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var exact = cmp.AllowUnexported(domain.Position{})

// seven is a source of bytes that are 7.
type seven struct{}

// Read fills b.
func (seven) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 7
	}
	return len(b), nil
}

func TestALogInMemoryOpenedForReadingRefusesAppends(t *testing.T) {
	log, err := engine.Open(t.Context(), "mem:", engine.Options{ReadOnly: true, Replay: true, Name: "r"})
	if err != nil {
		t.Fatal(err)
	}
	before := head(t, log)
	if !before.Replay || before.Name != "r" {
		t.Errorf("head %+v", before)
	}
	d, err := eventlog.OpenedDraft(eventlog.Opening{Name: "again"}, before.Recorded, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d})
	var typed *domain.Error
	if !errors.Is(err, eventlog.ErrReadOnly) || !errors.As(err, &typed) {
		t.Errorf("append: %v", err)
	}
	if diff := cmp.Diff(before, head(t, log), exact); diff != "" {
		t.Errorf("head (-before +after):\n%s", diff)
	}
}

func TestALogThatIsNotThereIsNotMadeUnasked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.claw")
	log, err := engine.Open(t.Context(), path, engine.Options{})
	if log != nil || !errors.Is(err, eventlog.ErrNotFound) {
		t.Errorf("opened as %v, %v", log, err)
	}
}

func TestOpeningEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, url := range []string{"mem:", filepath.Join(t.TempDir(), "run.claw")} {
		if log, err := engine.Open(ctx, url, engine.Options{Create: true}); log != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s opened as %v, %v", url, log, err)
		}
	}
}
