package producers

import "github.com/clawable/claw/domain/money"

// Dollars reads a cost that a source states, 0 for what is no amount.
func Dollars[T ~string](decimal T) money.NanoUSD {
	amount, _ := money.ParseUSD(string(decimal))
	return max(0, amount)
}
