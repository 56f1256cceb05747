// Package producers is what all producers of facts share: the form in which a reader of
// foreign recordings returns what it read, the reading of lines and of the objects on
// them, ids, times and keys of records, and the cutting and embedding of foreign content.
//
// Each subpackage reads one source. None of them appends: they return drafts to a caller,
// which scrubs them, sets their trust and appends them. None reads the clock or the
// environment, and a draft is a pure function of its source record.
package producers
