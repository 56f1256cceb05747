package approval

import (
	"errors"

	"github.com/clawable/claw/domain"
)

// ErrUntouched reports that the signature comes from a FIDO token that was not
// touched.
var ErrUntouched = errors.New("approval: the token was not touched")

// WhySignature is why a signature that did not verify does not count, by the error of
// the [Verifier].
func WhySignature(err error) domain.ApprovalRefusal {
	if errors.Is(err, ErrUntouched) {
		return domain.RefusedAssurance
	}
	return domain.RefusedSignature
}
