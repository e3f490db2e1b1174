package interaction

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/proof"
)

func TestAPictureInANameIsAPartOfIt(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		like, dislike := r.win.Check("Like 👍", false), r.win.Check("Like 👎", false)
		only := r.win.Check("🙂", false)
		go1 := r.win.Check("Go!", false)
		effect(t, proof.Confirmed, r.press("Like 👎"))
		effect(t, proof.Confirmed, r.press("🙂"))
		effect(t, proof.Confirmed, r.press("go"))
		require.Equal(t, []int{0, 1, 1, 1}, []int{like.Pressed(), dislike.Pressed(), only.Pressed(), go1.Pressed()})
		quiet := r.win.Check("Go", false)
		effect(t, proof.Confirmed, r.press("go"))
		effect(t, proof.Confirmed, r.press("Go!"))
		require.Equal(t, []int{2, 1}, []int{go1.Pressed(), quiet.Pressed()})
	})
}

func TestAPictureThatIsNotThereIsAskedAbout(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Check("OK", false)
		o := r.press("OK 😊")
		effect(t, proof.Refused, o)
		require.Equal(t, "There is no “OK 😊” in “Notes”. Did you mean “OK in Notes”?", o.Report())
		require.Len(t, o.Problem().Candidates, 1)
		o = r.press("😊")
		require.Empty(t, o.Problem().Candidates, "a picture alone is like nothing else")
		require.Empty(t, r.desk.Acts())
	})
}
