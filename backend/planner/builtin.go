package planner

import (
	"context"
	"fmt"
	"strings"

	"pace/backend/phrase"
	"pace/backend/phrase/intent"
	"pace/backend/reply"
)

// Builtin is the planner that needs nothing: it knows the grammar of phrase and a few honest words. What it does
// not understand it says; it never guesses an action.
type Builtin struct{}

// Name is the name of the tier.
func (Builtin) Name() string { return "builtin" }

// Plan answers at once. A sentence that was understood only in part yields no calls.
func (b Builtin) Plan(ctx context.Context, p Prompt, hear Hear) (reply.Reply, error) {
	if err := ctx.Err(); err != nil {
		return reply.Reply{}, fmt.Errorf("plan: %w", err)
	}
	read := phrase.Read(p.Text)
	if p.Missed {
		words := "I have nothing kept under that name, so I did nothing."
		hear.say(words)
		return reply.Reply{Source: reply.Builtin, Intent: reply.Refuse, Spoken: words}, &NotUnderstood{Rest: read.Normalised, Why: phrase.Unsupported}
	}
	if read.Complete() {
		if len(p.Steps) > 0 {
			// It had its say when the turn began: asked again, it has no other way to propose.
			return reply.Reply{Source: reply.Builtin, Intent: reply.Answer}, nil
		}
		return reply.Reply{Source: reply.Builtin, Intent: reply.Action, Calls: read.Steps}, nil
	}
	class, _ := intent.From(p.Text, read)
	r, err := b.words(p.Text, read, class)
	r.Source = reply.Builtin
	hear.say(r.Spoken)
	return r, err
}

// abilities points to the tool that knows what there is: a list here would be wrong with the next tool.
const abilities = "Ask me “what can you do” to hear what I can."

// words chooses what is said when there is nothing to do.
func (b Builtin) words(text string, p phrase.Parse, class intent.Class) (reply.Reply, error) {
	not := &NotUnderstood{Rest: p.Rest, Why: p.Why, Missing: p.Missing}
	spoken := func(kind, format string, a ...any) reply.Reply {
		return reply.Reply{Intent: kind, Spoken: fmt.Sprintf(format, a...)}
	}
	rest := "“" + clip(p.Rest, 80) + "”"
	switch {
	case p.Followup != nil:
		not.Why, not.Rest, not.Missing = phrase.Incomplete, p.Normalised, "what it refers to"
		if p.Followup.Kind == phrase.Answer {
			return spoken(reply.Clarify, "I have not asked you anything just now, so I don't know what “%s” is about.", p.Normalised), not
		}
		return spoken(reply.Clarify, "I don't know what “%s” refers to; please name it.", p.Normalised), not
	case p.Hint != "":
		return spoken(reply.Refuse, "%s", p.Hint), not
	case class == intent.Chitchat:
		return spoken(reply.Answer, "%s", smallTalk(text)), nil
	case p.Why == phrase.Empty:
		return spoken(reply.Clarify, "I heard nothing to do."), not
	case p.Why == phrase.TooLong:
		return spoken(reply.Refuse, "That is too long for one command; put text that I should type behind “type”, or in quotation marks."), not
	case p.Why == phrase.Incomplete && isWake(p.Normalised):
		return spoken(reply.Clarify, "Yes? %s", abilities), not
	case class == intent.Screen:
		return spoken(reply.Refuse, "I can't describe the screen without a model. %s", abilities), ErrNoPlanner
	case class == intent.Research || class == intent.LargeModel || class == intent.Knowledge || p.Why == phrase.IsQuestion:
		return spoken(reply.Refuse, "I can't answer that without a model. %s", abilities), ErrNoPlanner
	}
	switch p.Why {
	case phrase.Incomplete:
		missing := p.Missing
		if missing == "" {
			missing = "the rest"
		}
		return spoken(reply.Clarify, "I understood %s as a command, but it does not say %s.", rest, missing), not
	case phrase.IsNegation:
		return spoken(reply.Refuse, "Fine, I did nothing."), not
	case phrase.IsReported:
		return spoken(reply.Refuse, "I did nothing: %s sounds like somebody's words, not like a command to me.", rest), not
	case phrase.IsPast:
		return spoken(reply.Refuse, "I did nothing: %s tells me what has happened, not what to do.", rest), not
	case phrase.IsHypothetic:
		return spoken(reply.Refuse, "I did nothing: I can't wait for a condition as in %s. Tell me when it is time.", rest), not
	case phrase.NotEnglish:
		return spoken(reply.Refuse, "I only understand English commands so far, and not %s.", rest), not
	case phrase.Destructive:
		return spoken(reply.Refuse, "I don't delete, send, buy or shut down anything by myself, so I did nothing about %s. I can press the button for it when you name the button.", rest), not
	case phrase.Unsupported:
		if len(p.Steps) > 0 {
			return spoken(reply.Refuse, "I did nothing, because I don't know how to do this part: %s. %s", rest, abilities), not
		}
		return spoken(reply.Refuse, "I don't know how to do %s. %s", rest, abilities), not
	}
	return spoken(reply.Clarify, "I did not understand %s as something to do. A name can be put in quotation marks, as in press “Save as”. %s", rest, abilities), not
}

func isWake(s string) bool { return strings.HasSuffix(strings.ToLower(s), "pace") }

// smallTalk answers chat without pretending to be more than a program.
func smallTalk(text string) string {
	t := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(t, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("thank", "cheers", "appreciat"):
		return "You're welcome."
	case has("what can", "help", "what do you do"):
		return abilities
	case has("who are you", "what are you", "your name", "robot", "human"):
		return "I'm Pace, a program that works this computer for you and checks what came of it."
	case has("hear me", "are you there", "listening", "mic check", "microphone", "test"):
		return "Yes, I'm here."
	case has("how are", "how's it", "how is it", "how do you do", "what's up", "whats up", "how was your day"):
		return "I'm running fine, thanks. What shall I do?"
	case has("bye", "see you", "good night"):
		return "Goodbye."
	case has("joke"):
		return "I know no jokes without a model, sorry."
	case has("never mind", "nevermind"):
		return "All right."
	case has("great", "well done", "good job", "nice", "love", "rock", "perfect", "awesome", "cool", "good bot"):
		return "Glad to hear it."
	case has("ok", "alright", "all right", "got it", "sounds good"):
		return "All right."
	case has("bored"):
		return "I'm better at work than at fun, but I'm here."
	}
	return "Hello. What shall I do?"
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
