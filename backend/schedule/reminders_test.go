package schedule

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/restraint"
	"pace/backend/store"
)

// write puts a reminder into the folder, and tells of it when Run works.
func (r *rig) write(name string, lines ...string) {
	r.t.Helper()
	writeReminder(r.t, r.dir, name, lines...)
	r.told()
}

func writeReminder(t *testing.T, dir, name string, lines ...string) {
	t.Helper()
	all := append([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", "UID:" + name, "SUMMARY:" + name}, lines...)
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".ics"), []byte(strings.Join(append(all, "END:VTODO", "END:VCALENDAR", ""), "\r\n")), 0o600))
}

func (r *rig) remove(name string) {
	r.t.Helper()
	require.NoError(r.t, os.Remove(filepath.Join(r.dir, name+".ics")))
	r.told()
}

// told tells Run that the folder has changed.
func (r *rig) told() {
	if r.stop != nil {
		select {
		case r.files <- struct{}{}:
		case <-time.After(time.Millisecond): // it is not watched
		}
		synctest.Wait()
	}
}

// in is when something is due, from now on.
func dueIn(r *rig, d time.Duration) string {
	return "DUE:" + r.Now().Add(d).UTC().Format("20060102T150405Z")
}

func TestAReminderRingsWhenItIsDueAndNotBefore(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("call Anna", dueIn(r, time.Hour))
		r.run()
		r.pass(time.Hour - time.Second)
		require.Empty(t, r.bell.titles())
		r.pass(time.Second)
		require.Equal(t, []string{"Reminder: call Anna"}, r.bell.titles())
		require.Empty(t, r.bell.shown[0].Body)
		require.Equal(t, map[string]string{"call Anna": store.TimerRinging}, r.states())
		r.pass(20 * time.Hour)
		require.Len(t, r.bell.titles(), 1)
		_, err := r.Dismiss(t.Context(), r.id("call Anna"))
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, []string{"1"}, r.bell.gone)
		r.told()
		r.pass(10 * 24 * time.Hour)
		require.Len(t, r.bell.titles(), 1, "dismissed is dismissed")
		require.Empty(t, r.states())
	})
}

// Nobody can answer a bell that rings every second, and one that was asked for every minute is.
func TestASeriesRingsAtMostOnceAMinute(t *testing.T) {
	for rule, times := range map[string]int{"FREQ=SECONDLY": 5, "FREQ=SECONDLY;INTERVAL=7": 5, "FREQ=MINUTELY": 5, "FREQ=MINUTELY;INTERVAL=2": 3, "FREQ=HOURLY": 1} {
		bubble(t, func(t *testing.T, r *rig) {
			first := r.Now().Truncate(time.Minute).Add(time.Minute)
			r.write("blink", "DTSTART:"+first.UTC().Format("20060102T150405Z"), "RRULE:"+rule)
			r.run()
			r.pass(first.Add(5*time.Minute - time.Second).Sub(r.Now()))
			require.Len(t, r.bell.titles(), times, rule)
			require.Equal(t, map[string]string{"blink": store.TimerRinging}, r.states(), "one at a time")
		})
	}
}

// id finds what is open by its label.
func (r *rig) id(label string) int64 {
	r.t.Helper()
	list, err := r.Open(r.t.Context())
	require.NoError(r.t, err)
	for _, x := range list {
		if x.Label == label {
			return x.ID
		}
	}
	r.t.Fatalf("nothing open is called %q", label)
	return 0
}

func TestOneOfAWholeDayRingsAtNineOfItsDay(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("bins", "DUE;VALUE=DATE:20000103")
		r.run()
		r.pass(48*time.Hour + 8*time.Hour - time.Second) // it is one o'clock on the first
		require.Empty(t, r.bell.titles())
		r.pass(time.Second)
		require.Equal(t, []string{"Reminder: bins"}, r.bell.titles())
		require.Equal(t, "It is for today.", r.bell.shown[0].Body)
	})
}

