package tools

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

func loud(level int) system.Loudness { return system.Loudness{Level: system.Level(level)} }

func muted(level int) system.Loudness {
	return system.Loudness{Level: system.Level(level), Muted: true}
}

func TestTheVolumeBecomesWhatIsSaid(t *testing.T) {
	for _, c := range []struct {
		was  system.Loudness
		args string
		want system.Loudness
		says string
	}{
		{loud(50), `{"level":30}`, loud(30), "The volume changed from 50 % to 30 %."},
		{loud(50), `{"direction":"up"}`, loud(60), "The volume changed from 50 % to 60 %."},
		{loud(50), `{"direction":"down","steps":3}`, loud(35), "The volume changed from 50 % to 35 %."},
		{loud(50), `{"direction":"down","percent":7}`, loud(43), "The volume changed from 50 % to 43 %."},
		{loud(95), `{"direction":"up"}`, loud(100), "The volume changed from 95 % to 100 %."},
		{loud(4), `{"direction":"down"}`, loud(0), "The volume changed from 4 % to 0 %."},
		{loud(50), `{"mute":true}`, muted(50), "The sound is muted."},
		{muted(50), `{"mute":false}`, loud(50), "The sound is on again, at 50 %."},
		{muted(0), `{"mute":false}`, loud(0), "The sound is not muted any more, but the volume is 0 %."},
		{muted(50), `{"direction":"up"}`, loud(60), "The sound is on again, at 60 %."},
		{muted(100), `{"direction":"up"}`, loud(100), "The sound is on again, at 100 %."},
		{muted(50), `{"direction":"down"}`, muted(40), "The volume is 40 % now, and the sound is still muted."},
		{muted(50), `{"level":30}`, loud(30), "The sound is on again, at 30 %."},
		{muted(30), `{"level":30}`, loud(30), "The sound is on again, at 30 %."},
		{muted(50), `{"level":0}`, muted(0), "The volume is 0 % now, and the sound is still muted."},
		{loud(50), `{"level":20,"mute":true}`, muted(20), "The volume changed from 50 % to 20 %, muted."},
		{loud(130), `{"direction":"down"}`, loud(100), "The volume changed from 130 % to 100 %."},
		{loud(50), `{}`, loud(60), "The volume changed from 50 % to 60 %."},
		{loud(50), `{"command":"down","amount":"1"}`, loud(45), "The volume changed from 50 % to 45 %."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			r.machine.Volume.User(c.was)
			o, _ := r.run("volume", c.args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, c.want, r.machine.Volume.Now(), c.args)
			require.Equal(t, c.says, o.Report())
			require.Equal(t, proof.API, o.Means())
			require.Equal(t, proof.ValueRead, o.Evidence()[0].Kind)
		})
	}
}

func TestWhatIsSoAlreadyIsLeftAlone(t *testing.T) {
	for _, c := range []struct {
		was        system.Loudness
		args, says string
	}{
		{loud(30), `{"level":30}`, "The volume is already 30 %."},
		{loud(100), `{"direction":"up"}`, "The volume is already 100 %."},
		{loud(130), `{"direction":"up"}`, "The volume is already 130 %."},
		{loud(0), `{"direction":"down"}`, "The volume is already 0 %."},
		{muted(30), `{"mute":true}`, "The sound is already muted."},
		{loud(30), `{"mute":false}`, "The sound is not muted."},
		{muted(0), `{"level":0}`, "The volume is already 0 %, muted."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			r.machine.Volume.User(c.was)
			o, _ := r.run("volume", c.args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, proof.AlreadySo, o.Evidence()[0].Kind, c.args)
			require.Equal(t, c.says, o.Report())
			require.Zero(t, r.machine.Volume.Acts())
		})
	}
}

func TestContradictionsAreRefused(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, args := range []string{`{"level":30,"direction":"up"}`, `{"level":30,"steps":2}`, `{"level":30,"percent":2}`, `{"direction":"up","steps":2,"percent":10}`,
			`{"mute":true,"direction":"up"}`, `{"mute":true,"steps":1}`, `{"level":101}`, `{"level":-1}`, `{"direction":"sideways"}`, `{"direction":"up","steps":11}`, `{"direction":"up","percent":0}`, `{"level":30,"value":40}`} {
			require.NotEmpty(t, r.refused("volume", args), args)
		}
		for _, args := range []string{`{"level":30,"direction":"up"}`, `{"steps":2,"percent":10}`, `{"mute":true}`, `{"level":101}`} {
			require.NotEmpty(t, r.refused("brightness", args), args)
		}
	})
}

