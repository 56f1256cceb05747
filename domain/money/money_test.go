package money_test

import (
	"math"
	"testing"

	"github.com/clawable/claw/domain/money"
)

func TestDollarsAreReadExactly(t *testing.T) {
	for text, want := range map[string]money.NanoUSD{
		"0": 0, "0.1": 100_000_000, "1.2e-05": 12_000, "0.0000000005": 1, "0.00000000049": 0, "-0.5": -500_000_000,
		"0.30000000000000004": 300_000_000, "123456.789": 123_456_789_000_000, "0.03": 30_000_000,
	} {
		if got, ok := money.ParseUSD(text); !ok || got != want {
			t.Errorf("%s is %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "a", "1/3", "0x10", "1e400", "1e999999999", "1e-999999999", "NaN", "Inf", "1_000", "99999999999999999999"} {
		if got, ok := money.ParseUSD(text); ok {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestAnAmountIsWrittenAsPeopleReadIt(t *testing.T) {
	for amount, want := range map[money.NanoUSD]string{
		0: "$0.0000", 50_000: "$0.0001", 12_345_678: "$0.0123", 999_940_000: "$0.9999", 999_960_000: "$1.00", 1_004_999_999: "$1.00", 1_005_000_000: "$1.01",
		-2_500_000_000: "-$2.50", math.MaxInt64: "$9223372036.85", math.MinInt64: "-$9223372036.85",
	} {
		if got := amount.String(); got != want {
			t.Errorf("%d is %s, want %s", amount, got, want)
		}
	}
}

func TestASumThatNoAmountHoldsIsTheGreatest(t *testing.T) {
	const most = money.NanoUSD(math.MaxInt64)
	for _, row := range [][3]money.NanoUSD{{1, 2, 3}, {most, 1, most}, {-most, -10, math.MinInt64}, {most, -most, 0}} {
		if got := row[0].Add(row[1]); got != row[2] {
			t.Errorf("%d and %d are %d, want %d", row[0], row[1], got, row[2])
		}
	}
}
