//go:build linux

package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
)

// A link that starts Pace, links that come while it asks, and one that is no link: as a browser would start each.
func TestALinkOpensTheWindowAndActsOnlyWhenAllowed(t *testing.T) {
	binary(t)
	p := sit(t)
	fixture := p.desk.Launch(t, "gtk3.py", "--only", "now,later,name")

	code, output := p.ends(p.starts("pace://chat?text="))
	require.Equal(t, 2, code)
	require.Equal(t, "That link says nothing.\n", output)

	pace := p.starts("pace://chat?text=press%20Now")
	pid := pace.cmd.Process.Pid
	p.window("Pace", inFront)
	p.element(pid, "whose words these are", is(desktop.Button, "From a link"))
	p.element(pid, "who wants it", says("A link wants this. Allow it only if you want it yourself."))
	p.element(pid, "Deny, where a hasty Enter goes", func(e desktop.Element) bool {
		return is(desktop.Button, "Deny")(e) && e.Has(desktop.Focused)
	})
	p.picture("link-asks")

	// Neither an answer nor a flag comes from a link, and nothing is in the way of the question.
	code, output = p.ends(p.starts("pace://chat?text=yes"))
	require.Zero(t, code, output)
	require.Contains(t, output, "handed to the Pace that is running")
	code, output = p.ends(p.starts("pace://listen"))
	require.Zero(t, code, output)
	p.element(pid, "the link that waits", says("It says “yes”."))
	p.element(pid, "what can't be done yet", says("Pace can’t listen yet"))
	p.picture("link-waits")
	allow := p.element(pid, "Allow", is(desktop.Button, "Allow"))
	require.NoError(t, p.Actor.Do(t.Context(), allow.Ref, desktop.Press, desktop.Arg{}))
	fixture.AwaitEffect(t, "Now", "now 1")

	// The one that waited has its turn now, and does nothing.
	p.element(pid, "that a link is no answer", says("A link can't answer for you"))
	p.picture("link-done")

	// What the person says next is not about what the links did.
	code, output = p.ends(p.starts("ask", "again"))
	require.Equal(t, 4, code, output)
	require.Contains(t, output, "nothing to do again")
	require.Len(t, fixture.Effects(t), 1)
}
