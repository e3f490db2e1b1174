// Package schedule owns what rings: the user's timers and alarms, which it keeps, and the reminders in the user's files,
// which it only reads and ticks off; reading how long and when, ringing, and the stream of what runs.
//
// It promises that a timer survives a restart, that each rings once however many processes have the user's data, and
// that a process which is killed between making one ring and telling of it costs none: another tells of it, and says
// that it may be the second time. A reminder is the same from the moment at which it is due: its file is followed, each of
// its times is told once, and what was due before anybody looked for the first time never is. One wake-up waits for the
// nearest moment; nothing is polled where the platform tells that the clock was set, the machine slept or a file changed.
// Whether Pace may make a sound of it is asked of a gate. It never speaks by itself and knows no interface.
package schedule