func TestWhatRepeatsRingsEachTimeAndTheNewestAloneIsLeft(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("pills", "DTSTART:20000101T080000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20000102T080000Z")
		r.run()
		r.pass(8 * time.Hour)
		require.Len(t, r.bell.titles(), 1)
		r.pass(24 * time.Hour)
		require.Len(t, r.bell.titles(), 1, "that time was taken out")
		r.pass(24 * time.Hour)
		require.Len(t, r.bell.titles(), 2)
		require.Equal(t, []string{"1"}, r.bell.gone)
		list, err := r.Open(t.Context())
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, "2000-01-03T08:00:00Z", list[0].Occasion)
		r.pass(10 * 24 * time.Hour)
		require.Len(t, r.bell.titles(), 2, "and then it is over")
	})
}

func TestWhatIsDoneOrCancelledNeverRings(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("done", dueIn(r, time.Hour), "STATUS:COMPLETED")
		r.write("off", dueIn(r, time.Hour), "STATUS:CANCELLED")
		r.write("open", dueIn(r, time.Hour), "STATUS:IN-PROCESS")
		r.write("soon done", dueIn(r, time.Hour))
		r.run()
		r.write("soon done", dueIn(r, time.Hour), "COMPLETED:20000101T000000Z")
		r.pass(2 * time.Hour)
		require.Equal(t, []string{"Reminder: open"}, r.bell.titles())
	})
}

func TestAFileThatIsChangedWhilePaceRunsIsFollowed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("stays", dueIn(r, 3*time.Hour))
		r.run()
		r.write("new", dueIn(r, 10*time.Minute))
		r.write("moved", dueIn(r, 5*time.Minute))
		r.write("moved", dueIn(r, 20*time.Minute))
		r.write("gone", dueIn(r, 15*time.Minute))
		r.remove("gone")
		r.pass(10 * time.Minute)
		require.Equal(t, []string{"Reminder: new"}, r.bell.titles())
		r.pass(10 * time.Minute)
		require.Equal(t, []string{"Reminder: new", "Reminder: moved"}, r.bell.titles())

		// What rings ends when its file says so, and a half-written file says nothing.
		r.write("new", dueIn(r, -10*time.Minute), "STATUS:COMPLETED")
		require.Equal(t, map[string]string{"moved": store.TimerRinging}, r.states())
		require.Equal(t, []string{"1"}, r.bell.gone)
		require.NoError(t, os.WriteFile(filepath.Join(r.dir, "moved.ics"), []byte("BEGIN:VCALENDAR\r\nBEGIN:VTO"), 0o600))
		r.told()
		require.Equal(t, map[string]string{"moved": store.TimerRinging}, r.states())
		r.remove("moved")
		require.Empty(t, r.states())
		require.Equal(t, []string{"1", "2"}, r.bell.gone)
	})
}

func TestAFileThatIsReplacedByTakingItAwayFirstRingsOnAndIsNotToldTwice(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		due := dueIn(r, time.Minute)
		r.write("a", due)
		r.run()
		r.pass(time.Minute)
		r.remove("a")
		require.Empty(t, r.states())
		r.write("a", due, "X-NEW:1")
		require.Equal(t, map[string]string{"a": store.TimerRinging}, r.states())
		require.Len(t, r.bell.titles(), 1)
	})
}

func TestWithoutAWatcherTheFolderIsLookedAtEveryHalfMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, change := range map[string]func(*Config){
			"none":   func(c *Config) { c.Records = nil },
			"broken": func(c *Config) { c.Records = func(context.Context) (<-chan struct{}, error) { return nil, errBroken } },
		} {
			r := at(t, filepath.Join(t.TempDir(), "pace.db"), change)
			r.run()
			writeReminder(t, r.dir, "a", dueIn(r, time.Second))
			r.pass(unsure)
			require.Equal(t, []string{"Reminder: a"}, r.bell.titles(), name)
			r.end()
		}
	})
}

