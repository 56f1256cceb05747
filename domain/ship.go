package domain

// ShipPayload is the data of an event in the stream of one ship.
//
//sumtype:decl
type ShipPayload interface {
	Payload
	ship()
}

type shipFact struct{}

func (shipFact) payload() Family { return FamilyShip }
func (shipFact) ship()           {}

// Remote is the name or URL of a git remote, without user and password.
type Remote string

// MergeMethod says by which path commits came to their target.
type MergeMethod string

// The merge methods.
const (
	MergeDirectPush  MergeMethod = "direct_push"
	MergeFastForward MergeMethod = "fast_forward"
	MergeCommit      MergeMethod = "merge_commit"
	MergeSquash      MergeMethod = "squash_merge"
	MergeRebase      MergeMethod = "rebase_merge"
	// MergeUnknown says that a pull request landed and nothing shows by which of these.
	MergeUnknown MergeMethod = "unknown"
)

// Basis says how a merge method is known.
type Basis string

// The bases.
const (
	BasisRecorded Basis = "recorded" // it was recorded as it happened
	BasisObjects  Basis = "objects"  // git objects show it
	BasisStated   Basis = "stated"   // a text or a ref of a pull request states it
	BasisAssumed  Basis = "assumed"  // nothing shows another
)

// StatedBy is the source that states by which path commits came.
type StatedBy string

// The sources.
const (
	StatedSubject   StatedBy = "subject"   // the first line of the commit's message
	StatedCommitter StatedBy = "committer" // the committer that it names is GitHub
	StatedPulls     StatedBy = "refs_pull" // the commit is the head of a pull request, by refs/pull
)

// ShipStated is what is stated of a ship, whatever objects show.
type ShipStated struct {
	MergeMethod MergeMethod `json:"merge_method"`
	PRNumber    int         `json:"pr_number,omitzero"`
	By          []StatedBy  `json:"by"`
}

// CommitRole says why a commit is in a ship.
type CommitRole string

// The commit roles.
const (
	CommitIntentional CommitRole = "intentional"
	CommitRider       CommitRole = "rider"   // it came along and was not chosen
	CommitUnknown     CommitRole = "unknown" // whether it was intended is not stated
)

// ShipCommit is one commit of a ship.
type ShipCommit struct {
	Commit  CommitID   `json:"commit"`
	Role    CommitRole `json:"role"`
	PatchID string     `json:"patch_id,omitzero"`
	Lane    LaneID     `json:"lane,omitzero"`
}

// PinpointName is a pinpoint as people name it: its id, or a number such as #122.
type PinpointName string

// ShipIntent is what is stated to be intended to ship: these lanes, commits and pinpoints. Each
// list is sorted; without any, no intent is stated.
type ShipIntent struct {
	Lanes     []LaneID       `json:"lanes,omitzero"`
	Commits   []CommitID     `json:"commits,omitzero"`
	Pinpoints []PinpointName `json:"pinpoints,omitzero"`
}

// IsZero reports whether no intent is stated.
func (in ShipIntent) IsZero() bool { return len(in.Lanes)+len(in.Commits)+len(in.Pinpoints) == 0 }

// ShipTarget is the destination of a ship.
type ShipTarget struct {
	Repo   RepoID        `json:"repo"`
	Remote Maybe[Remote] `json:"remote"`
	Ref    Ref           `json:"ref"`
}

// ShipPrepared records the intent to ship.
type ShipPrepared struct {
	shipFact
	ShipTarget
	SourceBranch Branch   `json:"source_branch,omitzero"`
	BaseCommit   CommitID `json:"base_commit"`
	HeadCommit   CommitID `json:"head_commit"`
	Tree         string   `json:"tree,omitzero"`
	Actor        Actor    `json:"actor"`
}

// ShipCommitsSelected records which commits are intended to be shipped.
type ShipCommitsSelected struct {
	shipFact
	Commits     []ShipCommit `json:"commits"`
	CommitRange string       `json:"commit_range,omitzero"` // "base..head"
	Intent      ShipIntent   `json:"intent,omitzero"`
}

// ShipMerged reports that the commits are in their target, in the local repository.
type ShipMerged struct {
	shipFact
	Commit      CommitID    `json:"commit"`
	Tree        string      `json:"tree,omitzero"`
	MergeMethod MergeMethod `json:"merge_method"`
	Basis       Basis       `json:"basis"`
	PRNumber    int         `json:"pr_number,omitzero"`
}

// ShipPushedMain reports that the remote has them.
type ShipPushedMain struct {
	shipFact
	ShipTarget
	Old       CommitID  `json:"old"` // zeros for a new ref
	New       CommitID  `json:"new"`
	Confirmed bool      `json:"confirmed"` // the remote ref was read back and holds New
	Approvals []EventID `json:"approvals,omitzero"`
	Lanes     []LaneID  `json:"lanes,omitzero"`
	PushedAt  Instant   `json:"pushed_at,omitzero"`
}

// ShipProvenance records exactly what went to a ref, and by which path.
type ShipProvenance struct {
	shipFact
	ShipTarget
	Old          CommitID        `json:"old"`
	New          CommitID        `json:"new"`
	SourceBranch Maybe[Branch]   `json:"source_branch"`
	BaseCommit   Maybe[CommitID] `json:"base_commit"`
	HeadCommit   CommitID        `json:"head_commit"`
	Tree         string          `json:"tree"`
	// Commits is what is known of them; CommitsUnknown says why that is not all.
	Commits        []ShipCommit `json:"commits"`
	CommitsUnknown Unknown      `json:"commits_unknown,omitzero"`
	CommitRange    string       `json:"commit_range,omitzero"`
	Intent         ShipIntent   `json:"intent,omitzero"`
	MergeMethod    MergeMethod  `json:"merge_method"`
	Basis          Basis        `json:"basis"`
	Actor          Maybe[Actor] `json:"actor"`
	PRNumber       int          `json:"pr_number,omitzero"`
	// Stated is what is said of the path beside what decided it.
	Stated    *ShipStated `json:"stated,omitzero"`
	Approvals []EventID   `json:"approvals,omitzero"`
	PushedAt  Instant     `json:"pushed_at"`
}

// ShipRewritten reports that a push replaced what a ref held.
type ShipRewritten struct {
	shipFact
	ShipTarget
	Old     CommitID   `json:"old"`
	New     CommitID   `json:"new"`
	Dropped []CommitID `json:"dropped,omitzero"`
}

// ShipUnloggedPushFound reports that a ref contains commits that no ship in the log brought.
type ShipUnloggedPushFound struct {
	shipFact
	ShipTarget
	Old            CommitID   `json:"old"`
	New            CommitID   `json:"new"`
	Commits        []CommitID `json:"commits,omitzero"`
	CommitsUnknown Unknown    `json:"commits_unknown,omitzero"`
}

var shipKinds = []KindInfo{
	{Kind: KindShipPrepared, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipPrepared]},
	{Kind: KindShipCommitsSelected, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipCommitsSelected]},
	{Kind: KindShipMerged, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipMerged]},
	{Kind: KindShipPushedMain, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipPushedMain]},
	{Kind: KindShipProvenance, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipProvenance]},
	{Kind: KindShipRewritten, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipRewritten]},
	{Kind: KindShipUnloggedPushFound, Family: FamilyShip, Version: 1, Decision: true, Reserved: true, New: payloadOf[ShipUnloggedPushFound]},
}
