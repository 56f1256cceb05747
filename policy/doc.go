// Package policy decides whether an agent's action is allowed, asked for or denied, by
// rules that people write. It is pure: text and action in, verdict out.
//
// It errs on one side. Layers add up and the strictest rule wins; a deny or an ask holds
// when it may be meant, an allow only when nothing else can be: what cannot be read (a
// word that a shell would compute, a command that does not parse, a damaged file) is
// taken for whatever a restriction names and for nothing that an allowance names.
//
// It never runs a command, reads a file or resolves a link: its caller says where paths
// lead.
package policy
