//go:build linux

package x11

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jezek/xgb/xproto"
)

// HardwareIdle is how long no real mouse, keyboard or tablet has been touched; what programs send through XTEST does not count,
// whoever sends it. ErrNoExtension without SYNC or its counters for devices (X servers before 1.9).
func (c *Conn) HardwareIdle() (time.Duration, error) {
	const name = "SYNC"
	e, err := xproto.QueryExtension(c.x, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, wrap(err, "ask for extension %s", name)
	}
	if !e.Present {
		return 0, fmt.Errorf("%s: %w", name, ErrNoExtension)
	}
	const initialize, listSystemCounters, queryCounter = 0, 1, 5
	if _, err := c.request([]byte{e.MajorOpcode, initialize, 0, 0, 3, 1, 0, 0}); err != nil {
		return 0, wrap(err, "announce SYNC")
	}
	list, err := c.request([]byte{e.MajorOpcode, listSystemCounters, 0, 0})
	if err != nil {
		return 0, wrap(err, "list the server's counters")
	}
	counters := parseDeviceIdle(list)
	devices, err := c.Devices()
	if err != nil {
		return 0, err
	}
	best, found := time.Duration(0), false
	for _, d := range devices {
		id, ok := counters[d.ID]
		if !ok || d.Synthetic() || d.Use != SlaveKeyboard && d.Use != SlavePointer {
			continue
		}
		req := []byte{e.MajorOpcode, queryCounter, 0, 0, 0, 0, 0, 0}
		binary.LittleEndian.PutUint32(req[4:], id)
		r, err := c.request(req)
		if err != nil || len(r) < 16 {
			continue // unplugged meanwhile
		}
		ms := int64(int32(binary.LittleEndian.Uint32(r[8:])))<<32 | int64(binary.LittleEndian.Uint32(r[12:]))
		if idle := time.Duration(ms) * time.Millisecond; !found || idle < best {
			best, found = idle, true
		}
	}
	if !found {
		return 0, fmt.Errorf("idle counters of devices: %w", ErrNoExtension)
	}
	return best, nil
}

// parseDeviceIdle finds the counters named "DEVICEIDLETIME <device>" in a ListSystemCounters reply (SYNC protocol 3.1).
func parseDeviceIdle(b []byte) map[uint16]uint32 {
	out := map[uint16]uint32{}
	if len(b) < 32 {
		return out
	}
	n := binary.LittleEndian.Uint32(b[8:])
	b = b[32:]
	for range n {
		if len(b) < 14 {
			return out
		}
		size := int(binary.LittleEndian.Uint16(b[12:]))
		whole := (14 + size + 3) &^ 3
		if len(b) < 14+size {
			return out
		}
		if dev, ok := strings.CutPrefix(string(b[14:14+size]), "DEVICEIDLETIME "); ok {
			if id, err := strconv.ParseUint(dev, 10, 16); err == nil {
				out[uint16(id)] = binary.LittleEndian.Uint32(b)
			}
		}
		b = b[min(len(b), whole):]
	}
	return out
}
