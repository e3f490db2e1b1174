package tools

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pace/backend/interaction"
	"pace/backend/proof"
	"pace/backend/store"
	"pace/backend/system"
	"pace/backend/tool"
)

// glass is a mirror that shows what a test puts before it.
type glass struct {
	specs   []tool.Spec
	lacks   map[tool.Capability]*proof.Problem
	thinks  string
	probes  []system.Probe
	found   []Device
	unknown []string
	deeds   []Deed
	err     error
	but     string
}

func (l *glass) Now() time.Time                               { return time.Date(2026, 3, 4, 17, 5, 0, 0, time.UTC) }
func (l *glass) Specs() []tool.Spec                           { return l.specs }
func (l *glass) Lacks(c tool.Capability) *proof.Problem       { return l.lacks[c] }
func (l *glass) Thinks(context.Context) string                { return l.thinks }
func (l *glass) Probes(context.Context) []system.Probe        { return l.probes }
func (l *glass) Devices(context.Context) ([]Device, []string) { return l.found, l.unknown }
func (l *glass) Last(_ context.Context, but string) ([]Deed, error) {
	l.but = but
	return l.deeds, l.err
}

// ask has about_pace tell about a topic.
func (l *glass) ask(t *testing.T, topic string) (proof.Outcome, tool.Output) {
	t.Helper()
	reg, err := tool.NewRegistry(About(l))
	require.NoError(t, err)
	p, problems := reg.Plan([][]tool.Call{{{Tool: "about_pace", Args: json.RawMessage(`{"topic":"` + topic + `"}`)}}}, tool.OfferAll)
	require.Empty(t, problems)
	b := p.Steps()[0][0]
	return b.Tool.Run(t.Context(), tool.Step{Turn: "t"}, b.Call.Args)
}

func specs(t *testing.T) []tool.Spec {
	t.Helper()
	var out []tool.Spec
	for _, x := range registry(t, interaction.New(nil, interaction.Config{}), &book{}, &undos{}).Tools() {
		out = append(out, x.Spec())
	}
	return out
}

func TestAbilitiesAreThoseOfTheToolsThatAreThere(t *testing.T) {
	l := &glass{specs: specs(t)}
	o, out := l.ask(t, "abilities")
	effect(t, proof.Confirmed, o)
	require.Equal(t, out.Text, o.Report())
	for _, s := range []string{"open programs, web addresses and folders (“open Calculator”)", "press, fill in and choose", "arrange and close windows", "take back what I did (“undo that”)"} {
		require.Contains(t, o.Report(), s)
	}
	require.NotContains(t, o.Report(), "timers", "no such tool is there")
	require.False(t, out.Untrusted, "nothing of it comes from outside")

	l.specs = append(l.specs, tool.Spec{Name: "juggle", Summary: "Juggles balls.", Example: "juggle", Offer: tool.OfferAll},
		tool.Spec{Name: "inner", Summary: "Does a hidden thing.", Example: "x", Offer: tool.OfferCommand})
	o, _ = l.ask(t, "abilities")
	require.Contains(t, o.Report(), "juggles balls (“juggle”)", "a tool that no family has is told by itself")
	require.NotContains(t, o.Report(), "hidden")
}

func TestAbilitiesThatLackSomethingAreToldApart(t *testing.T) {
	l := &glass{specs: specs(t), lacks: map[tool.Capability]*proof.Problem{tool.NeedsWindows: {Text: "There is no display."}}}
	o, _ := l.ask(t, "abilities")
	can, cannot, found := strings.Cut(o.Report(), "What I can't do here now")
	require.True(t, found)
	require.Contains(t, cannot, "arrange and close windows")
	require.NotContains(t, can, "arrange and close windows")
	require.Contains(t, can, "press, fill in")
}

func TestEveryToolOfAFamilyStandsInOneFamilyOnly(t *testing.T) {
	seen := map[string]string{}
	for _, f := range families {
		for _, name := range f.tools {
			require.Empty(t, seen[name], name)
			seen[name] = f.can
		}
	}
	for _, s := range specs(t) {
		require.NotEmpty(t, seen[s.Name], "%s has no family", s.Name)
	}
}

func TestMissingPartsAreToldWithReasonAndFixTheWorstFirst(t *testing.T) {
	l := &glass{probes: []system.Probe{{Name: "session", State: system.Ok, Detail: "X11"}, {Name: "keyring", State: system.Missing, Detail: "No keyring is running", Fix: "Install gnome-keyring."},
		{Name: "accessibility", State: system.Fail, Detail: "The bus can't be reached.", Fix: "Install at-spi2-core."}}}
	o, _ := l.ask(t, "permissions")
	require.Equal(t, "2 parts are missing or limited. Accessibility: The bus can't be reached. Install at-spi2-core. Keyring: No keyring is running. Install gnome-keyring.", o.Report())
	l.probes = l.probes[:1]
	o, _ = l.ask(t, "permissions")
	require.Equal(t, "Nothing is missing; all 1 parts that I looked at can be used.", o.Report())
}

