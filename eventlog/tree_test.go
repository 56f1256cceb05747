package eventlog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// The leaves and roots that implementations of RFC 6962 share.
func TestTheRootIsThatOfRFC6962(t *testing.T) {
	leaves := []string{"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"}
	roots := map[int]string{
		0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
		2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
		3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
		8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
	}
	var tree eventlog.Tree
	for n := 0; ; n++ {
		if want, ok := roots[n]; ok && tree.Root().String() != want {
			t.Errorf("root of %d leaves %s, want %s", n, tree.Root(), want)
		}
		if n == len(leaves) {
			return
		}
		data, err := hex.DecodeString(leaves[n])
		if err != nil {
			t.Fatal(err)
		}
		tree.Add(domain.Digest(sha256.Sum256(append([]byte{0}, data...))))
	}
}
