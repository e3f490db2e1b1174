package pulse

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// sendAsUser writes a message together with who sends it: PulseAudio lets its own user in by that, without a secret.
func sendAsUser(c *net.UnixConn, message []byte) error {
	who := unix.UnixCredentials(&unix.Ucred{Pid: int32(os.Getpid()), Uid: uint32(os.Getuid()), Gid: uint32(os.Getgid())})
	n, _, err := c.WriteMsgUnix(message, who, nil)
	if err == nil && n < len(message) {
		_, err = c.Write(message[n:])
	}
	return err
}
