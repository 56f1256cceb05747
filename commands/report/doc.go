// Package reporting files reports: it holds them to the contract and to the events that they cite,
// appends them as decisions, and reads them back with the proof that they are what was filed.
//
// What a report says is of package reports. It does not read projections.
package reporting
