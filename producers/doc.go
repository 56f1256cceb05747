// Package producers is what all producers of facts share: the form in which a
// reader of foreign recordings hands over what it read, the reading of lines and
// of the objects on them, ids, times and keys of records, and the cutting and
// embedding of foreign content.
//
// Its subpackages read one source each. None of them appends: they hand drafts to
// a caller, which scrubs, sets trust and appends. None reads the clock or the
// environment, and a draft is a pure function of its source record.
package producers
