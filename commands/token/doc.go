// Package token creates, revokes and checks the tokens that the server of a log accepts.
//
// A token is a pair of events, [domain.TokenCreated] and [domain.TokenRevoked], in a stream of the log.
// Its secret is returned once by [Tokens.Create]; the log holds its hash. A [Book] reads the stream and
// determines whose secret a caller presents, and what holders of tokens did. [Uses] are the times of
// the last uses, which a server notes in files.
//
// The package opens no log, listens nowhere and stores no secret.
package token