func TestApprovalLinesOfVolumeAndBrightness(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		for _, c := range [][3]string{
			{"volume", `{"level":30}`, "Set the volume to 30 % (unmutes)"}, {"volume", `{"level":0}`, "Set the volume to 0 %"}, {"volume", `{"level":20,"mute":true}`, "Set the volume to 20 % and mute it"},
			{"volume", `{"direction":"down","steps":1}`, "Turn the volume down by 5 %"}, {"volume", `{"direction":"up","percent":7}`, "Turn the volume up by 7 % (unmutes)"},
			{"volume", `{"mute":true}`, "Mute the sound"}, {"volume", `{"mute":false}`, "Unmute the sound"},
			{"brightness", `{"level":30}`, "Set the brightness to 30 %"}, {"brightness", `{"level":0}`, "Make the display as dark as can be read"},
			{"brightness", `{"command":"down"}`, "Turn the brightness down by 10 %"},
		} {
			b := r.bound(c[0], c[1])
			require.Equal(t, c[2], b.Tool.Describe(b.Call.Args))
		}
	})
}

func TestAVolumeThatDoesNotMoveIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.Ignore(true)
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "The volume is still 50 %.", o.Report())
		o, _ = r.run("volume", `{"mute":true}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, 2, r.machine.Volume.Acts(), "each was asked for once")
	})
}

func TestAnOutputWithCoarseStepsIsPartlyDone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.Step = 25
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Partial, o)
		require.Equal(t, "The volume is 25 % now, which is not what was asked for.", o.Report())
	})
}

func TestSomebodyElsesHandOnTheKnobIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.Then(func() { r.machine.Volume.User(loud(80)) })
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "The volume is 80 % now, which is not what was asked for.", o.Report())
	})
}

func TestAVolumeThatIsTurnedBackDidNotLast(t *testing.T) {
	for to, says := range map[int]string{50: "The volume was 30 % for a moment, and is 50 % now.", 80: "The volume was 30 % for a moment, and is 80 % now."} {
		bubble(t, func(t *testing.T, r *rig) {
			r.machine.Volume.Then(func() {
				time.AfterFunc(100*time.Millisecond, func() { r.machine.Volume.User(loud(to)) })
			})
			o, _ := r.run("volume", `{"level":30}`)
			effect(t, proof.Unchanged, o)
			require.Equal(t, proof.ReasonReverted, o.Reason())
			require.Equal(t, says, o.Report())
		})
	}
}

func TestAVolumeThatComesLateIsSeen(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.Ignore(true)
		r.machine.Volume.Then(func() {
			time.AfterFunc(700*time.Millisecond, func() { r.machine.Volume.User(loud(30)) })
		})
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Confirmed, o)
		require.Equal(t, 700*time.Millisecond, *o.Timing().Proven, "the subscription told of it at once")
	})
}

func TestWhatCannotBeReadIsNotClaimed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.Blind(errors.New("garbage"))
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Failed, o)
		require.Zero(t, r.machine.Volume.Acts(), "what can't be read is not touched")
		r.machine.Volume.Blind(nil)
		r.machine.Volume.Then(func() { r.machine.Volume.Blind(errors.New("garbage")) })
		o, _ = r.run("volume", `{"level":30}`)
		effect(t, proof.Unverifiable, o)
		require.Equal(t, "The volume can't be told: the sound server gives no readable answer.", o.Report())
	})
}

func TestAServerThatRefusesHangsOrIsGone(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		v := r.machine.Volume
		v.Break(errors.New("no"))
		o, _ := r.run("volume", `{"level":30}`)
		effect(t, proof.Failed, o)
		require.Equal(t, "The sound server did not do it.", o.Report())
		v.Break(fmt.Errorf("%w: gone", proof.ErrDispatched))
		o, _ = r.run("volume", `{"level":30}`)
		effect(t, proof.Unverifiable, o)
		require.Equal(t, proof.ReasonTimeout, o.Reason())
		v.Break(nil)
		v.Then(func() { v.Break(errors.New("no")) })
		v.User(muted(50))
		o, _ = r.run("volume", `{"level":30}`)
		effect(t, proof.Partial, o)
		require.Equal(t, muted(30), v.Now(), "the level was set, the sound is still off")
		v.Break(nil)
		v.Then(nil)
		v.Hang(true)
		o, _ = r.run("volume", `{"level":60}`)
		effect(t, proof.Failed, o)
		require.Equal(t, proof.ReasonHung, o.Reason())
		v.Hang(false)
		v.Deny(system.Capability{Name: "audio", State: system.Absent, Reason: "There is no sound output.", Fix: "Connect one."})
		o, _ = r.run("volume", `{"level":60}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "There is no sound output. Connect one.", o.Report())
		require.Equal(t, proof.ReasonUnavailable, o.Reason())
	})
}

func TestCancellingStopsAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.bound("volume", `{"level":30}`)
		for name, hinder := range map[string]func(){"no answer": func() { r.machine.Volume.Hang(true) }, "no effect": func() { r.machine.Volume.Ignore(true) }} {
			hinder()
			ctx, cancel := context.WithCancel(t.Context())
			start := time.Now()
			time.AfterFunc(50*time.Millisecond, cancel)
			o, _ := b.Tool.Run(ctx, tool.Step{Turn: "t"}, b.Call.Args)
			effect(t, proof.Cancelled, o)
			require.Equal(t, 50*time.Millisecond, time.Since(start), name)
			r.machine.Volume.Hang(false)
		}
	})
}

// takenBack gives the call that undoes a run of the tool.
func (r *rig) takenBack(name, args string) (tool.Call, bool) {
	r.t.Helper()
	b := r.bound(name, args)
	o, _ := r.run(name, args)
	effect(r.t, proof.Confirmed, o)
	return b.Tool.(tool.Undoer).Undo(b.Call, o)
}

func TestVolumeIsTakenBackAsItWas(t *testing.T) {
	for _, c := range []struct {
		was        system.Loudness
		args, undo string
	}{
		{loud(50), `{"level":30}`, `{"level":50,"mute":false,"onlyIf":"30 %"}`},
		{muted(50), `{"level":30}`, `{"level":50,"mute":true,"onlyIf":"30 %"}`},
		{muted(50), `{"direction":"down"}`, `{"level":50,"mute":true,"onlyIf":"40 %, muted"}`},
		{loud(50), `{"mute":true}`, `{"mute":false,"onlyIf":"50 %, muted"}`},
		{muted(0), `{"level":20}`, `{"level":0,"mute":true,"onlyIf":"20 %"}`},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			r.machine.Volume.User(c.was)
			call, ok := r.takenBack("volume", c.args)
			require.True(t, ok)
			require.JSONEq(t, c.undo, string(call.Args))
			o, _ := r.run(call.Tool, string(call.Args))
			effect(t, proof.Confirmed, o)
			require.Equal(t, c.was, r.machine.Volume.Now())
		})
	}
	bubble(t, func(t *testing.T, r *rig) {
		r.machine.Volume.User(loud(140))
		_, ok := r.takenBack("volume", `{"level":30}`)
		require.False(t, ok, "so loud is not asked for")
	})
}

func TestWhatWasChangedSinceIsNotTakenBack(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		call, ok := r.takenBack("volume", `{"level":30}`)
		require.True(t, ok)
		r.machine.Volume.User(loud(35))
		o, _ := r.run(call.Tool, string(call.Args))
		effect(t, proof.Refused, o)
		require.Equal(t, loud(35), r.machine.Volume.Now())
		require.Contains(t, o.Report(), "The volume is 35 % now")
	})
}

func TestLoudnessIsReadAsItWasWritten(t *testing.T) {
	for _, l := range []system.Loudness{loud(0), loud(50), muted(7), loud(130), muted(100)} {
		got, ok := loudnessOf(loudness(l))
		require.True(t, ok)
		require.Equal(t, l, got)
	}
	for _, s := range []string{"", "loud", "50", "50 %, mute", "50 %, muted!", "true"} {
		_, ok := loudnessOf(s)
		require.False(t, ok, s)
	}
}
