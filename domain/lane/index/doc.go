// Package index files facts under keys and finds the facts that one lane's outcome is a
// function of.
//
// [Keys] returns the keys of a fact: its lane, sessions, worker, commits, causes, host. A
// store files each fact under them and answers a [Loader]. [Collect] loads the [Set] of one
// lane, [Touched] returns the lanes that a fact may change, and [CommitsOf] and [SessionsOf]
// return which commits came of which sessions. The package decides no outcome; domain/lane
// does, from a Set.
package index
