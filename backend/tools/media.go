package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

const (
	// playBudget is how long a player may take: what it plays may come over the network.
	playBudget = 4 * time.Second
	// openBudget bounds the wait for a player that an earlier step of the turn has just opened.
	openBudget = 5 * time.Second
	// played is how far into a track a player must have been for its beginning again to be told from its going on.
	played = 2 * time.Second
)

type music struct {
	m system.Media
	l *Lasting
}

type musicArgs struct {
	Command string `json:"command" alias:"name,action" enum:"play,pause,play_pause,next,previous,stop" also:"resume=play,unpause=play,toggle=play_pause,playpause=play_pause,next_track=next,skip=next,forward=next,prev=previous,previous_track=previous,back=previous" need:"true"`
}

// commands are what a player is asked; toggle is decided when it is known what plays.
var commands = map[string]system.MediaCommand{"play": system.Play, "pause": system.Pause, "stop": system.Stop, "play_pause": toggle,
	"next": system.Next, "previous": system.Previous}

const toggle system.MediaCommand = "toggle"

func (music) Spec() tool.Spec {
	return tool.Spec{Name: "music", Aliases: []string{"Music.control", "media", "Media.control"},
		Summary: "Plays, pauses, stops or skips in the media player that is running.",
		Example: "pause the music", ExampleArg: `{"command":"pause"}`, Args: tool.SchemaOf[musicArgs](),
		Risk: tool.ChangesSystem, Approval: tool.Approval{Mode: tool.Never}, Uses: []tool.Resource{tool.UsesPlayer},
		Needs: []tool.Capability{tool.NeedsPlayer}, Offer: tool.OfferAll}
}

func (music) Describe(raw json.RawMessage) string {
	switch commands[args[musicArgs](raw).Command] {
	case system.Play:
		return "Play the music"
	case system.Pause:
		return "Pause the music"
	case system.Stop:
		return "Stop the music"
	case system.Next:
		return "Skip to the next track"
	case system.Previous:
		return "Go back a track, or to the beginning of this one"
	}
	return "Play or pause the music"
}

func (t music) Run(ctx context.Context, st tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	if o := t.l.before(ctx, st, tool.UsesPlayer); o != nil {
		return *o, tool.Output{}
	}
	first, err := t.inCharge(ctx, st.Index > 0)
	if errors.Is(err, system.ErrNoPlayer) && ctx.Err() == nil {
		p := capable(t.m.Capability(ctx))
		if p == nil { // one has just come
			p = &proof.Problem{Reason: proof.ReasonUnavailable, Text: "No media player was there to do it.", Err: err}
		}
		return proof.RefuseFor(p), tool.Output{}
	}
	if err != nil {
		return undone(ctx, sayings{"What is playing", "the media player"}.trouble(err)), tool.Output{}
	}
	c := commands[args[musicArgs](raw).Command]
	if c == toggle {
		c = system.Play
		if first.State == system.Playing {
			c = system.Pause
		}
	}
	s := sayings{"What is playing", playerName(first)}
	w := wish[system.Playback]{wake: t.m.Wake, says: s,
		read: func(ctx context.Context) (system.Playback, error) { return t.m.Playback(ctx, first.Player) }}
	var e proof.Expectation = &w
	sent := false
	switch c {
	case system.Play, system.Pause, system.Stop:
		// A player may stop by pausing: what is wanted is that it is silent.
		playing := c == system.Play
		if c == system.Stop {
			w.read = t.untilGone(first, &sent)
		}
		w.holds = func(_, now system.Playback) bool { return (now.State == system.Playing) == playing }
		w.shows = showState
		w.missed = missedState
	case system.Next, system.Previous:
		h := &happening[system.Playback]{w}
		h.holds = func(was, now system.Playback) bool {
			return now.OtherTrack(was) || c == system.Previous && begunAgain(was, now)
		}
		h.shows, h.missed = showTrack, missedTrack
		e = h
	}
	seen := func() (was, now system.Playback) {
		if h, ok := e.(*happening[system.Playback]); ok {
			return h.was, h.now
		}
		return w.was, w.now
	}
	act := func(ctx context.Context) (proof.Means, error) {
		was, _ := seen()
		if !was.Can(c) {
			return "", &proof.Problem{Reason: proof.ReasonUnsupported, Text: fmt.Sprintf("%s does not take “%s” now.", capitalised(s.other), c)}
		}
		sent = true
		return proof.API, s.refused(t.m.Command(ctx, first.Player, c))
	}
	o := t.l.until(ctx, st, tool.UsesPlayer, e, act, playBudget, func(already bool) string {
		was, now := seen()
		if already {
			return fmt.Sprintf("%s is already %s.", capitalised(playerName(was)), was.State)
		}
		return musicWords(c, was, now)
	})
	return o, tool.Output{}
}

