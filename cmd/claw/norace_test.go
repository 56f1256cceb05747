//go:build !race

package main_test

// raced are the flags that build a program as these tests are.
var raced []string
