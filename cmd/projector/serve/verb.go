package serve

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// options are the flags of projector serve.
type options struct {
	address string // host:port; port 0 is any
	demo    bool   // serve the runs that the program carries, instead of a log
	esdb    string // host:port for the protocol of EventStoreDB; "": it is not served
}

// DefaultAddress is where projector serve answers.
const DefaultAddress = "127.0.0.1:4774"

func (o *options) flags(f *pflag.FlagSet) {
	f.StringVar(&o.address, "address", DefaultAddress, "the loopback address to answer on; port 0 is any that is free")
	f.StringVar(&o.esdb, "esdb", "", "a loopback address on which clients of EventStoreDB read and append; port 0 is any that is free")
	f.BoolVar(&o.demo, "demo", false, "serve the sessions that this program carries, from memory")
}

// Verb is projector serve.
func Verb(a *app.App) *cobra.Command {
	var o options
	cmd := app.Streaming("serve", "Serve the log over HTTP on this machine: documents, events, streams",
		`Serve the log over HTTP: the documents that claw prints under --json, events, receipts, and
streams of what comes.
/openapi.json describes the routes.

Only a loopback address is accepted, and a request must show the secret: it is in a file that only
you can read, whose path is printed, and is sent as Authorization: Bearer. Pages in a browser are not
answered. With --esdb clients of EventStoreDB read the log and append facts, over TLS and with the
secret as password. Ctrl-C and SIGTERM end the server after the requests under way, with exit code 0.`,
		func() error { return serve(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	return cmd
}
