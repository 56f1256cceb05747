// Package eventlog is the contract of the append-only run log and what every
// engine shares: the interface [Log], its sentinels, the preparation of drafts,
// the comparison of repeated ids and the codecs of an event.
//
// It never opens anything itself: engines are its subpackages, and
// eventlog/engine chooses one by URL. It never interprets what events mean.
package eventlog
