package reports

import (
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Promoted are the contents whose claims d promotes, by hash, each once.
func Promoted(d *Document) (of []domain.Digest) {
	for _, name := range sortedKeys(d.Claims) {
		if p := d.Claims[name].PromotedFrom; p != nil && !slices.Contains(of, p.Report) {
			of = append(of, p.Report)
		}
	}
	return of
}

// CheckPromotions checks the claims of d against those of the report that it amends or follows: a
// claim that was no fact and is one now names what it was, and keeps its pinpoint.
//
// Errors: kind parse.
func CheckPromotions(d *Document, before *Previous) error {
	for _, name := range sortedKeys(d.Claims) {
		c := d.Claims[name]
		if old, was := before.Document.Claims[name]; was && old.Kind != ClaimFact && c.Kind == ClaimFact && c.PromotedFrom == nil {
			return bad("claims."+name, "was no fact in the report before, and does not say that it is promoted",
				"promoted_from names report_hash "+before.Hash.String()+" and claim "+name)
		}
		if c.PromotedFrom == nil || c.PromotedFrom.Report != before.Hash {
			continue
		}
		old, was := before.Document.Claims[c.PromotedFrom.Claim]
		switch {
		case !was:
			return bad("claims."+name, "is promoted from "+c.PromotedFrom.Claim+", which the report before does not claim", "promoted_from.claim is the name that the claim had")
		case old.Kind == ClaimFact:
			return bad("claims."+name, "is promoted from a claim that was a fact already", "leave promoted_from out")
		case old.Pinpoint != c.Pinpoint:
			return bad("claims."+name, "is promoted and changes its pinpoint from "+orNone(old.Pinpoint)+" to "+orNone(c.Pinpoint), "a claim that is confirmed stays that of its pinpoint")
		}
	}
	return nil
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
