package pinpoint

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// ByUrgency orders items: what is open first, by priority, severity and the weight of the evidence,
// the first filed first. It returns -1, 0 or 1.
func ByUrgency(a, b *Item) int {
	closed := func(i *Item) int {
		if i.Closed() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(closed(a), closed(b)), cmp.Compare(place(priorities, a.Priority), place(priorities, b.Priority)),
		cmp.Compare(place(severities, a.Severity), place(severities, b.Severity)), cmp.Compare(b.weight, a.weight),
		a.Filings[0].FiledAt.Compare(b.Filings[0].FiledAt), compareStreams(a.Pinpoint, b.Pinpoint))
}

// weigh is how much the evidence of an item is worth: a repro two, every other role one, and each
// claw beside the first that filed it one.
func (i *Item) weigh() int {
	var roles []domain.EvidenceRole
	for n := range i.Evidence {
		roles = append(roles, i.Evidence[n].Role)
	}
	roles = firsts(roles)
	w := len(roles)
	if slices.Contains(roles, domain.EvidenceRepro) {
		w++
	}
	var by []domain.EmitterID
	for n := range i.Filings {
		by = append(by, i.Filings[n].By)
	}
	return w + len(firsts(by)) - 1
}

// Fingerprint returns a digest of the state of an item: of its id, its state, its successor and how
// often it came again. It is the same as long as a nudge about the item has nothing new to ask.
//
//	SHA-256("pinpoint-state/1" NUL pinpoint NUL state NUL superseded_by NUL recurred)
func (i *Item) Fingerprint() domain.Digest {
	return sha256.Sum256([]byte(strings.Join([]string{"pinpoint-state/1", i.Pinpoint.String(), string(i.State), i.SupersededBy.String(), strconv.Itoa(i.Recurred)}, "\x00")))
}
