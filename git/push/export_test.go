package gitpush

// TipOf, Rejection, Said and WithoutUser read what git says.
var (
	TipOf       = tipOf
	Rejection   = rejection
	Said        = said
	WithoutUser = withoutUser
)
