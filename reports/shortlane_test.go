package reports_test

import (
	"testing"

	"github.com/clawable/claw/reports"
)

func TestAShortIDIsThatOfOneLane(t *testing.T) {
	for _, row := range [][4]string{
		{"0000000000YXBWRGQDFD76JVYG", "", "", "YXBWRGQD"},
		{"01KJSESXM06022NF76N9K6CG4H", "", "", "01KJSESX"},
		{"01KJSESXM06022NF76N9K6CG4H", "01KJSESXM0FXE8CX6BVXYZ3Z6R", "", "01KJSESXM06"},
		{"0000000000YXBWRGQDFD76JVYG", "0000000000YXAAAAAAAAAAAAAA", "0000000000YXBWRGQDFE000000", "YXBWRGQDFD"},
		{"short", "", "shorter", "short"},
	} {
		if got := string(reports.ShortLane([]byte(row[0]), []byte(row[1]), []byte(row[2]))); got != row[3] {
			t.Errorf("%s between %q and %q: %s, want %s", row[0], row[1], row[2], got, row[3])
		}
	}
}