func TestAFolderThatCanNoLongerBeWatchedIsLookedAtUntilItCan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fails atomic.Bool
		changes, breaks := make(chan struct{}), make(chan struct{})
		r := at(t, filepath.Join(t.TempDir(), "pace.db"), func(c *Config) {
			c.Records = func(ctx context.Context) (<-chan struct{}, error) {
				out := make(chan struct{}, 1)
				if fails.Load() {
					return nil, errBroken
				}
				go func() {
					defer close(out)
					for {
						select {
						case <-changes:
							out <- struct{}{}
						case <-breaks:
							return
						case <-ctx.Done():
							return
						}
					}
				}()
				return out, nil
			}
		})
		r.run()
		r.pass(time.Second)
		fails.Store(true)
		breaks <- struct{}{} // the folder went
		synctest.Wait()
		writeReminder(t, r.dir, "a", dueIn(r, 0))
		r.pass(unsure)
		require.Equal(t, []string{"Reminder: a"}, r.bell.titles())
		fails.Store(false)
		r.pass(unsure)
		writeReminder(t, r.dir, "b", dueIn(r, 0))
		r.pass(10 * time.Minute)
		require.Len(t, r.bell.titles(), 1, "it is watched again")
		changes <- struct{}{}
		synctest.Wait()
		require.Equal(t, []string{"Reminder: a", "Reminder: b"}, r.bell.titles())
		r.end()
	})
}

func TestWhatWasDueBeforePaceLookedForTheFirstTimeIsNotTold(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for i := range 500 {
			r.write(fmt.Sprint("old", i), dueIn(r, -time.Duration(i+1)*time.Minute))
		}
		r.write("series", "DTSTART:19990101T080000Z", "RRULE:FREQ=HOURLY")
		r.run()
		require.Empty(t, r.bell.titles())
		r.pass(time.Hour)
		require.Equal(t, []string{"Reminder: series"}, r.bell.titles())
		r.stop()
		r.run()
		require.Len(t, r.bell.titles(), 1)
	})
}

func TestAReminderThatWasPromisedBeforeTheFirstLookIsTold(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.NoError(t, r.Promise(t.Context()))
		r.write("a", dueIn(r, time.Minute))
		r.pass(time.Hour)
		r.run()
		require.Equal(t, []string{"Reminder: a"}, r.bell.titles())
	})
}

func TestAReminderThatBecameDueWhileNobodyRangRingsOnceAndSaysThatItIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		first := at(t, path)
		first.run()
		first.write("call Anna", dueIn(first, 10*time.Minute))
		first.write("day", "DUE;VALUE=DATE:20000102")
		first.write("pills", "DTSTART:20000101T003000Z", "RRULE:FREQ=MINUTELY;INTERVAL=10;COUNT=4")
		first.end()
		time.Sleep(time.Hour)
		second := at(t, path)
		second.run()
		require.Equal(t, []string{"Reminder: call Anna", "Reminder: pills"}, second.bell.titles(), "a series rings once for all that was missed")
		require.Equal(t, "It was due at 01:10, 50 minutes before Pace could say so.", second.bell.shown[0].Body)
		second.end()
		third := at(t, path)
		third.run()
		require.Empty(t, third.bell.titles())
		third.end()
	})
}

func TestWhatIsOlderThanADayIsToldTogetherOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		first := at(t, path)
		first.run()
		for i := range 8 {
			first.write(fmt.Sprint("n", i), dueIn(first, time.Duration(i+1)*time.Hour))
		}
		first.write("day", "DUE;VALUE=DATE:20000102")
		first.write("fresh", dueIn(first, 30*24*time.Hour-time.Hour))
		first.end()
		time.Sleep(30 * 24 * time.Hour) // longer than anything is kept
		second := at(t, path)
		second.run()
		require.Equal(t, []string{"9 reminders are overdue.", "Reminder: fresh"}, second.bell.titles())
		require.Contains(t, second.bell.shown[0].Body, "reminder “n0”, due on Saturday 1 January at 02:00\n")
		require.Contains(t, second.bell.shown[0].Body, "and 4 more")
		require.Len(t, second.states(), 10)
		second.pass(40 * 24 * time.Hour)
		second.end()
		third := at(t, path)
		third.run()
		require.Empty(t, third.bell.titles(), "also when what was told is forgotten")
		third.end()
	})
}

func TestAClockThatIsSetBackTellsNoReminderTwiceAndLosesNone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("a", dueIn(r, time.Hour))
		r.run()
		r.pass(time.Hour + time.Minute)
		require.Equal(t, []string{"Reminder: a"}, r.bell.titles())
		r.offset.Store(int64(-3 * 24 * time.Hour))
		r.clock <- struct{}{}
		synctest.Wait()
		require.Equal(t, map[string]string{"a": store.TimerRinging}, r.states(), "it has rung and waits")
		r.write("b", dueIn(r, time.Minute))
		r.pass(time.Minute)
		require.Equal(t, []string{"Reminder: a", "Reminder: b"}, r.bell.titles())
		r.pass(4 * 24 * time.Hour)
		require.Len(t, r.bell.titles(), 2)
	})
}

