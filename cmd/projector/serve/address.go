package serve

import (
	"context"
	"net"
	"net/netip"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// addressOf is the host:port of a flag, and whether only this machine can reach it.
//
// Errors: kind usage for what is no address; kind policy for an address that other machines reach, without
// a certificate.
func addressOf(flag, address string, secured bool) (hostPort string, local bool, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", false, app.UsageError("parse arguments", flag+" "+address, "is no host:port", DefaultAddress)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil && host != "" {
		return "", false, app.UsageError("parse arguments", flag+" "+address, "names a host by a name, which others may decide", DefaultAddress)
	}
	if local = host != "" && ip.IsLoopback(); !local && !secured {
		return "", false, &domain.Error{Kind: domain.ErrPolicy, Operation: "serve", Target: address,
			Message: "other machines can reach this address: that needs TLS and tokens",
			Hint:    "name a certificate: --tls-cert FILE --tls-key FILE; or serve on " + DefaultAddress + ", and reach it through a tunnel such as ssh -L"}
	}
	if host != "" {
		host = ip.String()
	}
	return net.JoinHostPort(host, port), local, nil
}

// listen listens on an address.
//
// Errors: kind unavailable for an address that another process has, or that this machine has not.
func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, (&domain.Error{Kind: domain.ErrUnavailable, Operation: "listen", Target: address, Message: "cannot be listened on", Errno: app.ErrnoOf(err),
			Hint: "another server may run there: name another address or port, --address 127.0.0.1:0 takes any that is free", Retryable: true}).Because(err)
	}
	return listener, nil
}

// hostsOf are the names by which a program on this machine may call the address.
func hostsOf(at net.Addr) []string {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return nil
	}
	return []string{net.JoinHostPort(host, port), net.JoinHostPort("localhost", port)}
}
