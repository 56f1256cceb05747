package memlog_test

import (
	"testing"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/logtest"
	"github.com/clawable/claw/eventlog/memlog"
)

func TestMemlogKeepsTheContractOfLogs(t *testing.T) {
	logtest.Run(t, open)
}

func open(t *testing.T, o logtest.Options) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Now: o.Now, Random: o.Random, Name: o.Name, Replay: o.Replay})
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
