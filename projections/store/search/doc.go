// Package search finds events by the words in them, in a full text index in a separate file
// beside the read model.
//
// The index is as disposable as the read model. It holds words and no texts: snippets are made of the
// events. [Along] brings it on while a process imports; a search brings it to the head of the log first, and
// takes out of it what was erased or replaced. It reads the clock only to wait for another process.
package search
