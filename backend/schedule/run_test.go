package schedule

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/restraint"
	"pace/backend/store"
	"pace/backend/system"
)

func TestATimerRingsWhenItIsDueAndNotBefore(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run()
		r.in("ten minutes", "pasta")
		r.in("5 minutes", "eggs")
		r.pass(5*time.Minute - time.Millisecond)
		require.Empty(t, r.bell.titles())
		r.pass(time.Millisecond)
		require.Equal(t, []string{"Time is up: eggs."}, r.bell.titles())
		require.Equal(t, map[string]string{"eggs": store.TimerRinging, "pasta": store.TimerRunning}, r.states())
		r.pass(5 * time.Minute)
		require.Equal(t, []string{"Time is up: eggs.", "Time is up: pasta."}, r.bell.titles())
		r.pass(24 * time.Hour)
		require.Len(t, r.bell.titles(), 2, "each rings once")
	})
}

func TestWhatBecameDueWhileNobodyRangRingsAtTheStartOnceAndSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		first := at(t, path)
		first.in("10 minutes", "pasta")
		first.in("2 hours", "laundry")
		first.end()
		time.Sleep(time.Hour)

		second := at(t, path)
		second.run()
		require.Equal(t, []string{"Time is up: pasta."}, second.bell.titles())
		require.Equal(t, "It was due at 01:10, 50 minutes before Pace could say so.", second.bell.shown[0].Body)
		second.end()

		third := at(t, path)
		third.run()
		require.Empty(t, third.bell.titles())
		require.Equal(t, map[string]string{"pasta": store.TimerRinging, "laundry": store.TimerRunning}, third.states(), "it rings until somebody takes notice")
		third.pass(time.Hour)
		require.Equal(t, []string{"Time is up: laundry."}, third.bell.titles())
		third.end()
	})
}

func TestManyThatBecameDueAreToldOfTogether(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for i := range 8 {
			r.in("10 minutes", fmt.Sprint("n", i))
		}
		r.pass(time.Hour)
		r.run()
		require.Equal(t, []string{"8 timers are over."}, r.bell.titles())
		require.Contains(t, r.bell.shown[0].Body, "timer “n0”, due at 01:10\n")
		require.Contains(t, r.bell.shown[0].Body, "and 3 more")
		list, err := r.Open(t.Context())
		require.NoError(t, err)
		require.Len(t, list, 8)
		for _, x := range list[:7] {
			_, err := r.Dismiss(t.Context(), x.ID)
			require.NoError(t, err)
			synctest.Wait()
		}
		require.Empty(t, r.bell.gone, "it still tells of one that rings")
		_, err = r.Dismiss(t.Context(), list[7].ID)
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, []string{"1"}, r.bell.gone)
	})
}

func TestOfTwoProcessesOneRingsAndBothKnow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		a, b := at(t, path), at(t, path)
		a.run()
		b.run()
		a.in("1 minute", "tea")
		b.others <- struct{}{}
		synctest.Wait()
		rows, stop := b.Events.Subscribe(false)
		a.pass(time.Minute + time.Second) // of two that write at once one waits a little
		require.Len(t, append(a.bell.titles(), b.bell.titles()...), 1)
		a.others <- struct{}{}
		b.others <- struct{}{}
		synctest.Wait()
		got := <-rows
		require.Equal(t, store.TimerRinging, got[0].State)

		// Dismissed in the one, the notice of whichever showed it is taken back.
		_, err := b.Dismiss(t.Context(), got[0].ID)
		require.NoError(t, err)
		a.others <- struct{}{}
		synctest.Wait()
		require.Len(t, append(a.bell.gone, b.bell.gone...), 1)
		stop()
		a.end()
		b.end()
	})
}

func TestAProcessThatEndsBeforeItHasToldLeavesItToAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		a, b := at(t, path), at(t, path)
		timer := a.in("1 minute", "tea")
		a.pass(time.Minute)
		went, err := a.db.Timers().TakeDue(t.Context(), a.Now(), lease)
		require.NoError(t, err)
		require.Len(t, went, 1) // and here it is killed
		b.run()
		require.Empty(t, b.bell.titles(), "the other may be telling just now")
		b.pass(lease + time.Second)
		require.Equal(t, []string{"Time is up: tea."}, b.bell.titles())
		require.Contains(t, b.bell.shown[0].Body, "You may have been told of it before")
		b.pass(time.Hour)
		require.Len(t, b.bell.titles(), 1)
		list, err := b.Get(t.Context(), timer.ID)
		require.NoError(t, err)
		require.True(t, list[0].Told)
		a.end()
		b.end()
	})
}

func TestAClockThatIsSetMakesWhatIsDueRing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run()
		w, err := At("7 am", "gym", r.Now())
		require.NoError(t, err)
		_, err = r.Set(t.Context(), w)
		require.NoError(t, err)
		synctest.Wait()
		r.offset.Store(int64(7 * time.Hour)) // now it is 8 o'clock
		synctest.Wait()
		require.Empty(t, r.bell.titles(), "nobody looks at the clock all the time")
		r.clock <- struct{}{}
		synctest.Wait()
		require.Equal(t, []string{"Missed alarm: gym."}, r.bell.titles())
	})
}

