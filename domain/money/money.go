// Package money has amounts of money as whole numbers, whose sums are exact in any order, and reads
// them from decimals. It holds no price and converts no currency.
package money

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// NanoUSD is an amount of money in 10^-9 US dollars. Sums of it are exact, and the same in any order.
type NanoUSD int64

// mostMoneyText bounds the decimals that [ParseUSD] reads.
const mostMoneyText = 40

// ParseUSD reads US dollars as a decimal, with an exponent or without, and rounds half away from
// zero; ok is false for what is no decimal and for what an amount does not hold.
func ParseUSD(decimal string) (amount NanoUSD, ok bool) {
	n, ok := scaled(decimal, 1_000_000_000)
	return NanoUSD(n), ok
}

// ParseMillionth reads a decimal in millionths: dollars for a million tokens are picodollars a token.
func ParseMillionth(decimal string) (n int64, ok bool) { return scaled(decimal, 1_000_000) }

// scaled reads a decimal times a whole number.
func scaled(decimal string, times int64) (int64, bool) {
	if len(decimal) > mostMoneyText || strings.ContainsAny(decimal, "/_xXpPbBoO") {
		return 0, false
	}
	if f, err := strconv.ParseFloat(decimal, 64); err != nil || !(math.Abs(f)*float64(times) < math.MaxInt64/2) || f != 0 && math.Abs(f) < 1e-30 {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(decimal)
	if !ok {
		return 0, false
	}
	r.Mul(r, new(big.Rat).SetInt64(times))
	twice, denominator := new(big.Int).Lsh(new(big.Int).Abs(r.Num()), 1), r.Denom()
	n := twice.Add(twice, denominator).Quo(twice, new(big.Int).Lsh(denominator, 1)).Int64()
	if r.Sign() < 0 {
		n = -n
	}
	return n, true
}

// Add sums two amounts; a sum that an amount does not hold is the greatest that it holds.
func (a NanoUSD) Add(b NanoUSD) NanoUSD {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	default:
		return sum
	}
}

// String is the amount in dollars: to the cent from a dollar on, and to four places below.
func (a NanoUSD) String() string {
	if a < 0 {
		return "-" + max(-a, -(a+1)).String()
	}
	const dollar = 1_000_000_000
	const step = dollar / 10_000
	if a < dollar-step/2 {
		return "$0." + padded((int64(a)+step/2)/step, 4)
	}
	const cent = dollar / 100
	cents := int64(a)/cent + (int64(a)%cent+cent/2)/cent
	return "$" + strconv.FormatInt(cents/100, 10) + "." + padded(cents%100, 2)
}

func padded(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	return strings.Repeat("0", max(0, width-len(s))) + s
}
