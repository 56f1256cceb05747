package esdb_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/esdb"
	"github.com/clawable/claw/eventlog/logtest"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

func TestEsdbKeepsTheContractOfLogsOverMemlog(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	logtest.Run(t, func(t *testing.T, o logtest.Options) eventlog.Log {
		log, err := memlog.Open(memlog.Options{Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
		return client(t, o, esdbtest.Serve(t, kept(t, log, err)).URL)
	})
}

func TestEsdbKeepsTheContractOfLogsInAnotherProcess(t *testing.T) {
	p := elsewhere(t)
	logtest.Run(t, func(t *testing.T, o logtest.Options) eventlog.Log { return client(t, o, p.open(t, o)) })
}

func TestEsdbKeepsLogsThatAreOpenedAgain(t *testing.T) { logtest.Durable(t, servers(t)) }

func TestEsdbKeepsLogsThatAreOpenedSeveralTimes(t *testing.T) { logtest.Shared(t, servers(t)) }

// servers opens logs of which each folder has one, served by another process for as long as the test runs.
func servers(t *testing.T) func(t *testing.T, o logtest.Options) eventlog.Log {
	var mu sync.Mutex
	p, urls := elsewhere(t), map[string]string{}
	return func(one *testing.T, o logtest.Options) eventlog.Log {
		mu.Lock()
		defer mu.Unlock()
		if urls[o.Dir] == "" {
			urls[o.Dir] = p.open(t, o)
		}
		return client(one, o, urls[o.Dir])
	}
}

func file(t *testing.T, o logtest.Options, dir string) eventlog.Log {
	t.Helper()
	log, err := sqlite.Open(t.Context(), filepath.Join(dir, "run.claw"), sqlite.Options{Create: true, Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
	return kept(t, log, err)
}

func kept[L eventlog.Log](t testing.TB, log L, err error) L {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func client(t *testing.T, o logtest.Options, url string) eventlog.Log {
	t.Helper()
	log, err := esdb.Open(t.Context(), url, esdb.Options{Create: true, Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
	return kept(t, log, err)
}
