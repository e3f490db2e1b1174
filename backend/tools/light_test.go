package tools

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/system/systemtest"
)

// display gives the rig a display with so many steps.
func (r *rig) display(level system.Level, steps int) *systemtest.Brightness {
	r.machine.Brightness = systemtest.NewBrightness(level, steps)
	r.reg = registryOn(r.t, r.all, r.book, &undos{}, r.machine, r.last)
	return r.machine.Brightness
}

func TestTheBrightnessBecomesWhatIsSaid(t *testing.T) {
	for _, c := range []struct {
		steps int
		was   system.Level
		args  string
		want  system.Level
		says  string
	}{
		{100, 50, `{"level":30}`, 30, "The brightness changed from 50 % to 30 %."},
		{100, 50, `{"direction":"up"}`, 60, "The brightness changed from 50 % to 60 %."},
		{100, 50, `{"direction":"down","steps":1}`, 45, "The brightness changed from 50 % to 45 %."},
		{100, 50, `{"command":"up","percent":3}`, 53, "The brightness changed from 50 % to 53 %."},
		{100, 50, `{"level":0}`, 1, "The brightness is 1 %, as dark as the display goes without going out."},
		{100, 4, `{"direction":"down"}`, 1, "The brightness changed from 4 % to 1 %."},
		{7, 57, `{"level":30}`, 29, "The brightness is 29 %, as near to 30 % as the display goes."},
		{7, 57, `{"direction":"up","steps":1}`, 71, "The brightness changed from 57 % to 71 %."},
		{100, 0, `{"direction":"up"}`, 10, "The brightness changed from 0 % to 10 %."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			b := r.display(c.was, c.steps)
			o, _ := r.run("brightness", c.args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, c.want, b.Now(), c.args)
			require.Equal(t, c.says, o.Report())
		})
	}
}

func TestABrightnessThatIsSoAlreadyIsLeftAlone(t *testing.T) {
	for _, c := range []struct {
		steps      int
		was        system.Level
		args, says string
	}{
		{100, 30, `{"level":30}`, "The brightness is already 30 %."},
		{7, 29, `{"level":30}`, "The brightness is already 29 %, as near to 30 % as the display goes."},
		{100, 100, `{"direction":"up"}`, "The brightness is already 100 %."},
		{100, 1, `{"direction":"down"}`, "The brightness is already 1 %."},
		{100, 0, `{"direction":"down"}`, "The brightness is already 0 %."},
	} {
		bubble(t, func(t *testing.T, r *rig) {
			b := r.display(c.was, c.steps)
			o, _ := r.run("brightness", c.args)
			effect(t, proof.Confirmed, o)
			require.Equal(t, proof.AlreadySo, o.Evidence()[0].Kind)
			require.Equal(t, c.says, o.Report())
			require.Zero(t, b.Acts())
		})
	}
}

func TestADisplayThatDoesNotFollowIsNoSuccess(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.display(50, 100)
		b.Ignore(true)
		o, _ := r.run("brightness", `{"level":30}`)
		effect(t, proof.Unchanged, o)
		require.Equal(t, "The brightness is still 50 %.", o.Report())
		b.Then(func() { b.User(31) })
		o, _ = r.run("brightness", `{"level":30}`)
		effect(t, proof.Partial, o)
		require.Equal(t, "The brightness is 31 % now, and not 30 %.", o.Report())
		b.Then(func() { b.User(90) })
		o, _ = r.run("brightness", `{"level":30}`)
		effect(t, proof.Unchanged, o)
		b.Then(nil)
		b.Break(&proof.Problem{Reason: proof.ReasonNotPermitted, Text: "The login manager does not allow that."})
		o, _ = r.run("brightness", `{"level":30}`)
		effect(t, proof.Refused, o)
		require.Equal(t, "The login manager does not allow that.", o.Report())
		b.Deny(system.Capability{Name: "backlight", State: system.Denied, Reason: "Not allowed."})
		o, _ = r.run("brightness", `{"level":30}`)
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonNotPermitted, o.Reason())
	})
}

func TestBrightnessIsTakenBackUnlessItWasChangedSince(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		b := r.display(57, 7)
		call, ok := r.takenBack("brightness", `{"level":30}`)
		require.True(t, ok)
		require.JSONEq(t, `{"level":57,"onlyIf":"29 %"}`, string(call.Args))
		o, _ := r.run(call.Tool, string(call.Args))
		effect(t, proof.Confirmed, o)
		require.EqualValues(t, 57, b.Now())
		b.User(71)
		o, _ = r.run(call.Tool, string(call.Args))
		effect(t, proof.Refused, o)
		require.EqualValues(t, 71, b.Now())
	})
}
