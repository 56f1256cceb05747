// Package setupcmd holds the verbs that set claw up and check it: init, status, doctor, trust,
// schemas and fixtures.
//
// They change settings and make logs; they append nothing but what hooks stored in the spool.
package setupcmd
