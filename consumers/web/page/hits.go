package page

import (
	"strings"

	"github.com/clawable/claw/internal/visible"
)

// hit is a part of a snippet that was searched for, in bytes, half-open.
type hit struct {
	From  int `json:"from"`
	Until int `json:"until"`
}

// piece is a part of a snippet.
type piece struct {
	Text  string
	IsHit bool
}

// pieces cuts a snippet at its hits, as long as a line is.
func pieces(snippet string, hits []hit) (all []piece) {
	snippet, cut := bounded(snippet)
	at := 0
	add := func(until int, isHit bool) {
		if until > at {
			all = append(all, piece{visible.Printable(strings.ToValidUTF8(snippet[at:until], "\uFFFD")), isHit})
			at = until
		}
	}
	for _, h := range hits {
		if h.From < at || h.Until > len(snippet) {
			continue
		}
		add(h.From, false)
		add(h.Until, true)
	}
	if add(len(snippet), false); cut != "" {
		all = append(all, piece{Text: cut})
	}
	return all
}
