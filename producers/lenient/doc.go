// Package lenient decodes foreign JSON as far as possible: a member with another JSON type
// than expected becomes zero, so that one unexpected member does not lose its record. The
// content of a member never causes an error. The package keeps no state.
package lenient
