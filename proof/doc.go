// Package proof makes and checks the signatures behind approvals: SSH signatures
// (PROTOCOL.sshsig) over DSSE's pre-authentication encoding of an in-toto statement.
//
// It knows keys and bytes and nothing of who may sign what, which is domain/approval's,
// nor where keys lie: it never reads a file, an agent's socket or a terminal.
package proof
