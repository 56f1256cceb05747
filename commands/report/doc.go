// Package reporting files reports: it checks them against the contract and the events that they
// cite, appends them as decisions, and reads them back with the proof that they are what was
// filed.
//
// The content of a report is defined by package reports. This package does not read projections.
package reporting