func TestAClockThatIsSetForwardTellsWhatIsDue(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("a", dueIn(r, time.Hour))
		r.run()
		r.offset.Store(int64(2 * time.Hour))
		r.clock <- struct{}{}
		synctest.Wait()
		require.Equal(t, []string{"Reminder: a"}, r.bell.titles())
	})
}

func TestTheGateIsAskedForARemindersOwnSourceAndWhatItHoldsBackIsShownQuietly(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("aloud", dueIn(r, time.Minute))
		for i, v := range []restraint.Verdict{restraint.QueueUntilIdle, restraint.StayQuiet} {
			r.write(string(v), dueIn(r, time.Duration(i+2)*time.Minute))
		}
		r.run()
		r.pass(time.Minute)
		for _, v := range []restraint.Verdict{restraint.QueueUntilIdle, restraint.StayQuiet} {
			r.allow(v)
			r.pass(time.Minute)
		}
		require.Len(t, r.bell.shown, 3)
		require.Equal(t, []restraint.Source{restraint.BackgroundReminder, restraint.BackgroundReminder, restraint.BackgroundReminder}, r.asked)
		for i, n := range r.bell.shown {
			require.Equal(t, i > 0, n.Quiet, n.Title)
			require.True(t, n.Stays)
		}
		require.Len(t, r.states(), 3, "and in the window")
	})
}

func TestATimerAndAReminderThatAreDueTogetherAreEachToldInTheirWay(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("call Anna", dueIn(r, time.Minute))
		r.run()
		r.in("1 minute", "tea")
		r.pass(time.Minute)
		require.ElementsMatch(t, []string{"Time is up: tea.", "Reminder: call Anna"}, r.bell.titles())
		require.ElementsMatch(t, []restraint.Source{restraint.TimerFire, restraint.BackgroundReminder}, r.asked)
	})
}

func TestOfTwoServicesOnOneDatabaseOneTellsOfAReminder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		a, b := at(t, path), at(t, path)
		a.write("x", dueIn(a, time.Minute))
		a.write("y", "DTSTART:20000101T000200Z", "RRULE:FREQ=MINUTELY;COUNT=5")
		a.run()
		b.run()
		a.pass(10 * time.Minute)
		require.ElementsMatch(t, []string{"Reminder: x", "Reminder: y", "Reminder: y", "Reminder: y", "Reminder: y", "Reminder: y"}, append(a.bell.titles(), b.bell.titles()...))
		a.end()
		b.end()
	})
}

func TestAReminderThatIsDoneIsSoInItsFileAndRingsNoMore(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.write("a", dueIn(r, time.Minute))
		r.write("series", "DTSTART:20000101T000100Z", "RRULE:FREQ=DAILY")
		r.run()
		r.pass(time.Minute)
		require.NoError(t, r.Done(t.Context(), r.id("a")))
		synctest.Wait()
		require.NotContains(t, r.states(), "a")
		require.Len(t, r.bell.gone, 1)
		data, err := os.ReadFile(filepath.Join(r.dir, "a.ics"))
		require.NoError(t, err)
		require.Contains(t, string(data), "STATUS:COMPLETED\r\n")

		var no *Refused
		require.ErrorAs(t, r.Done(t.Context(), r.id("series")), &no)
		require.Contains(t, r.states(), "series")
		require.ErrorAs(t, r.Done(t.Context(), 4711), &no)
	})
}

func TestFilesThatCanNotBeReadKeepNoTimerFromRinging(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.NoError(t, os.WriteFile(r.dir, []byte("no folder"), 0o600))
		r.run()
		r.in("1 minute", "tea")
		r.pass(time.Minute)
		require.Equal(t, []string{"Time is up: tea."}, r.bell.titles())
		require.NoError(t, os.Remove(r.dir))
		writeReminder(t, r.dir, "a", dueIn(r, 0))
		r.pass(broken)
		require.Equal(t, []string{"Time is up: tea.", "Reminder: a"}, r.bell.titles())
	})
}
