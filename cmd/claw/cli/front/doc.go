// Package front makes a program of verbs: the flags that each verb has, help, completion, exit codes.
package front
