// Package fakemodel is a model for tests of coding agents: it asks for the calls of a
// script, one after the other, and then answers. It speaks the Messages API that Claude
// Code talks to, and OpenCode among others, the Responses API that Codex talks to, and
// streamGenerateContent, which Gemini CLI talks to, as streams.
//
// What it asks for next stands in the conversation that the agent sends along, so that a
// request that is repeated gets the same answer again. It never opens a port, judges no
// request, and knows of no hook: [New] is a handler that a test serves on its loopback.
package fakemodel
