package tools

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
)

func TestHowAPartOfTheMachineIsSetIsReadFresh(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		tells := func(part, words string, untrusted bool) {
			t.Helper()
			o, out := r.run("machine_status", `{"part":"`+part+`"}`)
			effect(t, proof.Confirmed, o)
			require.Equal(t, words, o.Report())
			require.Equal(t, words, out.Text)
			require.Equal(t, proof.Returned, o.Evidence()[0].Kind)
			require.Equal(t, untrusted, out.Untrusted)
		}
		tells("sound", "The volume is 50 %, and the sound is not muted.", false)
		r.machine.Volume.User(system.Loudness{Level: 35, Muted: true})
		tells("volume", "The sound is muted; the volume is set to 35 %.", false)
		tells("light", "The brightness is 50 %.", false)
		r.machine.Brightness.User(80)
		tells("brightness", "The brightness is 80 %.", false)
		tells("media", "No media player is running.", false)
		r.player(system.Playing, 1)
		tells("media", "Tunes is playing “Two”. It names no artist.", true)
		r.machine.Media.User("p", func(p *systemtest.Player) { p.Artist = "The Bos"; p.State = system.Paused })
		tells("music", "Nothing is playing; Tunes is paused at “Two” by The Bos.", true)
		r.machine.Media.User("p", func(p *systemtest.Player) { p.State, p.Titles = system.Stopped, nil })
		tells("media", "Nothing is playing; Tunes is stopped.", true)
		require.Zero(t, r.machine.Volume.Acts()+r.machine.Brightness.Acts()+r.machine.Media.Acts(), "a question changes nothing")
	})
}

func TestWhatCanNotBeReadIsSaidAndNotGuessed(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		absent := system.Capability{Name: "backlight", State: system.Absent, Reason: "This display has no brightness that can be set."}
		r.machine.Brightness.Deny(absent)
		o, out := r.run("machine_status", `{"part":"light"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonUnavailable, o.Reason())
		require.Equal(t, absent.Reason, o.Report())
		require.Empty(t, out.Text)

		r.machine.Volume.Hang(true)
		o, _ = r.run("machine_status", `{"part":"sound"}`)
		effect(t, proof.Failed, o)
		require.Equal(t, "The sound server does not answer.", o.Report())

		r.player(system.Playing, 0)
		r.machine.Media.Blind(errors.New("no sense in it"))
		o, _ = r.run("machine_status", `{"part":"media"}`)
		effect(t, proof.Failed, o)
		require.Equal(t, "What is playing can't be told: the media player gives no readable answer.", o.Report())

		r.machine.Media.Blind(nil)
		r.machine.Media.Deny(system.Capability{Name: "media player", State: system.Absent, Reason: "The session bus is not there."})
		o, _ = r.run("machine_status", `{"part":"media"}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "The session bus is not there.", o.Report())
	})
}
