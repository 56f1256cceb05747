// Package front makes a program of verbs: the flags that each verb has, help, completion and exit
// codes.
//
// It contains no verb but help.
package front
