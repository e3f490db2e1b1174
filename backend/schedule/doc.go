// Package schedule owns the user's timers and alarms: keeping them, reading how long and when, ringing them, and the
// stream of what runs.
//
// It promises that a timer survives a restart, that each rings once however many processes have the user's data, and
// that a process which is killed between making one ring and telling of it costs no timer: another tells of it, and says
// that it may be the second time. One wake-up waits for the nearest moment; nothing is polled where the platform tells
// that the clock was set or the machine slept. Whether Pace may make a sound of it is asked of a gate. It never speaks by
// itself and knows no interface.
package schedule
