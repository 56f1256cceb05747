package page

import "time"

// Short is short, for tests.
var Short = short

// Number is number, for tests.
var Number = number

// Ago is how long before now a time was.
func Ago(now, at time.Time) string { return ago(now, moment{at}) }

// Marked is a snippet with its hits in brackets.
func Marked(snippet string, hits ...[2]int) (marked string) {
	var all []hit
	for _, h := range hits {
		all = append(all, hit{h[0], h[1]})
	}
	for _, p := range pieces(snippet, all) {
		if p.IsHit {
			p.Text = "[" + p.Text + "]"
		}
		marked += p.Text
	}
	return marked
}
