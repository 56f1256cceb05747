package table_test

import (
	"testing"

	"github.com/clawable/claw/internal/table"
)

func TestATableKnowsItsKeys(t *testing.T) {
	ports := table.Table[string, int]{{"http", 80}, {"none", 0}, {"http", 8080}}
	for _, row := range []struct {
		key   string
		is    int
		known bool
	}{{"http", 80, true}, {"none", 0, true}, {"ftp", 0, false}} {
		is, known := ports.Of(row.key)
		if is != row.is || known != row.known || ports.At(row.key) != row.is {
			t.Errorf("%s: %d, %t; want %d, %t", row.key, is, known, row.is, row.known)
		}
	}
}
