package bridge_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/desktop"
	"pace/backend/system"
)

// permissions probes a Pace whose machine is found as given.
func permissions(t *testing.T, p *apptest.Pace, found ...system.Probe) map[string]bridge.Permission {
	t.Helper()
	turns := p.Turns()
	list := bridge.New(bridge.Parts{Turns: turns, Registry: turns.Registry, Context: t.Context(),
		Probes: func(context.Context) []system.Probe { return found }}).Permissions.Probe()
	require.NotContains(t, asJSON(t, list), "null")
	out := map[string]bridge.Permission{}
	for _, x := range list {
		require.NotContains(t, out, x.ID)
		require.NotEmpty(t, x.Name)
		require.NotEmpty(t, x.About)
		require.Contains(t, []string{"ready", "limited", "denied", "absent"}, x.State)
		out[x.ID] = x
	}
	return out
}

func tools(x bridge.Permission) (names []string) {
	for _, u := range x.Tools {
		names = append(names, u.Tool)
	}
	return names
}

func TestEveryCapabilityTellsItsStateAndWhatItUnlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		got := permissions(t, p,
			system.Probe{Name: "input", State: system.Ok, Detail: "mouse and keyboard through XTEST"},
			system.Probe{Name: "accessibility", State: system.Warn, Detail: "No program takes part.", Fix: "Open one."},
			system.Probe{Name: "keyring", State: system.Missing, Detail: "No keyring is running.", Fix: "Install one."})
		require.Equal(t, "ready", got["input"].State)
		require.Equal(t, "Mouse and keyboard through XTEST", got["input"].Reason)
		require.Subset(t, tools(got["input"]), []string{"key", "scroll", "double_click"})
		require.NotContains(t, tools(got["input"]), "volume")
		require.Equal(t, "limited", got["accessibility"].State)
		require.Equal(t, "Open one.", got["accessibility"].Fix)
		require.Equal(t, []string{"absent", "No keyring is running.", "Install one."}, []string{got["keyring"].State, got["keyring"].Reason, got["keyring"].Fix})
		require.Empty(t, got["keyring"].Tools)
		for _, u := range got["windows"].Tools {
			require.NotEmpty(t, u.Example)
			require.Regexp(t, `^[A-Z][a-z ]+$`, u.Name)
		}
		require.NotContains(t, tools(got["launcher"]), "take_back_file")
		require.NoError(t, p.Close())
	})
}

func TestEveryNeedOfAToolIsAPermission(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		playing(p)
		got := permissions(t, p)
		for _, c := range p.Turns().Registry.Cards() {
			for _, n := range c.Needs {
				if _, later := n.Later(); later {
					require.NotContains(t, got, string(n), c.Tool)
					continue
				}
				require.Contains(t, got, string(n), c.Tool)
				require.Equal(t, "ready", got[string(n)].State)
			}
		}
		require.NoError(t, p.Close())
	})
}

func TestWhatAProbeKnowsBetterIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		nowhere := func(o *app.Options) {
			o.Desktop = func(context.Context) *desktop.Desktop {
				return &desktop.Desktop{Missing: map[string]error{"Tree": desktop.ErrNoBus, "Windows": desktop.ErrNoDisplay, "Input": desktop.ErrNoDisplay}}
			}
		}
		p := apptest.Open(t, nowhere)
		got := permissions(t, p, system.Probe{Name: "accessibility", State: system.Ok, Detail: "3 programs take part"})
		require.Equal(t, []string{"absent", "It works now, but did not when Pace was started.", "Start Pace again."},
			[]string{got["accessibility"].State, got["accessibility"].Reason, got["accessibility"].Fix})
		got = permissions(t, p, system.Probe{Name: "display", State: system.Fail, Detail: "DISPLAY is not set.", Fix: "Start Pace in your session."})
		for _, id := range []string{"input", "windows", "launcher", "clipboard"} {
			require.Equal(t, "absent", got[id].State)
			require.Equal(t, "Start Pace in your session.", got[id].Fix, id)
			require.NotEmpty(t, got[id].Reason)
		}
		require.NoError(t, p.Close())

		// And what was there when Pace was started may be broken now.
		got = permissions(t, apptest.Open(t), system.Probe{Name: "input", State: system.Fail, Detail: "The keyboard can't be read.", Fix: "Log in again."})
		require.Equal(t, "limited", got["input"].State)
		require.Equal(t, "Log in again.", got["input"].Fix)
	})
}

func TestADeniedPartIsToldApartFromAMissingOneWithReasonAndFix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := apptest.Open(t)
		p.Machine.Volume.Deny(system.Capability{Name: "audio", State: system.Denied, Reason: "The sound server refuses Pace.", Fix: "Allow it."})
		p.Machine.Brightness.Deny(system.Capability{Name: "backlight", State: system.Absent, Reason: "There is none.", Fix: "Use the buttons."})
		got := permissions(t, p)
		require.Equal(t, []string{"denied", "The sound server refuses Pace.", "Allow it."}, []string{got["sound"].State, got["sound"].Reason, got["sound"].Fix})
		require.Equal(t, []string{"absent", "There is none.", "Use the buttons."}, []string{got["backlight"].State, got["backlight"].Reason, got["backlight"].Fix})
		require.NoError(t, p.Close())
	})
}