// ended is the state of a player that is not there any more: it has left the bus.
const ended system.PlayState = "ended"

// untilGone reads a player that may end when it is told to stop, as some do. It has ended when two readings in a row find
// nobody of its name: the first may only say that an answer was on its way when it left.
func (t music) untilGone(first system.Playback, sent *bool) func(context.Context) (system.Playback, error) {
	return func(ctx context.Context) (system.Playback, error) {
		p, err := t.m.Playback(ctx, first.Player)
		if !*sent || !errors.Is(err, system.ErrNoPlayer) {
			return p, err
		}
		if p, err = t.m.Playback(ctx, first.Player); errors.Is(err, system.ErrNoPlayer) {
			return system.Playback{Player: first.Player, Name: first.Name, State: ended}, nil
		}
		return p, err
	}
}

// inCharge finds the player that is meant. One that an earlier step has opened takes a moment to be there.
func (t music) inCharge(ctx context.Context, opened bool) (system.Playback, error) {
	limit := lookFirst
	if opened {
		limit = openBudget
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if !opened {
		return t.m.Playback(ctx, "")
	}
	wake, err := t.m.Wake(ctx)
	if err != nil {
		return system.Playback{}, err
	}
	for {
		p, err := t.m.Playback(ctx, "")
		if !errors.Is(err, system.ErrNoPlayer) {
			return p, err
		}
		select {
		case _, open := <-wake:
			if open {
				continue
			}
		case <-ctx.Done():
		}
		return p, err
	}
}

// begunAgain reports whether a track plays from its beginning once more.
func begunAgain(was, now system.Playback) bool {
	return !now.OtherTrack(was) && was.Position > played && now.Position >= 0 && now.Position < was.Position-played/2 && now.Position < played
}

func playerName(p system.Playback) string {
	if p.Name == "" {
		return "the media player"
	}
	return clip(p.Name, 80)
}

// trackName quotes what a player says it plays.
func trackName(p system.Playback) string {
	if p.Title == "" {
		return "a track without a name"
	}
	s := "“" + clip(p.Title, 80) + "”"
	if p.Artist != "" {
		s += " by " + clip(p.Artist, 80)
	}
	return s
}

func showState(was, now system.Playback) proof.Evidence {
	if now.State == ended {
		return proof.Evidence{Kind: proof.Vanished, What: capitalised(playerName(now)), Before: string(was.State)}
	}
	return proof.Evidence{Kind: proof.StateRead, What: capitalised(playerName(now)), Before: string(was.State), After: string(now.State)}
}

func showTrack(was, now system.Playback) proof.Evidence {
	e := proof.Evidence{Kind: proof.OwnChange, What: "The track", Before: trackName(was), After: trackName(now)}
	if !now.OtherTrack(was) {
		e.Before += at(was)
		e.After += at(now)
	}
	return e
}

// at tells how far into its track a player is.
func at(p system.Playback) string {
	if p.Position < 0 {
		return ""
	}
	return " at " + p.Position.Truncate(time.Second).String()
}

func musicWords(c system.MediaCommand, was, now system.Playback) string {
	name := capitalised(playerName(now))
	switch {
	case c == system.Play && now.Title != "":
		return fmt.Sprintf("%s is playing %s.", name, trackName(now))
	case now.State == ended:
		return fmt.Sprintf("%s has stopped and ended: it is no longer among the players that run.", name)
	case c == system.Play, c == system.Pause, c == system.Stop:
		return fmt.Sprintf("%s is %s.", name, now.State)
	case !now.OtherTrack(was):
		return fmt.Sprintf("%s begins again.", capitalised(trackName(now)))
	case now.State != system.Playing:
		return fmt.Sprintf("%s is at %s, and %s.", name, trackName(now), now.State)
	}
	return fmt.Sprintf("%s is playing %s.", name, trackName(now))
}

func missedState(was, now system.Playback) *proof.Outcome {
	o := proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect,
		Text: fmt.Sprintf("%s is still %s.", capitalised(playerName(now)), now.State)}, showState(was, now))
	return &o
}

func missedTrack(was, now system.Playback) *proof.Outcome {
	text := fmt.Sprintf("%s is still at %s.", capitalised(playerName(now)), trackName(now))
	if was.State == system.Playing && now.State != system.Playing {
		text = fmt.Sprintf("%s is %s: no other track came.", capitalised(playerName(now)), now.State)
	}
	o := proof.NoEffect(proof.API, &proof.Problem{Reason: proof.ReasonNoEffect, Text: text}, showTrack(was, now))
	return &o
}
