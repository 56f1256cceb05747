package domain

// Binding is what of an action's files a policy binds a grant to.
type Binding string

// BindContent accepts no use where the content of a file is not what it was when the
// action was requested, or cannot be determined.
const BindContent Binding = "content"

// FileRole says what a file is to the command that names it.
type FileRole string

// The roles.
const (
	FileProgram  FileRole = "program"
	FileArgument FileRole = "argument"
)

// FileState says what was found where a command names a file.
type FileState string

// The states. Only of a file that was hashed the content is known.
const (
	FileHashed     FileState = "hashed"
	FileMissing    FileState = "missing"    // nothing is there, or a link is dangling
	FileDirectory  FileState = "directory"  // what is in it is not looked at
	FileSpecial    FileState = "special"    // a pipe, a socket or a device, which is never opened
	FileTooLarge   FileState = "too_large"  // more than is hashed for one action
	FileUnreadable FileState = "unreadable" // it may not be read, or changed while it was
)

// ActionFile is a file that a command names, as it stood at a moment.
type ActionFile struct {
	Role  FileRole  `json:"role"`
	Name  string    `json:"name"` // as the command names it
	State FileState `json:"state"`
	// Path is where the name leads, absolute, before links are followed; absent for a
	// program that no folder of PATH holds.
	Path   Path   `json:"path,omitzero"`
	Real   Path   `json:"real,omitzero"`   // where links lead, if that is another path
	Device string `json:"device,omitzero"` // decimal; absent where the system reports none
	Inode  string `json:"inode,omitzero"`  // decimal; absent where the system reports none
	Bytes  int64  `json:"bytes,omitzero"`
	SHA256 Digest `json:"sha256,omitzero"`
}

// ChangeOfFile is the closed list of how a file is not as it was.
type ChangeOfFile string

// The changes. The first four are about the content; the others leave it as it was.
const (
	ChangedContent  ChangeOfFile = "content"  // other bytes, or another sort of file
	ChangedAppeared ChangeOfFile = "appeared" // there was none
	ChangedMissing  ChangeOfFile = "missing"  // there is none
	ChangedUnknown  ChangeOfFile = "unknown"  // the content was or is not read, so that no comparison is possible
	ChangedReplaced ChangeOfFile = "replaced" // the same bytes in another file at this path
	ChangedMoved    ChangeOfFile = "moved"    // the same bytes at another path
)

// FileChange is a file that is not as it was when the action was asked for.
type FileChange struct {
	Change ChangeOfFile `json:"change"`
	File   ActionFile   `json:"file"`         // as it is now
	Was    Digest       `json:"was,omitzero"` // the SHA-256 that was recorded; absent where none was
}

// String says for people which file changed and how.
func (c FileChange) String() string {
	says := map[ChangeOfFile]string{ChangedContent: "its content changed", ChangedAppeared: "it was not there before", ChangedMissing: "it is gone",
		ChangedUnknown: "its content cannot be compared", ChangedReplaced: "another file with the same content is in its place",
		ChangedMoved: "it is another file with the same content"}[c.Change]
	switch {
	case c.Change == ChangedUnknown:
		says += " (" + string(c.File.State) + ")"
	case c.Change == ChangedContent && !c.Was.IsZero() && !c.File.SHA256.IsZero():
		says += " from " + c.Was.String() + " to " + c.File.SHA256.String()
	}
	where := c.File.Path
	if c.File.Real != "" {
		where = c.File.Real
	}
	if string(where) == c.File.Name || where == "" {
		return c.File.Name + ": " + says
	}
	return c.File.Name + " (" + string(where) + "): " + says
}
