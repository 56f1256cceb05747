package proof

import (
	"bytes"
	"strings"
	"time"

	"github.com/clawable/claw/domain/approval"
)

// ParseSigners reads a file of signers (ssh-keygen(1), ALLOWED SIGNERS). Times without a zone are
// in zone. Empty lines and comments count for nothing.
//
// Errors: those of [approval.Signers.Change].
func ParseSigners(text []byte, zone *time.Location) (*approval.Signers, error) {
	var lines []string
	for line := range bytes.Lines(text) {
		if l := strings.TrimSpace(string(line)); l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, approval.InUTC(l, zone))
		}
	}
	return (*approval.Signers)(nil).Change(&approval.SignersStatement{Added: lines})
}
