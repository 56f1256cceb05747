package httpapi

import "github.com/danielgtaylor/huma/v2"

// Resolve implements [huma.Resolver].
func (p *shipParams) Resolve(huma.Context) []error { return notCheckedOut("path.ship", p.Ship) }

// Resolve implements [huma.Resolver].
func (p *shippedParams) Resolve(huma.Context) []error { return notCheckedOut("query.of", p.What) }

// notCheckedOut refuses HEAD: on the command line it is the commit that is checked out in the working
// folder, and that of the server is not the caller's.
func notCheckedOut(location, value string) []error {
	if value != "HEAD" {
		return nil
	}
	return []error{&huma.ErrorDetail{Location: location, Message: "HEAD is a commit of the caller's folder, which the server does not see: give its name"}}
}
