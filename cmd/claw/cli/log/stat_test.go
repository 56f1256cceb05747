package logcmd_test

import (
	"encoding/json"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestLogStatAddsUp holds what log stat counts to what log export prints, and its parts
// to the whole, before a session was forgotten and after.
func TestLogStatAddsUp(t *testing.T) {
	type part struct {
		Events, Erased int
		Bytes          int64
		DataBytes      int64 `json:"data_bytes"`
	}
	w := clitest.New(t)
	for range 2 {
		var d struct {
			part
			Streams int
			Kinds   []part
			Sources []part
			Largest []part `json:"largest_streams"`
			Storage struct {
				Bytes, Pages int64
				PageBytes    int64 `json:"page_bytes"`
				WriteAhead   int64 `json:"write_ahead_bytes"`
			}
		}
		if err := json.Unmarshal([]byte(w.Must("log", "stat", "--json").Out), &d); err != nil {
			t.Fatal(err)
		}
		whole := w.Must("log", "export").Out
		if int(d.Bytes) != len(whole) || d.Events == 0 || d.DataBytes == 0 {
			t.Errorf("%+v of %d bytes", d.part, len(whole))
		}
		for name, parts := range map[string][]part{"kinds": d.Kinds, "sources": d.Sources} {
			var sum part
			for i, p := range parts {
				sum.Events, sum.Erased, sum.Bytes, sum.DataBytes = sum.Events+p.Events, sum.Erased+p.Erased, sum.Bytes+p.Bytes, sum.DataBytes+p.DataBytes
				if i > 0 && p.Bytes > parts[i-1].Bytes {
					t.Errorf("%s: %+v comes after %+v", name, p, parts[i-1])
				}
			}
			if sum != d.part {
				t.Errorf("%s add up to %+v, want %+v", name, sum, d.part)
			}
		}
		if len(d.Largest) != min(d.Streams, 10) {
			t.Errorf("%d largest of %d streams", len(d.Largest), d.Streams)
		}
		if s := d.Storage; s.Pages == 0 || s.Bytes != s.Pages*s.PageBytes+s.WriteAhead {
			t.Errorf("files %+v", s)
		}
		if forgotten := d.Erased > 0; !forgotten {
			w.Must("log", "forget", clitest.BoundSession, "--yes")
			continue
		}
		return
	}
	t.Error("nothing was erased")
}
