package bridge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pace/backend/app/apptest"
	"pace/backend/bridge"
	"pace/backend/event"
)

func TestAnInterfaceOpensAndDropsLinksAndIsToldWhyNotInOneSentence(t *testing.T) {
	p := apptest.Open(t)
	s := p.Services("1.2.3", "browser")
	states, stop := s.WatchLinks()
	defer stop()
	rows, stopRows := p.Turns().Events.Subscribe(false)
	defer stopRows()
	require.NotNil(t, s.Links.State().Waiting, "lists are never null")
	require.NoError(t, p.Links().Take("pace://chat?text=hello"))
	require.NoError(t, p.Links().Take("pace://listen"))
	shown := <-states
	require.Equal(t, "hello", shown.Waiting[0].Text)

	begun, err := s.Links.Open(shown.Waiting[0].ID)
	require.NoError(t, err)
	first := <-rows
	require.Equal(t, begun.Turn, first.Turn)
	require.Equal(t, "link", first.Body.(*event.Started).Origin)
	for e := range rows {
		if e.Type == event.TurnEnded {
			break
		}
	}
	var no *bridge.Error
	_, err = s.Links.Open(shown.Waiting[0].ID)
	require.ErrorAs(t, err, &no)
	require.Equal(t, "notFound", no.Code)

	notice := s.Links.State().Notices[0].ID
	require.NoError(t, s.Links.Drop(notice))
	require.ErrorAs(t, s.Links.Drop(notice), &no)
	require.Regexp(t, `^[A-Z].*\.$`, no.Message)

	require.NoError(t, p.Links().Take("pace://chat?text=hello"))
	require.NoError(t, p.Close())
	_, err = s.Links.Open(s.Links.State().Waiting[0].ID)
	require.ErrorAs(t, err, &no)
}

func TestServicesWithoutLinksPushNone(t *testing.T) {
	states, stop := bridge.New(bridge.Parts{}).WatchLinks()
	require.Nil(t, states)
	stop()
}
