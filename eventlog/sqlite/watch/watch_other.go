//go:build !linux

package watch

import "time"

// pollEvery bounds how late a follower sees what another process appended.
const pollEvery = 25 * time.Millisecond

// watchTicks has no watch on this system: ticks never come, and every says how
// often to look instead.
func watchTicks(string) (ticks <-chan struct{}, every time.Duration, stop func()) {
	return nil, pollEvery, func() {}
}
