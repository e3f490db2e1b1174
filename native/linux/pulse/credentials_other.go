//go:build !linux

package pulse

import "net"

func sendAsUser(c *net.UnixConn, message []byte) error {
	_, err := c.Write(message)
	return err
}
