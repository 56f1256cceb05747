// Package status folds provisional statuses: statements about work before it has a result.
// Statements with the same meaning are one status, however often they were made, and one that
// remains unchanged until its TTL expires is stale.
//
// [Fold] is a function of the set of facts. The package reads no log and no clock: whether a status
// is fresh depends on the time of reading.
package status
