package httplog_test

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/httplog"
	"github.com/clawable/claw/eventlog/logtest"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

func client() *http.Client {
	return &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
}

func writeLine(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

func TestALogOverHTTPKeepsTheContractOfLogs(t *testing.T) {
	s := newServer(t)
	logtest.Run(t, func(t *testing.T, o logtest.Options) eventlog.Log {
		log, err := memlog.Open(memlog.Options{Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
		s.show(t, kept(t, log, err))
		return s.open(t, httplog.Options{})
	})
}

func TestALogOverHTTPIsOpenedAgain(t *testing.T) { logtest.Durable(t, servers(t)) }

func TestALogOverHTTPIsOpenedSeveralTimes(t *testing.T) { logtest.Shared(t, servers(t)) }

// servers opens logs of which each folder has one, served for as long as the test runs.
func servers(t *testing.T) func(t *testing.T, o logtest.Options) eventlog.Log {
	var mu sync.Mutex
	all := map[string]*server{}
	return func(one *testing.T, o logtest.Options) eventlog.Log {
		mu.Lock()
		defer mu.Unlock()
		if all[o.Dir] == nil {
			all[o.Dir] = serve(t, file(t, o))
		}
		return all[o.Dir].open(one, httplog.Options{})
	}
}

func file(t *testing.T, o logtest.Options) eventlog.Log {
	t.Helper()
	log, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "run.claw"), sqlite.Options{Create: true, Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
	return kept(t, log, err)
}
