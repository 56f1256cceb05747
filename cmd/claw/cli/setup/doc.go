// Package setupcmd holds the verbs that set claw up and look after it: init, status, doctor, trust,
// schemas and fixtures.
package setupcmd
