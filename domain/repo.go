package domain

// RepoPayload is the data of an event in a repository's stream.
//
//sumtype:decl
type RepoPayload interface {
	Payload
	repo()
}

type repoFact struct{}

func (repoFact) payload() Family { return FamilyRepo }
func (repoFact) repo()           {}

// Person is an author as git records one.
type Person struct {
	Name  string `json:"name,omitzero"`
	Email string `json:"email,omitzero"`
}

// Signed is a person and the time beside the name.
type Signed struct {
	Person
	At Instant `json:"at,omitzero"`
}

// Trailer is one "Key: value" line at the end of a commit message.
type Trailer struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// CommitObserved reports that a repository holds a commit. The message stays in git.
type CommitObserved struct {
	repoFact
	Commit    CommitID   `json:"commit"`
	Tree      string     `json:"tree"`
	Parents   []CommitID `json:"parents"` // empty for a root commit
	Author    Signed     `json:"author"`
	Committer Signed     `json:"committer"`
	CoAuthors []Person   `json:"co_authors,omitzero"`
	Trailers  []Trailer  `json:"trailers,omitzero"`
	// PatchID is git patch-id --stable of what differs from the first parent; "" for a
	// merge and for a commit that changes nothing.
	PatchID        string  `json:"patch_id,omitzero"`
	PatchIDUnknown Unknown `json:"patch_id_unknown,omitzero"`
	// Paths are those that differ from the first parent, relative to the worktree.
	Paths        []Path    `json:"paths,omitzero"`
	PathsUnknown Unknown   `json:"paths_unknown,omitzero"`
	DiffStat     *DiffStat `json:"diff_stat,omitzero"`
	Refs         []Ref     `json:"refs,omitzero"` // that pointed at it
	// Session is the agent session that the repository itself names, as in a trailer.
	Session SessionID `json:"session,omitzero"`
	// Checkpoints are the saved states of sessions that the trailers name, in their order.
	Checkpoints []CheckpointID `json:"checkpoints,omitzero"`
}

// RefCause says what moved a ref.
type RefCause string

// The causes of a move.
const (
	RefCommit  RefCause = "commit"
	RefMerge   RefCause = "merge"
	RefRebase  RefCause = "rebase"
	RefReset   RefCause = "reset"
	RefPush    RefCause = "push"
	RefFetch   RefCause = "fetch"
	RefUnknown RefCause = "unknown"
)

// RefMoved reports that a ref points elsewhere now.
type RefMoved struct {
	repoFact
	Ref        Ref      `json:"ref"`
	Old        CommitID `json:"old"` // zeros for a new ref; "" when OldUnknown says why it is not known
	OldUnknown Unknown  `json:"old_unknown,omitzero"`
	New        CommitID `json:"new"` // zeros for a deleted ref
	// Commit is the one that New points to where New is an annotated tag.
	Commit CommitID `json:"commit,omitzero"`
	Remote Remote   `json:"remote,omitzero"`
	Cause  RefCause `json:"cause,omitzero"`
	Forced bool     `json:"forced,omitzero"` // New does not descend from Old
	// Rewritten are the commits that this move replaced by others, as git reports: by an
	// amended commit (cause commit) or by a rebase, where one may replace several.
	Rewritten        []RewrittenCommit `json:"rewritten,omitzero"`
	RewrittenUnknown Unknown           `json:"rewritten_unknown,omitzero"` // why these are not all
}

// RewrittenCommit is a commit, and the one that replaced it.
type RewrittenCommit struct {
	Old CommitID `json:"old"`
	New CommitID `json:"new"`
}

var repoKinds = []KindInfo{
	{Kind: KindCommitObserved, Family: FamilyRepo, Version: 1, New: payloadOf[CommitObserved]},
	{Kind: KindRefMoved, Family: FamilyRepo, Version: 1, New: payloadOf[RefMoved]},
}
