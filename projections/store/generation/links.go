package generation

import (
	"os"

	"github.com/clawable/claw/domain"
)

// Linked are the modes of what leads elsewhere.
const Linked = os.ModeSymlink | os.ModeIrregular

// LinkRefused is the error of a link in the place of a file of ours: it came with
// the folder, which may be a stranger's, and is written without being asked for.
func LinkRefused(path string) error {
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "open log", Target: path,
		Message: "it is a symbolic link; the read model must stay beside its log", Hint: "remove the link"}
}
