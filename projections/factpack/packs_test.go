package factpack_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/factpack"
	"github.com/clawable/claw/projections/foldtest"
)

// TestPacksAreReadAsTheyWereWritten packs the facts of drawn logs: the packs of a key, one after
// the other, are read as facts whose pack is these bytes, and a pack that is cut is refused.
func TestPacksAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		written := map[index.Key][]byte{}
		packs := factpack.New(rapid.IntRange(0, 2000).Draw(t, "most"), func(some map[index.Key][]byte, _ int) error {
			for key, pack := range some {
				written[key] = append(written[key], pack...)
			}
			return nil
		})
		filed := 0
		for _, e := range foldtest.Draw(t) {
			var f fact.Fact
			if !fact.Read(&e, &f) {
				continue
			}
			has, err := packs.Add(&f)
			if err != nil {
				t.Fatal(err)
			}
			if has {
				filed++
			}
		}
		if err := packs.Flush(); err != nil {
			t.Fatal(err)
		}
		if (len(written) > 0) != (filed > 0) {
			t.Fatalf("%d facts have a key, and %d keys have a pack", filed, len(written))
		}
		for key, pack := range written {
			facts, err := factpack.Unpack(pack, nil)
			if err != nil {
				t.Fatalf("%s: %v", key, err)
			}
			if !bytes.Equal(factpack.Pack(nil, facts), pack) {
				t.Fatalf("%s: the pack of what was read differs from what was written", key)
			}
			if _, err := factpack.Unpack(pack[:len(pack)-1], nil); err == nil {
				t.Fatalf("%s: a pack that is cut short is read", key)
			}
		}
	})
}
