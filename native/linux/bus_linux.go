package linux

import (
	"context"
	"errors"
	"fmt"

	"github.com/godbus/dbus/v5"
)

// openBus connects to a bus within ctx. The caller closes it.
func openBus(ctx context.Context, address string) (*dbus.Conn, error) {
	if address == "" {
		return nil, errors.New("no bus address")
	}
	conn, err := dbus.Dial(address, dbus.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("connect to the bus: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	err = errors.Join(conn.Auth(nil))
	if err == nil {
		err = conn.Hello()
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("connect to the bus: %w", err)
	}
	return conn, nil
}
