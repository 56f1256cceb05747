package pinpoint_test

import (
	"math/rand/v2"

	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// id is a ULID that counts.
func id(n int) (u ulid.ULID) {
	u[13], u[14], u[15] = byte(n>>16), byte(n>>8), byte(n)
	return u
}

// event is the id of event n, stream that of pinpoint n.
func event(n int) domain.EventID { return domain.EventID(id(n)) }
func stream(n int) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyPinpoint, ULID: id(n)}
}

// minute is the time n minutes after the first.
func minute(n int) domain.Instant { return domain.AtUnixNano(int64(n+1) * 60e9) }

// said is a fact of trust high: event n about a pinpoint, at a minute, by a claw.
func said(n, about, at int, by string, p domain.PinpointPayload, causes ...int) pinpoint.Fact {
	f := pinpoint.Fact{Event: event(n), Kind: p.Kind(), Stream: stream(about), At: minute(at), By: domain.EmitterID(by), Trust: domain.TrustHigh, Payload: p}
	for _, c := range causes {
		f.Causes = append(f.Causes, event(c))
	}
	return f
}

// gap is a filing with a separate key for each signature; "" is none.
func gap(title, signature string) *domain.PinpointFiled {
	return &domain.PinpointFiled{Title: domain.TextOf(title), FailureClass: domain.FailTest, Place: "cmd/shop", ErrorSignature: signature}
}

func link(to int, how domain.PinpointRelation) *domain.PinpointLinked {
	return &domain.PinpointLinked{To: stream(to), Relation: how}
}

func move(to domain.PinpointState, by int) *domain.PinpointStateChanged {
	p := &domain.PinpointStateChanged{State: to}
	if by > 0 {
		p.SupersededBy = stream(by)
	}
	return p
}

// pinpoints is how many pinpoints random facts are about, from 1.
const pinpoints = 7

// someFacts draws what several claws said about some pinpoints, some filed and some not, with causes
// among what was said before.
func someFacts(t *rapid.T) (facts []pinpoint.Fact) {
	for n := range rapid.IntRange(1, 40).Draw(t, "facts") {
		about := rapid.IntRange(1, pinpoints).Draw(t, "about")
		p := somePayload(t)
		f := said(n+1, about, rapid.IntRange(0, 9).Draw(t, "minute"), rapid.SampledFrom([]string{"ada", "bo", "cy"}).Draw(t, "by"), p)
		if rapid.IntRange(0, 9).Draw(t, "trust") == 0 {
			f.Trust = domain.TrustLow
		}
		if n > 0 && rapid.Bool().Draw(t, "follows") {
			f.Causes = []domain.EventID{event(rapid.IntRange(1, n).Draw(t, "cause"))}
		}
		facts = append(facts, f)
	}
	return facts
}

func somePayload(t *rapid.T) domain.PinpointPayload {
	other := rapid.IntRange(1, pinpoints).Draw(t, "other")
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0, 1, 2:
		p := gap("gap", rapid.SampledFrom([]string{"", "exit 1", "exit 2", "panic"}).Draw(t, "signature"))
		p.Priority = domain.Priority(rapid.SampledFrom([]string{"", "p0", "p2"}).Draw(t, "priority"))
		return p
	case 3, 4:
		return link(other, domain.PinpointRelation(rapid.SampledFrom(domain.PinpointRelation("").Enum()).Draw(t, "relation")))
	case 5:
		p := move(domain.PinpointState(rapid.SampledFrom(domain.PinpointState("").Enum()).Draw(t, "state")), 0)
		if p.State == domain.PinpointStateSuperseded {
			p.SupersededBy = stream(other)
		}
		return p
	case 6:
		return &domain.PinpointEvidenceAttached{Role: domain.EvidenceRepro, Ref: domain.EvidenceRef{URL: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "url"), Preview: domain.TextOf("seen")}}
	}
	return &domain.PinpointPrioritized{Ranking: domain.Ranking{Priority: domain.Priority(rapid.SampledFrom([]string{"p1", "p3"}).Draw(t, "ranked"))}}
}

// shuffled are facts in another order, some of them twice.
func shuffled(t *rapid.T, facts []pinpoint.Fact) []pinpoint.Fact {
	seed := rapid.Uint64().Draw(t, "seed")
	r := rand.New(rand.NewPCG(seed, seed))
	other := append([]pinpoint.Fact{}, facts...)
	for range len(facts) / 2 {
		other = append(other, facts[r.IntN(len(facts))])
	}
	r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
	return other
}
