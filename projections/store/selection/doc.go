// Package selection selects rows of a read model: what a filter selects, a page of it at a
// time with the cursor of the next page, counts, and the row whose id a person typed in part.
//
// It does not depend on the rows of any one list, and it writes nothing.
package selection
