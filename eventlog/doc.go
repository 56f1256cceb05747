// Package eventlog is the contract of the append-only run log and the code that its
// engines share: the interface [Log], its sentinels, the preparation of drafts, the
// comparison of repeated ids and the codecs of an event.
//
// It opens no log: engines are its subpackages, and eventlog/engine chooses one by URL. It
// does not interpret events.
package eventlog
