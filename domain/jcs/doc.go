// Package jcs writes JSON in its canonical form, RFC 8785 (JSON Canonicalization Scheme):
// member names in the order of their UTF-16 code units, numbers as ECMAScript writes them,
// strings with the fewest escapes, no white space. Every digest and seal is over this form.
// Of this form it reads strings; all else of JSON is read by encoding/json.
package jcs
