package bridge_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/desktop"
	"pace/backend/route"
	"pace/backend/system"
	"pace/backend/system/systemtest"
	"pace/backend/tool"
)

func TestEveryAbilityIsListedOnceWithSentencesThatDoIt(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		playing(p)
		list := s.Abilities.List()
		require.NotContains(t, asJSON(t, list), "null")
		var names []string
		for _, f := range list {
			require.NotEmpty(t, f.Abilities, f.Name)
			for _, a := range f.Abilities {
				names = append(names, a.Tool)
				require.NotEmpty(t, a.Summary)
				require.Empty(t, a.Missing, a.Tool)
				texts := map[string]bool{}
				for _, say := range a.Says {
					require.False(t, texts[say.Text], "%s says %q twice", a.Tool, say.Text)
					texts[say.Text] = true
					if a.Tool == "undo_last" {
						continue // a reference to what was done, not a call of its own
					}
					calls := slices.Concat(route.Route(say.Text).Calls...)
					require.NotEmpty(t, calls, "%q is understood without a model", say.Text)
					require.Equal(t, a.Tool, calls[len(calls)-1].Tool, say.Text)
					require.True(t, say.Direct)
				}
			}
		}
		var want []string
		for _, x := range p.Turns().Registry.Tools() {
			if x.Spec().Offer&tool.OfferPlanner != 0 {
				want = append(want, x.Spec().Name)
			}
		}
		require.ElementsMatch(t, want, names)
		require.NotContains(t, names, "record_remove", "what only an undo may name is nobody's ability")
	})
}

// playing starts a music player.
func playing(p *apptest.Pace) {
	p.Machine.Media.Start(systemtest.Player{ID: "p", Name: "Tunes", Titles: []string{"One"}, State: system.Paused})
}

func TestAnAbilityTellsWhatIsMissingForIt(t *testing.T) {
	open(t, func(t *testing.T, p *apptest.Pace, s *bridge.Services) {
		p.Machine.Volume.Deny(system.Capability{Name: "audio", State: system.Absent, Reason: "There is no sound output.", Fix: "Connect one."})
		for _, f := range s.Abilities.List() {
			for _, a := range f.Abilities {
				switch a.Tool {
				case "volume":
					require.Equal(t, []bridge.Missing{{Name: "Sound output", Reason: "There is no sound output. Connect one."}}, a.Missing)
				case "click":
					require.Len(t, a.Missing, 1)
					require.Equal(t, "Accessibility", a.Missing[0].Name)
					require.Regexp(t, `^[A-Z].*\.$`, a.Missing[0].Reason)
				case "notes", "timers", "about_pace":
					require.Empty(t, a.Missing, a.Tool)
				}
			}
		}
	}, func(o *app.Options) {
		o.Desktop = func(context.Context) *desktop.Desktop {
			return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoBus}}
		}
	})
}