func TestAClockThatIsSetBackMakesNothingRingEarlyOrTwice(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run()
		r.in("10 minutes", "tea")
		r.in("1 minute", "egg")
		r.pass(2 * time.Minute)
		require.Equal(t, []string{"Time is up: egg."}, r.bell.titles())
		r.offset.Store(int64(-time.Hour))
		r.clock <- struct{}{}
		r.pass(8 * time.Minute)
		require.Len(t, r.bell.titles(), 1, "by the user's clock it is not due")
		r.pass(time.Hour)
		require.Equal(t, []string{"Time is up: egg.", "Time is up: tea."}, r.bell.titles())
	})
}

// blind is a platform that does not tell when the clock was set.
func blind(c *Config) { c.Clock = nil }

func TestWhereNothingTellsOfAClockThatWasSetItIsLookedAtNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, change := range []func(*Config){blind, func(c *Config) {
			c.Clock = func(context.Context) (<-chan struct{}, error) { return nil, errBroken }
		}} {
			r := at(t, filepath.Join(t.TempDir(), "pace.db"), change)
			r.run()
			r.in("10 minutes", "tea")
			r.offset.Store(int64(time.Hour))
			r.pass(unsure)
			require.Equal(t, []string{"Time is up: tea."}, r.bell.titles())
			r.end()
		}
	})
}

func TestAMachineThatSleptRingsWhenItWakes(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run()
		r.in("10 minutes", "tea")
		r.offset.Store(int64(time.Hour)) // the user's clock goes on, that of the process stands still
		synctest.Wait()
		require.Empty(t, r.bell.titles())
		r.clock <- struct{}{}
		synctest.Wait()
		require.Equal(t, []string{"Time is up: tea."}, r.bell.titles())
	})
}

func TestTheGateDecidesHowLoudItIs(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.run()
		r.in("1 minute", "a")
		r.pass(time.Minute)
		r.allow(restraint.QueueUntilIdle)
		r.in("1 minute", "b")
		r.pass(time.Minute)
		require.Len(t, r.bell.shown, 2)
		require.False(t, r.bell.shown[0].Quiet)
		require.True(t, r.bell.shown[1].Quiet, "it is shown, without a sound")
		require.True(t, r.bell.shown[1].Stays)
	})
}

func TestADesktopThatShowsNothingLeavesItToTheInterface(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, change := range []func(*Config){
			func(c *Config) { c.Notifier = nil },
			func(c *Config) { c.Notifier = &bell{fails: errBroken} },
			func(c *Config) { c.Notifier = hung{} },
		} {
			r := at(t, filepath.Join(t.TempDir(), "pace.db"), change)
			r.run()
			rows, stop := r.Events.Subscribe(true)
			timer := r.in("1 minute", "tea")
			r.pass(time.Minute)
			require.Equal(t, map[string]string{"tea": store.TimerRinging}, r.states())
			require.Equal(t, store.TimerRunning, (<-rows)[0].State)
			require.Equal(t, store.TimerRinging, (<-rows)[0].State)
			r.pass(time.Hour)
			ended, err := r.Dismiss(t.Context(), timer.ID)
			require.NoError(t, err)
			require.Equal(t, []int64{timer.ID}, ended)
			stop()
			r.end()
		}
	})
}

// hung is a notifier that does not answer.
type hung struct{}

func (hung) Capability(context.Context) system.Capability { return system.Capability{} }
func (hung) Notify(ctx context.Context, _ system.Notification) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}
func (hung) Withdraw(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() }

func TestADatabaseThatCanNotBeReadIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var works atomic.Bool
		var r *rig
		r = at(t, filepath.Join(t.TempDir(), "pace.db"), func(c *Config) {
			c.DB = func() (*store.DB, error) {
				if !works.Load() {
					return nil, errBroken
				}
				return r.db, nil
			}
		})
		_, err := r.db.Timers().Add(t.Context(), store.Timer{Kind: store.KindTimer, Label: "tea", Set: r.Now(), Due: r.Now()}, Most)
		require.NoError(t, err)
		r.run()
		require.Empty(t, r.bell.titles())
		_, err = r.Open(t.Context())
		require.ErrorIs(t, err, errBroken)
		works.Store(true)
		r.pass(broken)
		require.Len(t, r.bell.titles(), 1)
		r.end()
	})
}

func TestNothingIsWrittenWhileNothingIsDue(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.in("1 hour", "tea")
		r.run()
		version := func() (v int64) {
			// Two connections: data_version tells of the writes of others alone.
			require.NoError(t, r.db.Read(t.Context(), func(pool *sql.DB) error { return pool.QueryRow("PRAGMA data_version").Scan(&v) }))
			return v
		}
		was := version()
		for range 10 {
			r.others <- struct{}{}
			synctest.Wait()
		}
		require.Equal(t, was, version(), "a write would wake other processes, and they this one, without end")
	})
}

func TestWhatHasRungForADayRests(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.in("1 minute", "tea")
		r.pass(time.Minute)
		r.run()
		r.stop()
		r.pass(25 * time.Hour)
		r.run()
		require.Empty(t, r.states())
		require.Len(t, r.bell.titles(), 1)
	})
}

func TestWhoRingsIsKnownToAnotherProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "pace.db")
		host, other, ask := at(t, path), at(t, path), at(t, path)
		require.False(t, ask.Rings())
		host.run()
		other.run()
		require.True(t, host.Rings())
		require.True(t, ask.Rings())
		require.True(t, ask.Rings(), "to look changes nothing")
		host.stop()
		require.True(t, ask.Rings(), "the other does")
		other.stop()
		require.False(t, ask.Rings())
		for _, r := range []*rig{host, other, ask} {
			r.end()
		}
	})
}
