package serve

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/consumers/httpapi"
)

// options are the flags of projector serve.
type options struct {
	address string // host:port; port 0 is any
	open    bool   // the board in the browser
	demo    bool   // serve the runs that the program carries, instead of a log
	esdb    string // host:port for the protocol of EventStoreDB; "": it is not served
	// certFile and keyFile are PEM files; "" for no TLS.
	certFile, keyFile string
	readOnly          bool
	rate              float64 // requests a second of one token
	beside            []together.Choice
}

// DefaultAddress is where projector serve answers.
const DefaultAddress = "127.0.0.1:4774"

func (o *options) flags(f *pflag.FlagSet) {
	f.StringVar(&o.address, "address", DefaultAddress, "the address to answer on; port 0 is any that is free. One that other machines reach needs a certificate and a token")
	f.StringVar(&o.esdb, "esdb", "", "an address on which clients of EventStoreDB read and append; port 0 is any that is free. One that other machines reach needs a certificate and a token")
	f.BoolVar(&o.open, "open", false, "open the board in the browser, by a link that works once and for two minutes")
	f.StringVar(&o.certFile, "tls-cert", "", "the certificate, a PEM file: the server answers under the names in it, by TLS")
	f.StringVar(&o.keyFile, "tls-key", "", "the private key of the certificate, a PEM file")
	f.BoolVar(&o.readOnly, "read-only", false, "answer GET alone")
	f.Float64Var(&o.rate, "rate", httpapi.DefaultLimits().Rate, "requests a second that one token may make; 0: any number")
	for i := range o.beside {
		f.BoolVar(&o.beside[i].Here, o.beside[i].Flag, false, o.beside[i].Usage)
	}
	f.BoolVar(&o.demo, "demo", false, "serve the sessions that this program carries, from memory")
}

// Verb is projector serve, which runs nothing that the settings name.
func Verb(a *app.App) *cobra.Command { return verb(a, nil) }

// With is projector serve, which also runs what the settings name of kinds, where a flag requests it.
func With(kinds ...together.Kind) func(*app.App) *cobra.Command {
	return func(a *app.App) *cobra.Command { return verb(a, kinds) }
}

func verb(a *app.App, kinds []together.Kind) *cobra.Command {
	var o options
	for _, k := range kinds {
		o.beside = append(o.beside, together.Choice{Kind: k})
	}
	cmd := app.Streaming("serve", "Serve the log over HTTP: documents, events, streams, commands",
		`Serve the log over HTTP: the documents that claw prints under --json, events, receipts, streams of
what comes, and commands that append. /openapi.json describes the routes.

On a loopback address a request shows the secret, which is in a file that only you can read and whose
path is printed, or a token (claw token create); it is sent as Authorization: Bearer. An address that
other machines reach needs a certificate, and only tokens are taken there. Pages of other origins are not
answered, but the board is: --open opens it in the browser. What your settings name, sinks and teams, is
run with --sinks and --forwards, or by verbs of their own. With --esdb clients of EventStoreDB read
the log and append facts, over TLS and with the secret, or that of a token, as password. Ctrl-C and
SIGTERM end the server after the requests under way, with exit code 0.`,
		func() error { return serve(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	return cmd
}
