package lane

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// tellFingerprint writes the identity of the outcome and of the one before it: of
// the contest that was settled, else of an ending of this attempt that was
// overruled, else of the attempt before.
func (d *derivation) tellFingerprint(v verdict) {
	d.tellActionable()
	if !v.ended {
		return
	}
	d.out.Fingerprint = d.verdictPrint(&v, d.top)
	h := d.hear(d.top)
	d.rests("outcome_fingerprint", RuleFingerprint, append(v.rests(d), d.at(slices.Concat(v.weighed, d.echoed(h.standing())))...))
	d.also("outcome_fingerprint", "attempt")
	before, by := d.replaced(&v, h)
	if before.IsZero() {
		return
	}
	d.out.Replaces = before
	d.rests("replaces", RuleReplaces, by)
	d.also("replaces", "outcome_fingerprint")
}

// replaced returns the identity of the outcome that this one came after, zero for none, and
// the facts that tell of it.
func (d *derivation) replaced(v *verdict, h hearing) (domain.Digest, []*fact.Fact) {
	if told := append(slices.Clone(v.standing), h.dropped...); len(h.dropped) > 0 && contest(told) {
		was := verdict{ended: true, result: ResultContested, standing: told}
		return d.verdictPrint(&was, d.top), append(d.at(h.settlers), d.at(h.heard)...)
	}
	var before []domain.Digest
	for _, c := range d.out.Differs {
		if c.Relation == RelationOverruled || c.Relation == RelationSettled {
			before = append(before, c.Fingerprint)
		}
	}
	if len(before) > 0 {
		return slices.MinFunc(before, func(a, b domain.Digest) int { return bytes.Compare(a[:], b[:]) }), d.at(append(h.heard, h.settlers...))
	}
	for n, past := range slices.Backward(d.past) {
		if told := d.verdictPrint(&past, n+1); !told.IsZero() {
			return told, append(past.rests(d), d.at(slices.Concat(past.weighed, d.hear(n+1).standing()))...)
		}
	}
	return domain.Digest{}, nil
}
