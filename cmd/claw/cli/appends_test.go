package cli_test

import (
	"strconv"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

func mustStream(t *testing.T, s string) domain.StreamID {
	id, err := domain.ParseStreamID(s)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// beat is the n-th heartbeat of a lane.
func beat(t *testing.T, lane string, n int) domain.Draft {
	own := strconv.Itoa(n)
	return domain.Draft{ID: domain.RecordEventID(now, "test", lane, own, ""), Kind: "lane.heartbeat", Version: 1, Stream: mustStream(t, "lane-"+lane),
		ObservedAt: domain.At(now), Emitter: "test/beat", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: []byte("{}")}
}

// hold lets another program have the log for itself, until the test ends.
func hold(w *world) (letGo func()) {
	letGo = w.holdFile(w.log())
	w.env["CLAW_LOG"] = w.log() // init would make its own
	w.tune = func(p *app.Program) { p.Patience = time.Millisecond }
	return letGo
}

// holdFile locks the log in a file as another process would, for everybody.
func (w *world) holdFile(file string) (letGo func()) {
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		w.t.Fatal(err)
	}
	letGo = func() { _ = conn.Close() }
	w.t.Cleanup(letGo)
	for _, q := range []string{"PRAGMA locking_mode=EXCLUSIVE", "BEGIN EXCLUSIVE"} {
		if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
			w.t.Fatal(err)
		}
	}
	return letGo
}

// newer marks the log as written by a later claw.
func newer(w *world) {
	conn, err := sqlite.OpenConn(w.log(), sqlite.OpenReadWrite)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA user_version = 1000", nil); err != nil {
		w.t.Fatal(err)
	}
}
