package domain

import "time"

// ExpectsStream is the one stream of the profiles of expectations that a log adopts.
func ExpectsStream() StreamID {
	return StreamID{FamilyLog, Derive(time.Time{}, "expects", "adopted")}
}

// ExpectsAdopted adopts the profile by which the work of a lane sets what its finish needs, where
// no statement lists it. The causes of the event are the adoptions that it replaces.
type ExpectsAdopted struct {
	logFact
	OperatorSignature
	// Profile is absent where the built-in profile of the program is adopted again.
	Profile *ExpectsProfile `json:"profile,omitzero"`
	Reason  string          `json:"reason"` // typed by the actor who decides
}

// ExpectsProfile says what a lane has to show for each thing that it undertook.
type ExpectsProfile struct {
	Name      string            `json:"name"`
	Revision  int               `json:"revision"`           // from 1
	Wrote     []WorkExpectation `json:"wrote,omitzero"`     // of a lane that wrote files
	Tested    []WorkExpectation `json:"tested,omitzero"`    // of one that ran tests
	Committed []WorkExpectation `json:"committed,omitzero"` // of one that committed
	Pushed    []WorkExpectation `json:"pushed,omitzero"`    // of one that pushed
}

// WorkExpectation is what the calls of a lane can show.
type WorkExpectation string

// The expectations of a profile.
const (
	WorkWrites         WorkExpectation = "writes"          // every file that it wrote is in commits
	WorkGreen          WorkExpectation = "green"           // the last runs of tests passed, behind all writes
	WorkGreenPackage   WorkExpectation = "green:package"   // and so did a run of this level or a higher one
	WorkGreenWorkspace WorkExpectation = "green:workspace" // likewise
	WorkPushed         WorkExpectation = "pushed"          // what it committed was pushed, and arrived
)

var expectsKinds = []KindInfo{
	{Kind: KindExpectsAdopted, Family: FamilyLog, Version: 1, Decision: true, New: payloadOf[ExpectsAdopted]},
}
