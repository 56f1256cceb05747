package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// nearestFlag returns the flag of cmd that differs least from name, "" if none is near.
func nearestFlag(cmd *cobra.Command, name string) string {
	best, least := "", len(name)/2+1
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if d := distance(name, f.Name); d < least {
			best, least = f.Name, d
		}
	})
	return best
}

// distance is the Levenshtein distance of two short ASCII words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := left
			if a[i] != b[j] {
				cost++
			}
			left = row[j+1]
			row[j+1] = min(cost, row[j]+1, left+1)
		}
	}
	return row[len(b)]
}
