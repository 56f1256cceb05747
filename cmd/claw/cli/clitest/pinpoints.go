package clitest

import "time"

// Pinpoints files two pinpoints, #1 and #2, and delivers the nudge daily, two minutes before [Now].
func Pinpoints(w *World) {
	clock := w.Now
	w.Now = func() time.Time { return Now.Add(-2 * time.Minute) }
	w.Must("pinpoint", "file", "the door is open", "--name", "#1")
	w.Must("pinpoint", "file", "the light is on", "--name", "#2")
	w.Must("nudge", "send", "daily", "--pinpoint", "#1")
	w.Now = clock
}
