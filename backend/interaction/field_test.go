package interaction

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	dt "pace/backend/desktop/desktoptest"
	"pace/backend/proof"
)

// offered lists the answers of a question.
func offered(t *testing.T, o proof.Outcome) (out []string) {
	t.Helper()
	effect(t, proof.Refused, o)
	require.Equal(t, proof.ReasonAmbiguous, o.Reason())
	for _, c := range o.Problem().Candidates {
		out = append(out, c.Label)
		require.NotContains(t, strings.Join(c.Path, " "), "password:")
	}
	return out
}

func TestAQuestionForAFieldOffersOnlyFieldsThatCanBeFilledIn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Text("Name", "")
		r.win.Password("PIN")
		locked := r.win.Text("Account", "42")
		dt.SetState(locked, desktop.ReadOnly, true)(locked)
		r.win.Tabs("One", "Two")[1].Text("Hidden", "")
		dead := r.win.Text("Dead", "")
		dt.SetState(dead, desktop.Enabled, false)(dead)
		r.win.TextArea("Notes", "")
		r.app.WindowBehind("Second", frame).Text("Other", "")
		require.Equal(t, []string{"Name in Notes", "Notes"}, offered(t, r.typed("", "hello")))
		_, p := r.x.Preview(r.ctx, desktop.Target{}, ToWrite)
		require.Len(t, p.Candidates, 2)
		require.Empty(t, r.desk.Acts())
	})
}

func TestAFieldOfSeveralWithOneNameIsTheOneThatCanBeFilledIn(t *testing.T) {
	bubble(t, func(t *testing.T, r *rig) {
		name := r.win.Text("Name", "")
		r.win.Group("Secret").Password("Name")
		locked := r.win.Group("Old").Text("Name", "Ada")
		dt.SetState(locked, desktop.ReadOnly, true)(locked)
		where, p := r.x.Preview(r.ctx, desktop.Target{Label: "Name"}, ToWrite)
		require.Nil(t, p)
		require.Contains(t, where, "Name")
		effect(t, proof.Confirmed, r.last(r.typed("Name", "Bob")))
		require.Equal(t, "Bob", name.Content())
		r.win.Group("New").Text("Name", "")
		require.Len(t, offered(t, r.typed("Name", "Bob")), 2)
	})
	bubble(t, func(t *testing.T, r *rig) {
		r.win.Password("PIN")
		o := r.typed("", "hello")
		effect(t, proof.Refused, o)
		require.Equal(t, proof.ReasonSecret, o.Reason(), "the only field there is says why it is not filled in")
		require.Equal(t, proof.ReasonSecret, r.typed("PIN", "1234").Reason())
		r.win.Password("Repeat")
		require.Equal(t, proof.ReasonSecret, r.typed("", "hello").Reason(), "two of them are no choice either")
		require.Empty(t, r.desk.Acts())
	})
}
