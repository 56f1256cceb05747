package prices

import (
	"time"

	"github.com/clawable/claw/domain/money"
)

// Tokens are those of one response. Input holds neither what was read from a cache nor what was
// written to one; CacheWrite1h is a part of CacheWrite.
type Tokens struct {
	Input, CacheRead, CacheWrite, CacheWrite1h, Output int64
	// Together reports that they are those of several responses: how much each read is not known, and
	// the price of a short context applies.
	Together bool
}

// mostTokens bounds what a response may count: a sum of more is no response.
const mostTokens = 100_000_000

// Cost is the price of a response at a time, the zero time for one that is not known; false for
// counts that no response has. Which tier applies is a matter of all that was read.
func (m *Model) Cost(at time.Time, used Tokens) (money.NanoUSD, bool) {
	for _, n := range []int64{used.Input, used.CacheRead, used.CacheWrite, used.CacheWrite1h, used.Output} {
		if n < 0 || n > mostTokens {
			return 0, false
		}
	}
	r := m.At(at)
	read := used.Input + used.CacheRead + used.CacheWrite
	if used.Together {
		read = 0
	}
	kept := min(used.CacheWrite1h, used.CacheWrite)
	pico := used.Input*r.Input.at(read) + used.CacheRead*r.CacheRead.at(read) + (used.CacheWrite-kept)*r.CacheWrite.at(read) +
		kept*r.CacheWrite1h.at(read) + used.Output*r.Output.at(read)
	return money.NanoUSD((pico + 500) / 1000), true
}
