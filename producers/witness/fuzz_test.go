package witness_test

import (
	"reflect"
	"testing"

	"github.com/clawable/claw/producers/witness"
	"github.com/clawable/claw/producers/witness/summary"
)

// FuzzRead holds that any command and output can be read, twice with one result, and that a call
// whose status and output are not recorded shows no test that passed.
func FuzzRead(f *testing.F) {
	f.Add("go test ./... | tail -5; echo x", "ok  \tx\t0.1s\n", uint8(1), 0)
	f.Add("set -e; (cd a && pytest) || exit 1", "1 failed in 0.1s", uint8(2), 1)
	f.Add("git push origin a:b && gh pr create", "To x\n + a...b x -> y (forced update)\nhttps://h/o/r/pull/1", uint8(1), 0)
	f.Add("if make test; then :; else false; fi <<E\n$(git commit)\nE", "[x 1234567] \x1b[31m y\r\n", uint8(3), -1)
	f.Fuzz(func(t *testing.T, command, output string, status uint8, code int) {
		call := witness.Call{Command: command, CWD: "/w", Status: witness.Status(status % 4), Code: code, Output: output}
		if !reflect.DeepEqual(witness.Read(call), witness.Read(call)) {
			t.Fatal("two readings differ")
		}
		for _, facts := range witness.Read(witness.Call{Command: command}) {
			if facts.Test != nil && facts.Test.Result == summary.Passed {
				t.Fatalf("%q passed without a status and without an output", command)
			}
		}
	})
}
