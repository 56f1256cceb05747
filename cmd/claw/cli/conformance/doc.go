// Package conformancecmd is the verbs of claw conformance: they run the consumer kit against a program,
// record the result, and list which consumers passed. It decides nothing about a consumer.
package conformancecmd
