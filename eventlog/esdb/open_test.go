package esdb_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestConnectionStringsThatAreNoneAreUsageErrors(t *testing.T) {
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url  string
		kind domain.ErrorKind
		says string
	}{
		{"http://127.0.0.1:1", domain.ErrUsage, "scheme"},
		{"esdb://", domain.ErrUsage, "host"},
		{"esdb://127.0.0.1:x", domain.ErrUsage, "port"},
		{"esdb://claw:secret@127.0.0.1:1", domain.ErrUsage, "holds a password"},
		{"esdb://claw@127.0.0.1:1?tls=false", domain.ErrUsage, "TLS only"},
		{"esdb://127.0.0.1:1?tls=false&passwordFile=" + password, domain.ErrUsage, "TLS only"},
		{"esdb://127.0.0.1:1?passwordFile=" + password + ".none", domain.ErrFilesystem, "no such file"},
		{"esdb://127.0.0.1:1?userCertFile=" + password, domain.ErrUsage, "userKeyFile"},
	} {
		log, err := esdb.Open(t.Context(), c.url, esdb.Options{Deadline: time.Millisecond})
		var typed *domain.Error
		if log != nil || !errors.As(err, &typed) || typed.Kind != c.kind || !strings.Contains(typed.Message, c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, %v", c.url, log, err)
		}
	}
}

// empty is a log of which clients see only what they append: a store without a log.
type empty struct{ eventlog.Log }

// Read implements [eventlog.Log].
func (l empty) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	if q.After.IsZero() {
		q.After = domain.PositionAt(1)
	}
	return l.Log.Read(ctx, q)
}

func TestALogIsMadeOnceInAStoreThatHoldsNone(t *testing.T) {
	model, err := memlog.Open(memlog.Options{})
	kept(t, model, err)
	url := esdbtest.Serve(t, empty{model}).URL
	log, err := esdb.Open(t.Context(), url, esdb.Options{})
	if log != nil || !errors.Is(err, eventlog.ErrNotFound) {
		t.Fatalf("a store without a log opens as %v, %v", log, err)
	}
	if log, err = esdb.Open(t.Context(), url, esdb.Options{Create: true, ReadOnly: true}); log != nil || !errors.Is(err, eventlog.ErrNotFound) {
		t.Fatalf("for reading it opens as %v, %v", log, err)
	}
	heads := make(chan eventlog.Head, 4)
	for range cap(heads) {
		go func() {
			log, err := esdb.Open(t.Context(), url, esdb.Options{Create: true, Name: "team"})
			if err != nil {
				t.Error(err)
				heads <- eventlog.Head{}
				return
			}
			head, err := log.Head(t.Context())
			if err = errors.Join(err, log.Close()); err != nil {
				t.Error(err)
			}
			heads <- head
		}()
	}
	first := <-heads
	for range cap(heads) - 1 {
		if other := <-heads; other != first || first.ID == "" || first.Name != "team" {
			t.Errorf("machines that make a log at once hold %+v and %+v", first, other)
		}
	}
}

func TestAnIdOfAnotherStreamIsFound(t *testing.T) {
	model, err := memlog.Open(memlog.Options{})
	kept(t, model, err)
	opened, err := esdb.Open(t.Context(), esdbtest.Serve(t, model).URL, esdb.Options{})
	log := kept(t, opened, err)
	d := message("a", 1)
	if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
		t.Fatal(err)
	}
	moved := message("b", 1)
	moved.ID = d.ID
	_, err = log.Append(t.Context(), moved.Stream, eventlog.Any, []domain.Draft{moved})
	var typed *domain.Error
	if !errors.Is(err, eventlog.ErrConflict) || !errors.As(err, &typed) || typed.Detail["stream"] != d.Stream.String() {
		t.Errorf("the id in another stream: %v", err)
	}
}

func TestALogOpenedForReadingRefusesAppends(t *testing.T) {
	model, err := memlog.Open(memlog.Options{})
	kept(t, model, err)
	opened, err := esdb.Open(t.Context(), esdbtest.Serve(t, model).URL, esdb.Options{ReadOnly: true})
	log := kept(t, opened, err)
	d := message("a", 1)
	if _, err := log.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); !errors.Is(err, eventlog.ErrReadOnly) {
		t.Errorf("append: %v", err)
	}
}
