package approval

import (
	"errors"

	"github.com/clawable/claw/domain"
)

// ErrUntouched says that the signature comes from a FIDO token that nobody touched.
var ErrUntouched = errors.New("approval: the token was not touched")

func whySignature(err error) domain.ApprovalRefusal {
	if errors.Is(err, ErrUntouched) {
		return domain.RefusedAssurance
	}
	return domain.RefusedSignature
}
