package producers

import "github.com/clawable/claw/domain"

// Dollars reads what a source says that something cost, 0 for what is no amount.
func Dollars[T ~string](decimal T) domain.NanoUSD {
	amount, _ := domain.ParseUSD(string(decimal))
	return max(0, amount)
}
