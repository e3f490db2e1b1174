package intent

import "strings"

func list(s string) []string {
	var out []string
	for _, p := range strings.Split(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

var (
	// talk is said whole.
	talk = list(`hi, hello, hey, hi there, hello there, hey there, hiya, howdy, good morning, good evening, good afternoon, good night, good day,
		hey pace, hi pace, hello pace, what's up, whats up, sup, thanks, thank you, thanks a lot, many thanks, cheers, much appreciated, i appreciate it,
		bye, goodbye, bye bye, see you, see you later, good bye, ok, okay, alright, all right, cool, okay cool, got it, sounds good, perfect, nice, great,
		awesome, well done, good job, nice work, never mind, nevermind, ok thanks, okay thanks, ok thank you, who are you, what are you, what's your name,
		what is your name, how are you, how are you doing, how's it going, how is it going, how do you do, how was your day, tell me a joke, are you there,
		are you listening, can you hear me, mic check, microphone check, testing, test test, you're great, you are great, i love you, you rock, good bot,
		are you a robot, are you human, what can you do, what can i say, help, help me, what do you do`)
	talkStarts = list(`hi pace, hello pace, hey pace, thanks for, thank you for, thank you so, thanks so, good morning, good evening, good afternoon, how are you,
		how's it going, nice to meet, have a nice, have a good, i'm bored, you are so, you're so`)

	researchStarts = list(`research, investigate, look into, dig into, compare, do some research, do research, do a deep dive, deep dive into, find sources, find me sources`)
	researchHints  = list(`deep research, do some research, do research on, find sources, find me sources, summarise sources, summarize sources, what's the latest on,
		what is the latest on, a write-up on, a writeup on, vs, versus`)

	largeHints = list(`phone a large model, phone a big model, ask the large model, ask the big model, use the large model, use the big model, call the large model,
		call the big model, a larger model, a bigger model, a stronger model, the stronger model, hard mode, think deeply, think hard, think harder`)

	recallHints = list(`what did i do today, what did i do yesterday, what did i do this morning, which apps did i use, what apps did i use, how did i spend my time,
		how am i spending my time, how much time did i spend, what have i been working on, what have i been doing, what was i doing earlier, what was i working on,
		summarise my day, summarize my day`)

	screenHints = list(`on the screen, on my screen, on this screen, on screen, what am i looking at, describe this, describe what you see, describe the window,
		describe the page, what does this say, what does this show, what does this mean, what does it say, read this, read it to me, read the page, read the screen,
		the gist, what can you see, what do you see, walk me through this, what page am i on, what app is this, which app is this, which app am i in, what window is this,
		summarise this, summarize this, summarise the page, summarize the page, summarise this page, summarize this page, explain this page, explain this error, what is this error`)
	screenWhole = list(`what is this, what's this, what is that, summarise, summarize, describe, what is it, what's that`)
	screenWords = list(`screen, window, page, menu, button, field, tab, panel, icon, toolbar, sidebar, dialog, form, checked, selected, highlighted, here, link, checkbox`)

	knowledgeStarts = list(`what is, what's, what are, who is, who was, who's, explain, tell me about, how does, how do, how did, how many, how much, how far, how old, how long,
		why is, why are, why do, why does, when was, when did, when is, where is the capital, remind me what, what does, describe, define, what was, what were, which is,
		is it true, can you explain, could you explain, do you know, give me an example, what happens, tell me how, tell me why`)

	actionVerbs = list(`click, tap, press, hit, push, open, launch, start, choose, select, pick, focus, toggle, type, write, enter, scroll, page down, page up, save, quit, close,
		play, pause, next, previous, skip, turn up, turn down, turn on, turn off, raise, lower, increase, decrease, dim, brighten, create, make, add, compose, draft, reveal, run,
		check, uncheck, tick, untick, enable, disable, set, change, fill, clear, drag, drop, double click, double-click, right click, right-click, copy, paste, cut, undo, redo,
		move, resize, maximise, maximize, minimise, minimize, snap, go to, visit, switch to, delete, remove, rename, send, search for, find, show me, show, zoom, mute, unmute,
		download, upload, print, refresh, reload, navigate to, insert, replace, submit, log in, sign in, order, buy, book, call, email, remind me, translate`)
)
