// Package status folds provisional statuses: what somebody said of work before it has a result. What
// means the same is one status, however often it was said, and one that stands unchanged until its
// TTL runs out is stale.
//
// [Fold] is a function of the set of facts. The package reads no log and no clock: whether a status
// is fresh depends on the time of reading.
package status
