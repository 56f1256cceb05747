package domain_test

import (
	"fmt"

	"github.com/clawable/claw/domain"
)

// A program decides by the kind of an error, not by its text.
func ExampleKindOf() {
	_, err := domain.ParseLaneID("lane-7")
	fmt.Println(domain.KindOf(err))
	fmt.Println(domain.KindOf(fmt.Errorf("read board: %w", &domain.Error{Kind: domain.ErrUnavailable, Retryable: true})))
	// Output:
	// usage
	// unavailable
}

// The table of kinds says which payload an event of a kind carries.
func ExampleLookupKind() {
	_, known := domain.LookupKind(domain.KindLaneFailed)
	fmt.Println(domain.KindLaneFailed, known)
	_, known = domain.LookupKind("lane.exploded")
	fmt.Println("lane.exploded", known)
	// Output:
	// lane.failed true
	// lane.exploded false
}
