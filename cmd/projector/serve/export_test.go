package serve

import (
	"context"
	"time"
)

// Live tells a service manager at a socket how a server stands, of which alive tells whether it works.
func Live(ctx context.Context, socket string, every time.Duration, alive func(context.Context) error) {
	manager{socket: socket, every: every}.live(ctx, alive)
}
