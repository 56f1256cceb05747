package term

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ZoneName returns the name of a time zone as people know it. Go calls the zone of the machine's
// setting Local: that is the name in the database of time zones where the setting is a link into it,
// such as Europe/Berlin, else the offset at a time, such as +02:00.
func ZoneName(zone, setting string, at time.Time) string {
	if zone != "Local" {
		return zone
	}
	if to, err := os.Readlink(setting); err == nil {
		if _, name, in := strings.Cut(filepath.ToSlash(to), "zoneinfo/"); in {
			return name
		}
	}
	return at.Local().Format("-07:00")
}
