package domain

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"time"

	"github.com/oklog/ulid/v2"
)

// LogPayload is the data of an event in the log's own stream.
//
//sumtype:decl
type LogPayload interface {
	Payload
	log()
}

type logFact struct{}

func (logFact) payload() Family { return FamilyLog }
func (logFact) log()            {}

// LogOpened is the event at position 1 of every log. The log id is its leaf in hex.
type LogOpened struct {
	logFact
	Name string `json:"name"` // for people
	// Nonce is 16 random bytes, hex: no two logs share an id.
	Nonce string `json:"nonce"`
	// Replay says that the log holds re-sent copies: events of kind replay count in it.
	Replay bool `json:"replay,omitzero"`
}

// LogSignersChanged changes the set of signers that may sign for the log.
type LogSignersChanged struct {
	logFact
	Added     []string `json:"added,omitzero"`   // allowed_signers lines
	Removed   []string `json:"removed,omitzero"` // key fingerprints
	Bootstrap bool     `json:"bootstrap,omitzero"`
	Statement string   `json:"statement"` // base64, as signed
	Signature string   `json:"signature"` // sshsig armour
}

// LogCheckpointed keeps a signed checkpoint.
type LogCheckpointed struct {
	logFact
	Size int64  `json:"size"`
	Root string `json:"root"` // hex
	Note string `json:"note"` // signed note text
}

// LogDataErased records which data were permanently overwritten.
type LogDataErased struct {
	logFact
	ID         EventID `json:"id"`
	DataDigest string  `json:"data_digest"`
	Actor      string  `json:"actor"`
	Policy     string  `json:"policy,omitzero"`
	Reason     string  `json:"reason,omitzero"`
}

// LogRepaired records which parts of a damaged log could not be kept.
type LogRepaired struct {
	logFact
	LostAfter uint64   `json:"lost_after"` // position
	LostUntil uint64   `json:"lost_until"`
	Actor     string   `json:"actor,omitzero"`
	Copies    []string `json:"copies,omitzero"`
}

// LogClockReset sets the log's time back to the wall clock, after an append with a clock that was
// ahead. recorded_at stays monotone: from here on it runs as far ahead of the wall clock as it is at
// this event, see [ClockResetID].
type LogClockReset struct {
	logFact
	Wall      Instant `json:"wall"`      // what the wall clock said
	Statement string  `json:"statement"` // base64, as signed
	Signature string  `json:"signature"` // sshsig armour
}

// ClockResetID is the id of the n-th reset, from 1, of the clock of the log whose own stream is
// given: an engine finds the last one by its id.
func ClockResetID(own StreamID, n int) EventID {
	return EventID(Derive(time.Time{}, "log/clock_reset", own.String(), strconv.Itoa(n)))
}

// LogAdmitted records how events reached the log, where a producer did not append them itself.
// The event names them in its causes, in the order of their ids. It precedes in the log the
// events that it admits; one that the log held before it came another way.
type LogAdmitted struct {
	logFact
	// IDsDigest is the hex SHA-256 of the ids as text, in their order, each with a newline.
	IDsDigest string  `json:"ids_digest"`
	Count     int     `json:"count"`
	First     EventID `json:"first"` // the least id
	Last      EventID `json:"last"`  // the greatest id
	Via       Via     `json:"via"`
	// ClaimsLog is the id of the log that the events say they are from, as far as they say one.
	ClaimsLog string `json:"claims_log,omitzero"`
}

// Via is the way by which an event came to a log.
type Via string

// The ways, from the one that is believed least. An event that nothing was said about came directly.
const (
	ViaImport  Via = "import"  // in an exported file, which its holder could edit
	ViaForward Via = "forward" // from a forwarder whose credential is bound to the log
	ViaDirect  Via = "direct"  // from a producer on this machine
)

// Admit makes the admission of events by a way. ids are sorted by the call, and each is kept once.
func Admit(ids []EventID, via Via, claimsLog string) (*LogAdmitted, []EventID) {
	slices.SortFunc(ids, EventID.Compare)
	ids = slices.Compact(ids)
	return &LogAdmitted{IDsDigest: DigestIDs(ids).String(), Count: len(ids), First: ids[0], Last: ids[len(ids)-1],
		Via: via, ClaimsLog: claimsLog}, ids
}

// Contradicts says in what an admission contradicts the causes of its event, "" for nothing.
func (p *LogAdmitted) Contradicts(causes []EventID) string {
	switch {
	case len(causes) == 0 || len(causes) != p.Count:
		return "the admission is of " + strconv.Itoa(p.Count) + " events, and its causes are " + strconv.Itoa(len(causes))
	case !slices.IsSortedFunc(causes, EventID.Compare) || len(slices.Compact(slices.Clone(causes))) != len(causes):
		return "the causes of the admission are not in the order of their ids, each once"
	case causes[0] != p.First || causes[len(causes)-1] != p.Last:
		return "the admission goes from " + p.First.String() + " to " + p.Last.String() + ", and its causes do not"
	case DigestIDs(causes).String() != p.IDsDigest:
		return "ids_digest of the admission is not that of its causes"
	}
	return ""
}

// DigestIDs is the SHA-256 of ids as text, each with a newline.
func DigestIDs(ids []EventID) Digest {
	b := make([]byte, 0, (ulid.EncodedSize+1)*len(ids))
	for _, id := range ids {
		b = append(appendULID(b, ulid.ULID(id)), '\n')
	}
	return sha256.Sum256(b)
}

// CameByFile marks an event as one that came by an import of another log, and lowers its trust
// to medium at most.
func (e *Event) CameByFile() {
	e.ByFile = true
	if e.Source.Trust.Rank() > TrustMedium.Rank() {
		e.Source.Trust, e.Capped = TrustMedium, true
	}
}

var logKinds = []KindInfo{
	{Kind: KindLogOpened, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogOpened]},
	{Kind: KindLogSignersChanged, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogSignersChanged]},
	{Kind: KindLogCheckpointed, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogCheckpointed]},
	{Kind: KindLogDataErased, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogDataErased]},
	{Kind: KindLogAdmitted, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogAdmitted]},
	{Kind: KindLogRepaired, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogRepaired]},
	{Kind: KindLogClockReset, Family: FamilyLog, Version: 1, Decision: true, Reserved: true, New: payloadOf[LogClockReset]},
}

// TokenCreated admits the holder of a secret to the server of the log. The token is named by the id of
// this event. It is in the stream [TokenStream].
type TokenCreated struct {
	logFact
	Name string `json:"name"` // for people
	// Digest is the SHA-256 of the secret, which is random: the log does not hold the secret.
	Digest   Digest       `json:"digest"`
	Audience string       `json:"audience"` // of the views of reports that it reads
	Ceiling  Sensitivity  `json:"ceiling"`  // the greatest class that it reads
	Appends  []TokenClass `json:"appends,omitzero"`
	// Agent reports that an agent holds the token: it decides nothing, see [TokenClass.ForAgents].
	Agent bool `json:"agent,omitzero"`
	// ForwardsLog is the id of the one log whose events the token forwards, "" for none.
	ForwardsLog string  `json:"forwards_log,omitzero"`
	ExpiresAt   Instant `json:"expires_at"`
	Actor       Actor   `json:"actor"` // who created it
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
	TokenForward   TokenClass = "forward"   // events of the log that the token names, as that log recorded them
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
