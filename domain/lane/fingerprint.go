package lane

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane/fact"
)

// identity is what a fingerprint is made of (rule 8): no time, duration, prose, id of
// an event or path.
type identity struct {
	lane     domain.LaneID
	attempt  int
	kind     domain.Kind
	status   Result
	class    domain.FailureClass
	material []byte // RFC 8785, or nil
	claims   []domain.Digest
}

// digest returns SHA-256 over the RFC 8785 form; members without a value are absent.
func (p identity) digest() domain.Digest {
	b := append([]byte(`{"attempt":`), strconv.Itoa(p.attempt)...)
	text := func(name, value string) {
		if value != "" {
			b = append(append(b, `,"`+name+`":`...), jcs.AppendString(nil, value)...)
		}
	}
	if len(p.claims) > 0 {
		raw, _ := json.Marshal(p.claims)
		b = append(append(b, `,"claims":`...), raw...)
	}
	text("failure_class", string(p.class))
	text("kind", string(p.kind))
	text("lane", string(p.lane))
	if len(p.material) > 0 {
		b = append(append(b, `,"material":`...), p.material...)
	}
	text("status", string(p.status))
	return sha256.Sum256(append(b, '}'))
}

// claimPrint is the identity of a claim, before evidence.
func claimPrint(d *derivation, c *claim, attempt int) domain.Digest {
	return identity{lane: d.lane, attempt: attempt, kind: c.kind, status: result(c.kind), class: c.class, material: c.material}.digest()
}

// verdictPrint is the identity of how an attempt came out; zero while nothing ended.
func verdictPrint(d *derivation, v *verdict, attempt int) domain.Digest {
	if !v.ended {
		return domain.Digest{}
	}
	p := identity{lane: d.lane, attempt: attempt, kind: v.kind, status: v.result, class: v.class}
	switch {
	case v.result == ResultContested:
		p.kind = ""
		for _, c := range v.standing {
			p.claims = append(p.claims, claimPrint(d, c, attempt))
		}
		slices.SortFunc(p.claims, func(a, b domain.Digest) int { return slices.Compare(a[:], b[:]) })
	case len(v.standing) > 0:
		p.material = shared(v.standing)
	}
	return p.digest()
}

// shared returns the material members on which all claims agree: that of one claim
// is its payload.
func shared(claims []*claim) []byte {
	if len(claims) == 1 {
		return claims[0].material
	}
	common := members(claims[0].material)
	for _, c := range claims[1:] {
		other := members(c.material)
		for name, raw := range common {
			if string(other[name]) != string(raw) {
				delete(common, name)
			}
		}
	}
	if len(common) == 0 {
		return nil
	}
	raw, _ := json.Marshal(common)
	out, _ := jcs.Rounded(raw)
	return out
}

func members(material []byte) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if len(material) > 0 {
		_ = json.Unmarshal(material, &out) // it is our own RFC 8785
	}
	return out
}

// writeFingerprint writes the identity of the outcome and of the one before it: of
// the contest that was settled, else of an ending of this attempt that was
// overruled, else of the attempt before.
func writeFingerprint(d *derivation, v verdict) {
	writeActionable(d)
	if !v.ended {
		return
	}
	d.out.Fingerprint = verdictPrint(d, &v, d.top)
	h := d.endingsOf(d.top)
	d.rests("outcome_fingerprint", RuleFingerprint, append(v.rests(d), d.facts.at(slices.Concat(v.weighed, echoed(d, h.standing())))...))
	d.out.also("outcome_fingerprint", "attempt")
	before, by := replaced(d, &v, h)
	if before.IsZero() {
		return
	}
	d.out.Replaces = before
	d.rests("replaces", RuleReplaces, by)
	d.out.also("replaces", "outcome_fingerprint")
}

// replaced returns the identity of the outcome that preceded this one, zero for none, and
// the facts that record it.
func replaced(d *derivation, v *verdict, h attemptEndings) (domain.Digest, []*fact.Fact) {
	if told := append(slices.Clone(v.standing), h.dropped...); len(h.dropped) > 0 && contest(told) {
		was := verdict{ended: true, result: ResultContested, standing: told}
		return verdictPrint(d, &was, d.top), append(d.facts.at(h.settlers), d.facts.at(h.heard)...)
	}
	var before []domain.Digest
	for _, c := range d.out.Differs {
		if c.Relation == RelationOverruled || c.Relation == RelationSettled {
			before = append(before, c.Fingerprint)
		}
	}
	if len(before) > 0 {
		return slices.MinFunc(before, func(a, b domain.Digest) int { return bytes.Compare(a[:], b[:]) }), d.facts.at(append(h.heard, h.settlers...))
	}
	for n, past := range slices.Backward(d.past) {
		if told := verdictPrint(d, &past, n+1); !told.IsZero() {
			return told, append(past.rests(d), d.facts.at(slices.Concat(past.weighed, d.endingsOf(n+1).standing()))...)
		}
	}
	return domain.Digest{}, nil
}
