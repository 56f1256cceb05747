package view_test

import (
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/view"
)

// TestADayBeginsWhereItsClocksSay asks for days whose midnight clocks skip or show twice. A day that does not exist
// begins with the next one.
func TestADayBeginsWhereItsClocksSay(t *testing.T) {
	for _, row := range []struct{ zone, day, want string }{
		{"UTC", "2026-01-02", "2026-01-02T00:00:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-29T00:00:00+01:00"},
		{"Europe/Berlin", "2026-03-30", "2026-03-30T00:00:00+02:00"},
		{"America/New_York", "2026-11-01", "2026-11-01T00:00:00-04:00"},
		{"Australia/Lord_Howe", "2026-04-06", "2026-04-06T00:00:00+10:30"},
		{"America/Sao_Paulo", "2018-11-04", "2018-11-04T01:00:00-02:00"},
		{"America/Sao_Paulo", "2018-02-18", "2018-02-18T00:00:00-03:00"},
		{"Africa/Cairo", "2023-04-28", "2023-04-28T01:00:00+03:00"},
		{"America/Havana", "2024-03-10", "2024-03-10T01:00:00-04:00"},
		{"America/Havana", "2024-11-03", "2024-11-03T00:00:00-04:00"},
		{"Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"},
		{"Pacific/Apia", "2011-12-31", "2011-12-31T00:00:00+14:00"},
		{"America/St_Johns", "2010-11-07", "2010-11-07T00:00:00-02:30"},
	} {
		t.Run(row.zone+" "+row.day, func(t *testing.T) {
			zone, err := time.LoadLocation(row.zone)
			if err != nil {
				t.Fatal(err)
			}
			at, is := view.Day(row.day, zone)
			if got := at.Time().In(zone).Format(time.RFC3339); !is || got != row.want {
				t.Errorf("it begins at %s, %v; want %s", got, is, row.want)
			}
		})
	}
}
