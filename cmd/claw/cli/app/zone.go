package app

import (
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
