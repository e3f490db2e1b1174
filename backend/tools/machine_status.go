package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"pace/backend/proof"
	"pace/backend/system"
	"pace/backend/tool"
)

// machineStatus tells how a part of the machine is set, and changes nothing.
type machineStatus struct{ m system.Machine }

type machineStatusArgs struct {
	Part string `json:"part" alias:"of,what" enum:"sound,light,media" also:"volume=sound,audio=sound,brightness=light,display=light,screen=light,music=media,player=media" need:"true"`
}

func (machineStatus) Spec() tool.Spec {
	given := func(part string) map[string]string { return map[string]string{"part": part} }
	return tool.Spec{Name: "machine_status", Aliases: []string{"Machine.status", "Volume.get", "Brightness.get", "Media.status", "now_playing"},
		Given:   map[string]map[string]string{"Volume.get": given("sound"), "Brightness.get": given("light"), "Media.status": given("media"), "now_playing": given("media")},
		Summary: "Tells what plays, how loud it is, or how bright the display is.",
		Example: "what is playing", ExampleArg: `{"part":"media"}`, Args: tool.SchemaOf[machineStatusArgs](),
		Risk: tool.ReadOnly, Approval: tool.Approval{Mode: tool.Never}, Offer: tool.OfferAll}
}

func (machineStatus) Describe(raw json.RawMessage) string {
	switch args[machineStatusArgs](raw).Part {
	case "light":
		return "Tell how bright the display is"
	case "media":
		return "Tell what is playing"
	}
	return "Tell how loud it is"
}

func (t machineStatus) Run(ctx context.Context, _ tool.Step, raw json.RawMessage) (proof.Outcome, tool.Output) {
	look, cancel := context.WithTimeout(ctx, lookFirst)
	defer cancel()
	s := sayings{theVolume, "the sound server"}
	var what, words string
	var err error
	outside := false
	switch args[machineStatusArgs](raw).Part {
	case "light":
		s = sayings{theBrightness, "the system"}
		var now system.Backlight
		if now, err = t.m.Brightness.Backlight(look); err == nil {
			what, words = theBrightness, fmt.Sprintf("%s is %s.", theBrightness, lit(now.Level))
		}
	case "media":
		s = sayings{"What is playing", "the media player"}
		var now system.Playback
		now, err = t.m.Media.Playback(look, "")
		if errors.Is(err, system.ErrNoPlayer) && ctx.Err() == nil {
			// None is an answer only where one would be seen.
			if _, deaf := t.m.Media.Wake(look); deaf == nil {
				return told("The media players", "No media player is running.", false)
			}
		}
		if err == nil {
			what, words, outside = "What is playing", playbackWords(now), true
		}
	default:
		var now system.Loudness
		if now, err = t.m.Volume.Loudness(look); err == nil {
			what, words = theVolume, loudnessWords(now)
		}
	}
	if err != nil {
		return undone(ctx, s.trouble(err)), tool.Output{}
	}
	return told(what, words, outside)
}

func loudnessWords(l system.Loudness) string {
	if l.Muted {
		return fmt.Sprintf("The sound is muted; the volume is set to %d %%.", l.Level)
	}
	return fmt.Sprintf("The volume is %d %%, and the sound is not muted.", l.Level)
}

// playbackWords tells what a player says of itself; also what it leaves out, since one may have asked for that.
func playbackWords(p system.Playback) string {
	name := capitalised(playerName(p))
	if p.Title == "" && p.State == system.Stopped {
		return fmt.Sprintf("Nothing is playing; %s is stopped.", playerName(p))
	}
	words := fmt.Sprintf("%s is playing %s.", name, trackName(p))
	if p.State != system.Playing {
		words = fmt.Sprintf("Nothing is playing; %s is %s at %s.", playerName(p), p.State, trackName(p))
	}
	switch {
	case p.Title == "" && p.Artist != "":
		words += fmt.Sprintf(" It names %s as the artist.", clip(p.Artist, 80))
	case p.Artist == "":
		words += " It names no artist."
	}
	return words
}
