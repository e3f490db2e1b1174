package bridge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app"
	"pace/backend/app/apptest"
	"pace/backend/bridge"
)

func TestEveryToolHasAFamily(t *testing.T) {
	reg, err := app.Registry()
	require.NoError(t, err)
	for _, c := range reg.Cards() {
		require.NotEqual(t, "other", bridge.FamilyOf(c.Tool), "%s: name it in families.go", c.Tool)
	}
	require.Equal(t, "other", bridge.FamilyOf("something_new"))
}

func TestOnlyFamiliesOfWhichThereIsAToolAreShown(t *testing.T) {
	open(t, func(t *testing.T, _ *apptest.Pace, s *bridge.Services) {
		page, err := s.Activity.List(bridge.ActivityFilter{})
		require.NoError(t, err)
		var ids []string
		for _, f := range page.Families {
			ids = append(ids, f.ID)
			require.NotEmpty(t, f.Name)
		}
		require.Subset(t, ids, []string{"screen", "windows", "web", "look", "sound", "pace"})
		require.NotContains(t, ids, "connected")
		require.NotContains(t, ids, "other")
	})
}
