// Package gitrepo reads git repositories: each commit that a ref leads to, and where the
// refs of a clone stand.
//
// It asks the git program for objects and for nothing that a repository could have an
// opinion on. A repository's configuration, hooks, attributes, grafts and replacements
// are another person's words: objects are read through a git folder of our own, which
// has none of them and borrows the objects; only the list of refs and the names of the
// remotes are asked of the repository itself, by commands that run nothing. Every commit
// is held against its name, so that what is told is what was hashed.
//
// A commit is the same fact in whichever clone it is read; a ref is a fact of one clone.
// Nothing is fetched, written or locked.
package gitrepo
