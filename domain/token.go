package domain

import (
	"slices"
	"time"
)

// TokenCreated admits whoever shows a secret to the server of the log. The token is named by the id of
// this event. It is in the stream [TokenStream].
type TokenCreated struct {
	logFact
	Name string `json:"name"` // for people
	// Digest is the SHA-256 of the secret, which is random: the log does not hold the secret.
	Digest   Digest       `json:"digest"`
	Audience string       `json:"audience"` // of the views of reports that it reads
	Ceiling  Sensitivity  `json:"ceiling"`  // the greatest class that it reads
	Appends  []TokenClass `json:"appends,omitzero"`
	// Agent says that an agent holds the token: it decides nothing, see [TokenClass.ForAgents].
	Agent     bool    `json:"agent,omitzero"`
	ExpiresAt Instant `json:"expires_at"`
	Actor     Actor   `json:"actor"` // who created it
}

// TokenRevoked ends a token.
type TokenRevoked struct {
	logFact
	Created EventID `json:"created"` // the event that created it
	Actor   Actor   `json:"actor"`
	Reason  string  `json:"reason,omitzero"`
}

// TokenClass names what a token may append. What no class names it cannot: policies, ships, erasure,
// signers and tokens are decided on a machine of the log alone.
type TokenClass string

// The classes of what a token may append.
const (
	TokenFacts     TokenClass = "facts"     // what was observed, with low trust
	TokenImport    TokenClass = "import"    // events of another log, as they are
	TokenReports   TokenClass = "reports"   // reports, pinpoints and nudges
	TokenRequests  TokenClass = "requests"  // requests for approvals
	TokenLanes     TokenClass = "lanes"     // decisions about lanes
	TokenApprovals TokenClass = "approvals" // grants, which a signer signed
)

// ForAgents reports whether a token of an agent may have the class: those that decide nothing, and that
// are believed no more than an agent is.
func (c TokenClass) ForAgents() bool {
	return slices.Contains([]TokenClass{TokenFacts, TokenReports, TokenRequests}, c)
}

// TokenClassOf is the class that may append a kind, "" for a kind that no token appends.
func TokenClassOf(kind Kind) TokenClass {
	info, known := LookupKind(kind)
	switch {
	case !known:
		return ""
	case !info.Decision:
		return TokenFacts
	case kind == KindApprovalRequested:
		return TokenRequests
	case kind == KindApprovalGranted, kind == KindApprovalGrantRefused:
		return TokenApprovals
	case kind == KindLogAdmitted:
		return TokenImport
	}
	switch info.Family {
	case FamilyLane:
		return TokenLanes
	case FamilyReport, FamilyPinpoint, FamilyNudge:
		return TokenReports
	case FamilySession, FamilyWorker, FamilyApproval, FamilyShip, FamilyRepo, FamilyPolicy, FamilyHost, FamilyLog:
	}
	return ""
}

// TokenStream is the stream of the tokens of the log whose own stream is given. It is a stream of its
// own, so that reading the signers of a log does not read it.
func TokenStream(own StreamID) StreamID {
	return StreamID{Family: FamilyLog, ULID: Derive(time.Time{}, "tokens", own.String())}
}

var tokenKinds = []KindInfo{
	{Kind: KindTokenCreated, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[TokenCreated]},
	{Kind: KindTokenRevoked, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[TokenRevoked]},
}