func TestDevicesThatNobodyKnowsAreSaidToBeUnknown(t *testing.T) {
	l := &glass{found: []Device{{"display", "DP-1", "1280 × 800"}}, unknown: []string{"microphones", "speakers"}}
	o, _ := l.ask(t, "devices")
	require.Equal(t, "There is: display DP-1 (1280 × 800). Microphones and speakers are not known yet.", o.Report())
	o, _ = (&glass{}).ask(t, "devices")
	require.Equal(t, "No device is known.", o.Report())
}

func TestWhoThinksIsToldAsItIs(t *testing.T) {
	o, _ := (&glass{thinks: "The model small is asked."}).ask(t, "model")
	require.Equal(t, "The model small is asked.", o.Report())
	effect(t, proof.Confirmed, o)
}

func TestTheLastThingIsToldFromItsRecordWithItsEvidence(t *testing.T) {
	at := time.Now()
	l := &glass{deeds: []Deed{
		{At: at, Did: "Press “Save”", Effect: proof.Confirmed, Report: "label “Total” changed from 3 to 7.", Evidence: []proof.Evidence{{Kind: proof.OwnChange, What: "label “Total”", Before: "3", After: "7"}}},
		{At: at, Did: "Type 5 characters", Effect: proof.Unverifiable, Report: "It was sent", Undone: true}}}
	o, out := l.ask(t, "last")
	effect(t, proof.Confirmed, o)
	require.Equal(t, "At "+at.Format("15:04")+": Press “Save” – seen. label “Total” changed from 3 to 7. Type 5 characters – delivered, not provable. It was sent. It was taken back since.", o.Report())
	require.Equal(t, "t", l.but, "the turn that asks is not meant")
	require.Len(t, o.Evidence(), 2)
	require.Equal(t, proof.Evidence{Kind: proof.Returned, What: "Press “Save”: label “Total”", Before: "3", After: "7"}, o.Evidence()[1])
	require.True(t, out.Untrusted, "reports quote windows")

	o, out = (&glass{}).ask(t, "last")
	require.Equal(t, "Nothing that I did is on record.", o.Report())
	require.False(t, out.Untrusted)
	o, _ = (&glass{err: errors.New("locked")}).ask(t, "last")
	effect(t, proof.Failed, o)
	l.deeds[0].At = at.AddDate(0, 0, -3)
	o, _ = l.ask(t, "last")
	require.Contains(t, o.Report(), "On "+l.deeds[0].At.Format("2 January at 15:04"))
}

func TestEveryEffectHasWordsAndNoneThatIsNotKnownSoundsDone(t *testing.T) {
	for _, e := range []proof.Effect{proof.Confirmed, proof.Unchanged, proof.Partial, proof.Unverifiable, proof.Refused, proof.Failed, proof.Cancelled, proof.NotAttempted, store.Begun, "", "of a newer Pace"} {
		o, _ := (&glass{deeds: []Deed{{At: time.Now(), Did: "Press “Send”", Effect: e, Report: "It is so."}}}).ask(t, "last")
		require.Regexp(t, `Press “Send” – [a-z, ]+\. It is so\.$`, o.Report(), "%q", e)
		require.NotContains(t, effectWords(e), string(proof.NotAttempted))
		if e != proof.Confirmed {
			require.NotRegexp(t, `seen|^done`, effectWords(e), "%q", e)
		}
	}
	o, _ := (&glass{deeds: []Deed{{At: time.Now(), Did: "Press “Send”", Effect: store.Begun, Report: store.BegunReport}}}).ask(t, "last")
	require.Contains(t, o.Report(), "Press “Send” – it is not known whether it happened.")
	o, _ = (&glass{deeds: []Deed{{At: time.Now(), Did: "Take back the reminder", Effect: proof.Confirmed, Undid: true}}}).ask(t, "last")
	require.Contains(t, o.Report(), "That took back something that was done before.")
}

func TestEachTopicIsDescribed(t *testing.T) {
	said := map[string]bool{}
	for _, topic := range []string{"abilities", "model", "permissions", "devices", "last"} {
		d := aboutPace{}.Describe(json.RawMessage(`{"topic":"` + topic + `"}`))
		require.False(t, said[d], d)
		said[d] = true
	}
}

func TestTheTimeIsThatOfTheMachine(t *testing.T) {
	_, out := (&glass{}).ask(t, "time")
	require.Equal(t, "It is 17:05 on Wednesday 4 March 2026.", out.Text)
	require.False(t, out.Untrusted)
}
