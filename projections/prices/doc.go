// Package prices says what the tokens of a response cost: by a dated table of data that the program
// is built with, or by one that a person gives it. It reads no file and asks no network; the caller
// says which table and when the response was. Amounts are whole numbers of 10^-9 US dollars, rounded
// once a response, so that sums are exact in any order.
//
// A reader starts at [Table.Model], then [Model.Cost]. [Parse] reads a table; table.mjs writes the
// one that is compiled in.
package prices
