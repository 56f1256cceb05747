package lane

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain"
)

// claim is one or more equal endings: the same kind and the same material payload.
type claim struct {
	kind     domain.Kind
	class    domain.FailureClass
	material []byte
	facts    []int // by id
}

// claims groups endings into claims, in the order of kind and payload, so that
// no id decides which comes first.
func (d *derivation) claims(some []int) []*claim {
	byContent := map[string]*claim{}
	var out []*claim
	for _, i := range some {
		f := d.facts[i]
		k := string(f.Kind) + "\x00" + string(f.Said.Material)
		c := byContent[k]
		if c == nil {
			c = &claim{kind: f.Kind, class: f.class(), material: f.Said.Material}
			byContent[k] = c
			out = append(out, c)
		}
		c.facts = append(c.facts, i)
	}
	slices.SortFunc(out, func(a, b *claim) int {
		if a.kind != b.kind {
			return bytes.Compare([]byte(a.kind), []byte(b.kind))
		}
		return bytes.Compare(a.material, b.material)
	})
	for _, c := range out {
		d.byID(c.facts)
	}
	return out
}

// byID sorts facts by id.
func (d *derivation) byID(some []int) {
	slices.SortStableFunc(some, func(a, b int) int { return d.facts[a].ID.Compare(d.facts[b].ID) })
}

// class is the failure class of a failure: unknown when it is erased, absent or
// not one that this program knows.
func (f *Fact) class() domain.FailureClass {
	if f.Kind != "lane.failed" {
		return ""
	}
	return knownClass(f.Said.Class)
}

func knownClass(c domain.FailureClass) domain.FailureClass {
	if slices.Contains(c.Enum(), string(c)) {
		return c
	}
	return domain.FailUnknown
}

// result is the status that a kind of ending claims.
func result(kind domain.Kind) Result {
	switch kind {
	case "lane.finished":
		return ResultFinished
	case "lane.failed":
		return ResultFailed
	}
	return ResultCanceled
}
