package tools

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

// player gives the rig a media player with three tracks.
func (r *rig) player(state system.PlayState, at int, changes ...func(*systemtest.Player)) *systemtest.Media {
	p := systemtest.Player{ID: "p", Name: "Tunes", Titles: []string{"One", "Two", "Three"}, At: at, State: state}
	for _, change := range changes {
		change(&p)
	}
	r.machine.Media.Start(p)
	return r.machine.Media
}

func TestThePlayerDoesWhatIsSaid(t *testing.T) {
	for _, c := range []struct {
		was     system.PlayState
		command string
		state   system.PlayState
		at      int
		says    string
	}{
		{system.Paused, "play", system.Playing, 1, "Tunes is playing “Two”."},
		{system.Stopped, "resume", system.Playing, 1, "Tunes is playing “Two”."},
		{system.Playing, "pause", system.Paused, 1, "Tunes is paused."},
		{system.Playing, "stop", system.Stopped, 1, "Tunes is stopped."},
		{system.Playing, "play_pause", system.Paused, 1, "Tunes is paused."},
		{system.Paused, "toggle", system.Playing, 1, "Tunes is playing “Two”."},
		{system.Playing, "next", system.Playing, 2, "Tunes is playing “Three”."},
		{system.Paused, "next_track", system.Paused, 2, "Tunes is at “Three”, and paused."},
		{system.Playing, "previous", system.Playing, 0, "Tunes is playing “One”."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			m := r.player(c.was, 1)
			o, _ := r.run("music", `{"command":"`+c.command+`"}`)
			effect(t, proof.Confirmed, o)
			require.Equal(t, c.says, o.Report())
			require.Equal(t, c.state, m.Now("p").State)
			require.Equal(t, c.at, m.Now("p").At)
			require.Equal(t, 1, m.Acts())
		})
	}
}

func TestAPlayerThatDoesItAlreadyIsLeftAlone(t *testing.T) {
	for _, c := range []struct {
		was           system.PlayState
		command, says string
	}{
		{system.Playing, "play", "Tunes is already playing."}, {system.Paused, "pause", "Tunes is already paused."},
		{system.Stopped, "pause", "Tunes is already stopped."}, {system.Stopped, "stop", "Tunes is already stopped."}, {system.Paused, "stop", "Tunes is already paused."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			m := r.player(c.was, 1, func(p *systemtest.Player) { p.Cannot = []system.MediaCommand{system.Pause, system.Play, system.Stop} })
			o, _ := r.run("music", `{"command":"`+c.command+`"}`)
			effect(t, proof.Confirmed, o)
			require.Equal(t, proof.AlreadySo, o.Evidence()[0].Kind)
			require.Equal(t, c.says, o.Report())
			require.Zero(t, m.Acts())
		})
	}
}

func TestAnotherTrackIsProvenByTheTrackAlone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Playing, 2)
		o, _ := r.run("music", `{"command":"next"}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "Tunes is stopped: no other track came.", o.Report())
		m.User("p", func(p *systemtest.Player) { p.State, p.At = system.Playing, 0 })
		m.Ignore(true)
		o, _ = r.run("music", `{"command":"next"}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "Tunes is still at “One”.", o.Report())
	})
	bubble(t, func(t *testing.T, r *rig) {
		r.player(system.Playing, 0, func(p *systemtest.Player) { p.NoID = true })
		o, _ := r.run("music", `{"command":"next"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, proof.Evidence{Kind: proof.OwnChange, What: "The track", Before: "“One”", After: "“Two”"}, o.Evidence()[0])
	})
}

func TestGoingBackWithinATrackIsSeenByItsBeginning(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.player(system.Playing, 1, func(p *systemtest.Player) { p.Position = 90 * time.Second })
		o, _ := r.run("music", `{"command":"previous"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "“Two” begins again.", o.Report())
		require.Equal(t, "“Two” at 1m30s", o.Evidence()[0].Before)
	})
	bubble(t, func(t *testing.T, r *rig) {
		r.player(system.Playing, 0, func(p *systemtest.Player) { p.Position = time.Second })
		o, _ := r.run("music", `{"command":"previous"}`)
		effect(t, proof.Unchanged, o)
	})
}

func TestAPlayerThatCannotIsNotAsked(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Playing, 1, func(p *systemtest.Player) { p.Cannot = []system.MediaCommand{system.Pause, system.Next} })
		for _, c := range []string{"pause", "next"} {
			o, _ := r.run("music", `{"command":"`+c+`"}`)
			effect(t, proof.Refused, o)
			require.Equal(t, proof.ReasonUnsupported, o.Reason())
			require.Equal(t, "Tunes does not take “"+c+"” now.", o.Report())
		}
		require.Zero(t, m.Acts())
	})
}

