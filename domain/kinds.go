package domain

import "slices"

// Kind is the wire name of what happened, such as "lane.blocked".
type Kind string

// Family is a sealed group of kinds that share a sort of stream.
type Family uint8

// The families. Zero is none.
const (
	FamilyLane Family = iota + 1
	FamilySession
	FamilyWorker
	FamilyApproval
	FamilyShip
	FamilyRepo
	FamilyReport
	FamilyPinpoint
	FamilyNudge
	FamilyPolicy
	FamilyHost
	FamilyLog
)

var familyPrefixes = [...]string{"", "lane-", "session-", "worker-", "approval-", "ship-", "repo-",
	"report-", "pinpoint-", "nudge-", "policy-", "host-", "log-"}

// Prefix begins the name of each stream of the family, such as "lane-".
func (f Family) Prefix() string {
	if int(f) >= len(familyPrefixes) {
		return ""
	}
	return familyPrefixes[f]
}

// FamilyPrefixes lists all stream prefixes.
func FamilyPrefixes() []string { return slices.Clone(familyPrefixes[1:]) }

func familyByPrefix(prefix string) (Family, bool) {
	i := slices.Index(familyPrefixes[:], prefix)
	return Family(max(i, 0)), i > 0
}

// Payload is the data of an event: one struct per kind, in sealed families.
// The JSON form is closed at append and open for readers; a field without
// omitzero is required.
//
//sumtype:decl
type Payload interface {
	// Kind is the wire name of the struct.
	Kind() Kind
	payload() Family
}

// KindInfo is a row of the table of kinds.
type KindInfo struct {
	Kind    Kind
	Family  Family
	Version int // of the payload schema
	// Decision: loaded, folded and appended at the revision read. Else a fact.
	Decision bool
	// Reserved: a decision that only its own verb may append, never a raw append or import.
	Reserved bool
	// Erasable: data may be overwritten for good; the others hold no text of a conversation.
	Erasable bool
	// Material lists the data fields that make two outcomes different; for the
	// kinds that end or dispose of a lane.
	Material []string
	// New returns a pointer to a zero payload. That it is a [Payload] is not said by its
	// type: a program holds a table of methods for each such type, which it sorts when it starts.
	New func() any
}

// Kinds returns the table of all kinds, in a fixed order.
func Kinds() []KindInfo { return slices.Concat(kindTable[:]...) }

// LookupKind returns the row of kind.
func LookupKind(kind Kind) (KindInfo, bool) {
	info, ok := kindIndex[kind]
	if !ok {
		return KindInfo{}, false
	}
	return *info, true
}

// kindTable is in the order of the families. Its parts are literals that the compiler lays
// out: what is made when the program starts, every hook waits for.
var kindTable = [...][]KindInfo{
	laneKinds, laneWorkKinds, sessionKinds, toolKinds, workKinds, workerKinds, bootKinds, approvalKinds, shipKinds, repoKinds,
	reportKinds, pinpointKinds, nudgeKinds, policyKinds, hostKinds, pluginKinds, logKinds, tokenKinds, expectsKinds,
}

var kindIndex = indexKinds()

func indexKinds() map[Kind]*KindInfo {
	index := make(map[Kind]*KindInfo, 128) // a few more than there are
	for _, part := range kindTable {
		for i := range part {
			index[part[i].Kind] = &part[i]
		}
	}
	return index
}

// payloadOf makes the [KindInfo.New] of the payload struct T.
func payloadOf[T Payload]() any { return new(T) }
