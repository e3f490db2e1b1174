//go:build linux

package x11

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Device is one input device of the server, as XInput 2 lists them.
type Device struct {
	ID   uint16
	Name string
	Use  DeviceUse
	// Attachment is the master a slave feeds, or the partner of a master.
	Attachment uint16
	Enabled    bool
}

// DeviceUse is a device's role (XI2: MasterPointer = 1 …).
type DeviceUse uint16

// Roles of devices.
const (
	MasterPointer DeviceUse = iota + 1
	MasterKeyboard
	SlavePointer
	SlaveKeyboard
	FloatingSlave
)

// Synthetic reports whether the device is one of the two through which programs send input (XTEST), so that nobody's hand moves it.
func (d Device) Synthetic() bool {
	return (d.Use == SlavePointer || d.Use == SlaveKeyboard) && strings.Contains(d.Name, "XTEST")
}

// Devices lists all input devices.
func (c *Conn) Devices() ([]Device, error) {
	e, err := c.useXI2()
	if err != nil {
		return nil, err
	}
	const queryDevice = 48
	r, err := c.request([]byte{e.opcode, queryDevice, 0, 0, 0, 0, 0, 0}) // device 0: all
	if err != nil {
		return nil, wrap(err, "list input devices")
	}
	return parseDevices(r)
}

// useXI2 announces the version; the server answers no other XI2 request before that. Announcing it again is allowed.
func (c *Conn) useXI2() (extension, error) {
	e, err := c.need("XInputExtension")
	if err != nil {
		return e, err
	}
	const queryVersion = 47
	r, err := c.request([]byte{e.opcode, queryVersion, 0, 0, 2, 0, 2, 0})
	if err != nil {
		return e, wrap(err, "announce XInput 2.2")
	}
	if v := binary.LittleEndian.Uint16(r[8:]); v < 2 {
		return e, fmt.Errorf("XInput %d: %w", v, ErrNoExtension)
	}
	return e, nil
}

// parseDevices reads an XIQueryDevice reply: a count, then per device a head, its name (padded to 4) and its classes, of which
// only the lengths matter here.
func parseDevices(r []byte) ([]Device, error) {
	le := binary.LittleEndian
	short := fmt.Errorf("list input devices: the answer is cut short")
	if len(r) < 32 {
		return nil, short
	}
	n, b := int(le.Uint16(r[8:])), r[32:]
	var out []Device
	for range n {
		if len(b) < 12 {
			return nil, short
		}
		d := Device{ID: le.Uint16(b), Use: DeviceUse(le.Uint16(b[2:])), Attachment: le.Uint16(b[4:]), Enabled: b[10] != 0}
		classes, name := int(le.Uint16(b[6:])), int(le.Uint16(b[8:]))
		b = b[12:]
		if len(b) < (name+3)&^3 {
			return nil, short
		}
		d.Name, b = string(b[:name]), b[(name+3)&^3:]
		for range classes {
			if len(b) < 4 {
				return nil, short
			}
			size := 4 * int(le.Uint16(b[2:]))
			if size < 4 || len(b) < size {
				return nil, short
			}
			b = b[size:]
		}
		out = append(out, d)
	}
	return out, nil
}

// deviceKeys reads which keys are down on one device (XInput 1 QueryDeviceState), whatever the others do. The zero bitmap when
// the device has no keys.
func (c *Conn) deviceKeys(id uint16) (keyBits, error) {
	var down keyBits
	e, err := c.need("XInputExtension")
	if err != nil {
		return down, err
	}
	const queryDeviceState = 30
	r, err := c.request([]byte{e.opcode, queryDeviceState, 0, 0, byte(id), 0, 0, 0})
	if err != nil {
		return down, wrap(err, "keys of input device %d", id)
	}
	n, b := int(r[8]), r[32:]
	for range n {
		if len(b) < 2 || int(b[1]) < 2 || len(b) < int(b[1]) {
			break
		}
		if b[0] == 0 && b[1] >= 36 { // the key class: number of keys, padding, bitmap
			copy(down[:], b[4:36])
		}
		b = b[b[1]:]
	}
	return down, nil
}

// keyBits is one bit for each keycode.
type keyBits [32]byte

func (k *keyBits) has(code byte) bool { return k[code/8]&(1<<(code%8)) != 0 }

// codes lists the set bits.
func (k *keyBits) codes() []byte {
	var out []byte
	for i := range 256 {
		if k.has(byte(i)) {
			out = append(out, byte(i))
		}
	}
	return out
}
