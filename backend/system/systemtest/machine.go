package systemtest

import "pace/backend/system"

// Machine is a whole machine and its parts.
type Machine struct {
	Volume     *Volume
	Brightness *Brightness
	Media      *Media
	Notifier   *Notifier
	Clock      *Clock
	Files      *Files
	Presence   *Presence
}

// NewMachine has its sound and its display at 50 % no media player, and a user who may be spoken to.
func NewMachine() *Machine {
	return &Machine{NewVolume(system.Loudness{Level: 50}), NewBrightness(50, 100), NewMedia(), NewNotifier(), NewClock(), NewFiles(), NewPresence()}
}

// System is the machine as consumers know it.
func (m *Machine) System() system.Machine {
	return system.Machine{Volume: m.Volume, Brightness: m.Brightness, Media: m.Media, Notifier: m.Notifier, Clock: m.Clock, Files: m.Files, Presence: m.Presence}
}
