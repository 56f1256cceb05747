// Package live sends numbered frames of Server-Sent Events to many readers.
//
//	log ─▶ one follower ─▶ Hub ─▶ a bounded queue of batches a reader ─▶ Reader.Take
//	 └────────────────── Source.After, until the reader is at the head ──┘
//
// A frame is encoded once. [Hub.Run] hands over the frames that were published since the last time as one
// batch, whose bytes all readers share, so that a frame costs each of them a part of one write. A [Reader] first reads what it missed from the [Source], at its own speed,
// and then joins the [Hub]: no frame is lost between the two, and none is delivered twice. A reader
// whose queue is full is cut off, so that it delays neither the follower nor other readers.
//
// The package starts no goroutine, reads no clock, and does not depend on HTTP.
package live
