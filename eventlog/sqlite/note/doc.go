// Package note keeps in a file beside a log that damage was found in it.
//
// It does not look for damage.
package note