func TestAPlayerThatEndsInTheMiddleProvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Playing, 1)
		m.Then(func() { m.End("p") })
		o, _ := r.run("music", `{"command":"pause"}`)
		effect(t, proof.Unverifiable, o)
		require.Equal(t, proof.ReasonAppEnded, o.Reason())
		require.Equal(t, "Tunes has ended in the meantime.", o.Report())
		o, _ = r.run("music", `{"command":"play"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "No music player is running. Open one.", o.Report())
	})
}

func TestAnotherPlayerThatBeginsIsNoProof(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Paused, 1)
		m.Ignore(true)
		m.Then(func() { m.Start(systemtest.Player{ID: "q", Name: "Radio", State: system.Playing}) })
		o, _ := r.run("music", `{"command":"play"}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "Tunes is still paused.", o.Report())
	})
}

func TestAPlayerThatHangsOrRefuses(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Playing, 1)
		m.Blind(system.ErrPlayerHung)
		o, _ := r.run("music", `{"command":"pause"}`)
		effect(t, proof.Failed, o)
		require.Equal(t, proof.ReasonHung, o.Reason())
		m.Blind(nil)
		m.Break(errors.New("not now"))
		o, _ = r.run("music", `{"command":"pause"}`)
		effect(t, proof.Failed, o)
		require.Equal(t, "Tunes did not do it.", o.Report())
	})
}

func TestAPlayerThatPlaysOnlyForAMomentDidNotPlay(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Paused, 1)
		m.Then(func() {
			time.AfterFunc(100*time.Millisecond, func() { m.User("p", func(p *systemtest.Player) { p.State = system.Paused }) })
		})
		o, _ := r.run("music", `{"command":"play"}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "Tunes was playing for a moment, and is paused now.", o.Report())
	})
}

func TestAPlayerThatAnEarlierStepOpensIsWaitedFor(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		require.True(t, tool.NeedsPlayer.Fleeting())
		time.AfterFunc(time.Second, func() { r.player(system.Stopped, 0) })
		r.index = 1
		o, _ := r.run("music", `{"command":"play"}`)
		effect(t, proof.Confirmed, o)
		r.machine.Media.End("p")
		start := time.Now()
		o, _ = r.run("music", `{"command":"play"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "No music player is running. Open one.", o.Report())
		require.LessOrEqual(t, time.Since(start), openBudget)
	})
}

func TestMusicThatNamesNoCommandIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, args := range []string{`{}`, `{"command":"shuffle"}`, `{"command":"play","name":"pause"}`} {
			require.NotEmpty(t, r.refused("music", args), args)
		}
		for command, want := range map[string]string{"Play": "Play the music", "PREV": "Go back a track, or to the beginning of this one", "stop": "Stop the music", "skip": "Skip to the next track", "toggle": "Play or pause the music"} {
			b := r.bound("music", `{"command":"`+command+`"}`)
			require.Equal(t, want, b.Tool.Describe(b.Call.Args))
		}
	})
}

func TestEverySpellingOfACommandIsKnown(t *testing.T) {
	for _, f := range tool.SchemaOf[musicArgs]().Fields {
		require.Len(t, f.Enum, len(commands))
		for _, s := range f.Enum {
			require.NotEmpty(t, commands[s], s)
		}
	}
}

func TestAPlayerThatEndsWhenItIsToldToStopHasStopped(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		m := r.player(system.Playing, 1)
		m.Then(func() { m.End("p") })
		o, _ := r.run("music", `{"command":"stop"}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, "Tunes has stopped and ended: it is no longer among the players that run.", o.Report())
		require.Equal(t, proof.Vanished, o.Evidence()[0].Kind)
		require.Equal(t, "playing", o.Evidence()[0].Before)
	})
	for _, command := range []string{"pause", "next"} { // one that ends so did not do what was wanted
		bubble(t, func(t *testing.T, r *rig) {
			m := r.player(system.Playing, 1)
			m.Then(func() { m.End("p") })
			o, _ := r.run("music", `{"command":"`+command+`"}`)
			require.False(t, o.OK(), o.Report())
		})
	}
	bubble(t, func(t *testing.T, r *rig) { // it ended before anything was asked of it
		m := r.player(system.Playing, 1)
		m.Blind(system.ErrNoPlayer)
		o, _ := r.run("music", `{"command":"stop"}`)
		require.False(t, o.OK(), o.Report())
		require.Zero(t, m.Acts())
	})
}
