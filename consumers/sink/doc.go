// Package sink hands the outcomes of lanes to other programs: a webhook, a file of JSON Lines, a command,
// clawhip, a receiver of CloudEvents, NATS JetStream, Kafka.
//
// An [Outbox] follows the read model of a log behind the durable cursor of one sink:
//
//	read model ─ watch.Feed ─▶ pending in the cursor ─ still current? ─▶ Sender.Send ─▶ ticked off
//	                                  ▲       no: dropped      │ refused for good: parked
//	                                  └─ fails: waits, retries ┘
//
// Each fingerprint of an outcome is handed out once, in the order of its lane. After a crash between a send
// and its tick the same outcome is sent again under the same idempotency key. An outcome that was overtaken
// before it could be sent is not sent. Sinks do not wait for each other.
//
// It writes nothing into the log, opens no log, reads no flags and no clock, and follows no redirect.
// A reader starts at outbox.go.
package sink
