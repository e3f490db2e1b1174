package tools

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/proof"
)

func TestChordsAreReadAsPeopleWriteThem(t *testing.T) {
	for s, want := range map[string]desktop.Key{
		"a": {Name: "a"}, "Enter": {Name: "enter"}, "ctrl+s": {Mods: []string{"ctrl"}, Name: "s"}, " Ctrl + Shift + T ": {Mods: []string{"ctrl", "shift"}, Name: "t"},
		"cmd+c": {Mods: []string{"ctrl"}, Name: "c"}, "command+q": {Mods: []string{"ctrl"}, Name: "q"}, "option+left": {Mods: []string{"alt"}, Name: "left"},
		"super+l": {Mods: []string{"super"}, Name: "l"}, "win+d": {Mods: []string{"super"}, Name: "d"}, "control+alt+delete": {Mods: []string{"ctrl", "alt"}, Name: "delete"},
		"+": {Name: "plus"}, "ctrl++": {Mods: []string{"ctrl"}, Name: "plus"}, "F5": {Name: "f5"}, "ctrl+-": {Mods: []string{"ctrl"}, Name: "-"},
	} {
		got, err := ParseChord(s)
		require.NoError(t, err, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", " ", "ctrl+", "hyper+x", "ctrl+ctrl+x", "cmd+ctrl+x", "a+b", "++", "+a", "ctrl+++"} {
		_, err := ParseChord(s)
		require.Error(t, err, s)
	}
}

func TestAKeyIsPressedByItsName(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Focus(r.win.Check("Wrap", false))
		o, _ := r.run("key", `{"key":"space"}`)
		effect(t, proof.Confirmed, o)
		require.NotEmpty(t, r.refused("key", `{"key":"hyper+x"}`))
		o, _ = r.run("press_key", `{"name":"flux"}`)
		effect(t, proof.Refused, o)
	})
}

func TestScrollingGoesTheWayThatIsSaid(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.List("Things", 60)
		for _, c := range []struct{ args, act string }{{`{}`, "0,3"}, {`{"direction":"up","amount":1}`, "0,-1"}, {`{"direction":"down","steps":"5","in":"Things"}`, "0,5"}, {`{"direction":"left"}`, "-3,0"}, {`{"direction":"right"}`, "3,0"}} {
			r.run("scroll", c.args)
			acts := r.desk.Acts()
			require.Equal(t, c.act, acts[len(acts)-1].Arg, c.args)
		}
		require.NotEmpty(t, r.refused("scroll", `{"amount":51}`))
		require.NotEmpty(t, r.refused("scroll", `{"direction":"sideways"}`))
	})
}
