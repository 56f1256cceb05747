// Package client reads the HTTP API of a log: board, lanes and the stream of outcomes. It is generated from
// the OpenAPI document of package httpapi, and a program may import it, or generate its own.
//
// openapi.json is the document that clients were made from, without descriptions. A test compares the API with it: what
// a client requests must remain a request, and what it reads must remain in the responses. The package serves nothing,
// and nothing of claw links it.
package client

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config oapi-codegen.yaml openapi.json
