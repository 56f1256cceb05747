package app

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// WarnOfZone warns of a value of TZ that names no time zone of this machine. Times and days are those of
// [time.Local], which is UTC then, as for other programs.
func WarnOfZone(a *App) {
	name := strings.TrimPrefix(a.Env("TZ"), ":")
	if name != "" && name != "UTC" && time.Local.String() == "UTC" {
		a.Warn("time_zone", "TZ="+a.Env("TZ")+": this machine knows no such time zone; times are in UTC")
	}
}

// ZoneName returns the name of the local time zone, such as Europe/Berlin, where the machine's setting
// is a link into the database of time zones; else its offset at a time, such as +02:00. Go calls the
// zone of that setting Local.
func ZoneName(setting string, at time.Time) string {
	if to, err := os.Readlink(setting); err == nil {
		if _, name, in := strings.Cut(filepath.ToSlash(to), "zoneinfo/"); in {
			return name
		}
	}
	return at.Local().Format("-07:00")
}
