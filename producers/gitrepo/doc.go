// Package gitrepo reads git repositories: each commit that a ref leads to, and the
// position of each ref of a clone.
//
// A repository's configuration, hooks, attributes, grafts and replacements are foreign
// input, so the package asks git only for what they cannot influence. It reads objects
// through its own git folder, which has none of these and borrows the repository's
// objects. It asks the repository itself only for the list of refs and the names of the
// remotes, with commands that run nothing. Every commit is hashed and compared with its
// name.
//
// A commit is the same fact in every clone; a ref is a fact of one clone. The package
// fetches, writes and locks nothing.
package gitrepo
