package gitstate

import "github.com/clawable/claw/domain"

// State is the state of a worktree.
type State struct {
	Worktree domain.Path      `json:"worktree"` // its root, with links resolved; of a bare repository its git folder
	GitDir   domain.Path      `json:"git_dir"`
	Bare     bool             `json:"bare"`
	Linked   bool             `json:"linked"`                       // made by git worktree add
	Shallow  bool             `json:"shallow"`                      // commits behind an edge are not here
	Head     *domain.CommitID `json:"head" jsonschema:"nullable"`   // nil before the first commit
	Branch   *domain.Branch   `json:"branch" jsonschema:"nullable"` // nil when a commit is checked out
	Detached bool             `json:"detached"`                     // a commit is checked out, and no branch
	Base     Base             `json:"base"`
	// Main is the branch that the work goes to: as it was named, else the base, else the
	// remote's default branch, as this clone last fetched it.
	Main     Base      `json:"main"`
	Advice   *Advice   `json:"advice" jsonschema:"nullable"`   // nil when nothing is to be done first
	Upstream *Upstream `json:"upstream" jsonschema:"nullable"` // nil when the branch follows none
	// Operation is what was begun and is not done; nil for nothing.
	Operation *Operation `json:"operation" jsonschema:"nullable"`
	Changes   *Changes   `json:"changes" jsonschema:"nullable"` // nil in a bare repository
}

// BaseSource is where an expected base was named.
type BaseSource string

// The sources of a base, the first that names one counts.
const (
	BaseFlag   BaseSource = "flag"
	BaseFile   BaseSource = "file"   // .claw-base at the root of the worktree
	BaseRemote BaseSource = "remote" // what a remote calls its HEAD
)

// Enum lists the values.
func (BaseSource) Enum() []string {
	return []string{string(BaseFlag), string(BaseFile), string(BaseRemote)}
}

// BaseState compares the worktree with its expected base.
type BaseState string

// The states of a base.
const (
	BaseMatches  BaseState = "matches"  // HEAD contains all of it
	BaseDiverged BaseState = "diverged" // HEAD lacks commits of it
	BaseNone     BaseState = "no_expected_base"
	BaseUnknown  BaseState = "unknown" // a shallow clone lacks the commits between them
)

// Enum lists the values.
func (BaseState) Enum() []string {
	return []string{string(BaseMatches), string(BaseDiverged), string(BaseNone), string(BaseUnknown)}
}

// Base is a commit that a worktree is expected to be based on.
type Base struct {
	Source   BaseSource       `json:"source,omitzero"`
	Said     string           `json:"said,omitzero"`                  // as it was named
	Expected *domain.CommitID `json:"expected" jsonschema:"nullable"` // nil when none is expected
	State    BaseState        `json:"state"`
	Distance
	// Missing are the commits of the base that HEAD lacks, the newest first, at most [MostMissing].
	Missing []domain.CommitID `json:"missing"`
	More    int               `json:"more"` // that are missing and not named
}

// MostMissing is how many missing commits are named; Behind counts all.
const MostMissing = 100

// Distance is how far HEAD and another commit are apart, in commits.
type Distance struct {
	Ahead  int `json:"ahead"`
	Behind int `json:"behind"`
}

// Upstream is the branch that a branch follows.
type Upstream struct {
	Ref domain.Ref `json:"ref"`
	// Commit is the one that it points to, as this clone last fetched it; nil when it is gone.
	Commit *domain.CommitID `json:"commit" jsonschema:"nullable"`
	Distance
}

// OperationKind is the command that git was given.
type OperationKind string

// The operations.
const (
	Rebase     OperationKind = "rebase"
	Merge      OperationKind = "merge"
	CherryPick OperationKind = "cherry_pick"
	Revert     OperationKind = "revert"
	Bisect     OperationKind = "bisect"
	ApplyMail  OperationKind = "am"
)

// Enum lists the values.
func (OperationKind) Enum() []string {
	return []string{string(Rebase), string(Merge), string(CherryPick), string(Revert), string(Bisect), string(ApplyMail)}
}

// Operation is what was begun and is not done, and how to leave it.
type Operation struct {
	Kind   OperationKind `json:"kind"`
	Resume string        `json:"resume_hint"`
	Abort  string        `json:"abort_hint"`
}

// Changes counts the files that differ from HEAD, each once for each way.
type Changes struct {
	Staged     int `json:"staged"`
	Unstaged   int `json:"unstaged"`
	Untracked  int `json:"untracked"`
	Conflicted int `json:"conflicted"`
}

// Dirty reports whether something is not committed.
func (c *Changes) Dirty() bool { return c.Staged+c.Unstaged+c.Untracked+c.Conflicted > 0 }
