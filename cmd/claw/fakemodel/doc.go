// Package fakemodel is a model for tests of coding agents: it requests the calls of a
// script, one after the other, and then answers. It implements, as streams, the Messages
// API of Claude Code and OpenCode, the Responses API of Codex, and streamGenerateContent
// of Gemini CLI.
//
// It derives the next call from the conversation that the agent sends along, so that a
// repeated request gets the same answer again. It opens no port, validates no request, and
// does not know hooks: [New] returns a handler that a test serves on its loopback.
package fakemodel
