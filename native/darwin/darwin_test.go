package darwin

import (
	"context"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/desktop"
	"pace/backend/system"
)

func TestEveryPartIsMissingWithItsReason(t *testing.T) {
	d, err := New(t.Context(), Options{})
	require.NoError(t, err)
	v := reflect.ValueOf(*d)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if name == "Missing" || name == "Close" {
			continue
		}
		require.True(t, v.Field(i).IsNil(), "%s is there", name)
		require.ErrorIs(t, d.Why(name), ErrNotBuilt, name)
	}
	require.Equal(t, reflect.TypeFor[desktop.Desktop](), v.Type())
}

func TestNoProbeClaimsThatAnythingWorks(t *testing.T) {
	probes := Probes(t.Context(), Options{})
	require.NotEmpty(t, probes)
	for _, p := range probes {
		require.NotEqual(t, system.Ok, p.State, p.Name)
		require.NotEmpty(t, p.Detail, p.Name)
		require.NotEmpty(t, p.Fix, p.Name)
	}
	require.Equal(t, system.Fail, system.Worst(probes))
}

func TestTheMachineBesideItsScreenIsNotBuiltEither(t *testing.T) {
	m := Machine()
	for _, c := range []system.Capability{m.Volume.Capability(t.Context()), m.Brightness.Capability(t.Context()), m.Media.Capability(t.Context())} {
		require.Equal(t, system.Absent, c.State)
		require.Equal(t, "This part of Pace is not built for macOS yet.", c.Reason)
		require.NotEmpty(t, c.Fix)
	}
}

func TestWhetherTheScreenIsLockedIsNotKnown(t *testing.T) {
	_, err := Locked(t.Context(), Options{})
	require.ErrorIs(t, err, ErrNotBuilt)
}

func TestAnEndedContextIsObeyed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New(ctx, Options{})
	require.ErrorIs(t, err, context.Canceled)
}
