package esdbapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/eventlog/memlog"
)

// TestClientsForNodeReadAndAppend drives the server with the clients that npm has: an oracle that is not
// ours. It installs them, and runs only where the environment requests it.
func TestClientsForNodeReadAndAppend(t *testing.T) {
	if os.Getenv("CLAW_TEST_NPM") == "" {
		t.Skip("CLAW_TEST_NPM is not set: it installs two packages by npm")
	}
	script, err := filepath.Abs("testdata/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for module, version := range map[string]string{"@kurrent/kurrentdb-client": "1.3.1", "@eventstore/db-client": "6.2.1"} {
		t.Run(module, func(t *testing.T) {
			folder := t.TempDir()
			install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--no-update-notifier", "--cache", filepath.Join(folder, "cache"), "--prefix", folder, module+"@"+version)
			if out, err := install.CombinedOutput(); err != nil {
				t.Fatalf("npm does not install %s: %v\n%s", module, err, out)
			}
			log, err := memlog.Open(memlog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			run := exec.CommandContext(ctx, "node", script, module, esdbtest.Serve(t, log).URL)
			run.Dir = folder
			var errs bytes.Buffer
			run.Stderr = &errs
			out, err := run.Output()
			if err != nil {
				t.Fatalf("%v\n%s%s", err, out, errs.Bytes())
			}
			var got map[string]any
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if diff := cmp.Diff(seenByNode, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// seenByNode is what a client sees of the log that it fills.
var seenByNode = map[string]any{
	"next": 0.0, "again": 0.0, "conflict": "wrong-expected-version", "refused": true, "nothing": "stream-not-found",
	"forwards":   []any{[]any{"lane.started", 0.0, "01890a5d-ac96-774b-bcce-b302099a8057"}, []any{"lane.heartbeat", 1.0, "01890a5d-ac96-774b-bcce-b302099a8058"}},
	"backwards":  []any{[]any{"lane.heartbeat", 1.0}},
	"all":        []any{"log.opened", "lane.started", "lane.heartbeat"},
	"subscribed": []any{"lane.started", "lane.heartbeat", "lane.heartbeat"},
}
