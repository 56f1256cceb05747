// Package client reads the HTTP API of a log: board, lanes and the stream of outcomes. It is generated from
// the OpenAPI document of package httpapi, and a program may import it, or generate its own.
//
// openapi.json is the document that clients were made from, without descriptions. A test holds the API to it:
// what a client asks stays a question, and what it reads stays in the answers. The package serves nothing,
// and nothing of claw links it.
package client

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config oapi-codegen.yaml openapi.json
