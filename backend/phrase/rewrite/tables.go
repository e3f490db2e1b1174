package rewrite

import "strings"

var (
	denials    = set("not no never n't don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't cannot without hardly nor neither")
	definite   = set("the this that these those his her its my our your their a an no")
	kinds      = union(definite, set("what which any some every each all other another many several different same certain one two three both either right wrong best worst new"))
	persons    = set("you him her them me us it")
	askers     = set("what as how who where why than which whatever that if when")
	beNotVery  = union(denials, definite, set("how only all so too"))
	pointsAt   = set("so about of not to . ,")
	listOfJust = union(denials, set("only a an the this that it's it"))
)

func union(sets ...map[string]bool) map[string]bool {
	m := map[string]bool{}
	for _, s := range sets {
		for w := range s {
			m[w] = true
		}
	}
	return m
}

// fillers say nothing that would be missed.
var fillers = []swap{
	{from: "basically|actually|honestly|frankly|essentially|literally|obviously|needless to say", notAfter: denials},
	{from: "really", notAfter: union(denials, set("how only ."))},
	{from: "very", notAfter: union(denials, set("how only all so too")), notBefore: set("much many few little same first last next best worst least most one thing things idea moment end beginning start top bottom edge heart day time person people place nature fact act reason . ,")},
	{from: "quite", notAfter: beNotVery, notBefore: set("a an the some so right . ,")},
	{from: "totally|absolutely|completely", notAfter: denials, notBefore: set(". ,")},
	{from: "just", notAfter: listOfJust, notBefore: set("as in now then before after because like about the a an and or what one once right over under below above enough . ,")},
	{from: "kind of|sort of|kinda|sorta", notAfter: union(kinds, denials, set("of ,")), notBefore: union(persons, set(". , thing things"))},
	{from: "i think that|i believe that|i guess that|i suppose that|i feel that|i think|i believe|i guess|i suppose|i feel like", at: clause, notAfter: askers, notBefore: union(pointsAt, set("in you him her them me us"))},
	{from: "in my opinion|in my view|to be honest|to tell the truth|as a matter of fact|at the end of the day|you know what|for what it's worth|if you ask me|it goes without saying that|it should be noted that|it is important to note that|the thing is that|the fact of the matter is that", at: clause},
	{from: "you know|i mean", at: clause, notBefore: union(persons, set("that what how who where why when if the a an this these those his my your to of about it . i we they he she"))},
}

// wordy are longer ways of saying something shorter.
var wordy = []swap{
	{from: "in order to", to: "to"},
	{from: "so as to", to: "to", notAfter: denials},
	{from: "due to the fact that|owing to the fact that|on account of the fact that|for the reason that|in view of the fact that", to: "because"},
	{from: "despite the fact that|in spite of the fact that", to: "although"},
	{from: "at this point in time|at the present time|at this moment in time|at the moment", to: "now"},
	{from: "at that point in time", to: "then"},
	{from: "in the event that", to: "if"},
	{from: "in the near future", to: "soon"},
	{from: "on a regular basis", to: "regularly"},
	{from: "on a daily basis", to: "daily"},
	{from: "a large number of|a great number of|a great many", to: "many"},
	{from: "the majority of", to: "most", notBefore: definite},
	{from: "a small number of", to: "a few"},
	{from: "is able to|has the ability to|is capable to", to: "can", notAfter: denials},
	{from: "are able to|have the ability to", to: "can", notAfter: union(denials, set("to will would may might must should"))},
	{from: "with regard to|with regards to|with respect to|in regard to|in relation to", to: "about"},
	{from: "for the purpose of", to: "for"},
	{from: "prior to", to: "before"},
	{from: "subsequent to", to: "after"},
	{from: "each and every", to: "every"},
	{from: "first and foremost", to: "first"},
	{from: "in close proximity to", to: "near"},
	{from: "until such time as", to: "until"},
	{from: "as well as", to: "and", notAfter: set(", do does did")},
	{from: "take into consideration", to: "consider"},
	{from: "make a decision", to: "decide"},
	{from: "come to the conclusion", to: "conclude"},
	{from: "end result", to: "result"},
	{from: "advance planning", to: "planning"},
	{from: "past history", to: "history"},
	{from: "completely finished", to: "finished"},
	{from: "absolutely essential", to: "essential"},
	{from: "whether or not", to: "whether", notBefore: set(". ,")},
	{from: "all of the", to: "all the"},
}

// hedges take back half of what a sentence says.
var hedges = []swap{
	{from: "maybe|perhaps|possibly", at: clause},
	{from: "probably", notAfter: denials, notBefore: set(". , not")},
	{from: "i was wondering whether|i was just wondering whether|i'm not sure but|i might be wrong , but|i may be wrong , but|i'm no expert , but|i'm not sure , but|sorry to bother you , but|i could be wrong , but", at: clause},
	{from: "if you don't mind|if that's okay|if that's ok|if it's not too much trouble|if it isn't too much trouble|if that makes sense|if possible|no worries if not", notBefore: set("that if")},
	{from: "more or less|to some extent|in a way|so to speak|as it were|a little bit|a tiny bit", notAfter: set("for wait after in"), notBefore: set("that of")},
	{from: "somewhat|rather|fairly", notAfter: union(denials, definite, set("or would i'd you'd we'd they'd he'd she'd had but")), notBefore: set("than . , of")},
	{from: "it seems that|it seems to me that|it appears that|it would seem that|it looks like", at: opening},
}

// roundabout are phrases with a plain one in their place.
var roundabout = []swap{
	{from: "might want to|may want to|might like to", to: "should"},
	{from: "would like to", to: "want to", notAfter: askers},
	{from: "i'd like to", to: "I want to"},
	{from: "we'd like to", to: "we want to"},
	{from: "i just wanted to|i wanted to", to: "I want to", at: opening, only: set("ask tell say let know check thank remind confirm follow see make share mention point")},
	{from: "it might be a good idea to|it may be a good idea to|it would be a good idea to|it might be good to|it would be good to|it would be nice to", to: "we should", at: clause},
	{from: "should probably|should maybe|should perhaps", to: "should"},
	{from: "is going to have to", to: "must"},
	{from: "are going to have to", to: "must"},
	{from: "i would suggest that|i'd suggest that|i would argue that|i would say that|i'd say that|i tend to think that|i am of the opinion that", to: "", at: clause},
	{from: "there is a need to|there's a need to", to: "we need to", at: clause},
	{from: "in an attempt to|in an effort to", to: "to"},
	{from: "makes use of", to: "uses"},
	{from: "make use of", to: "use"},
	{from: "let me know your thoughts", to: "tell me what you think"},
	{from: "please feel free to|feel free to|please do not hesitate to|please don't hesitate to|do not hesitate to|don't hesitate to", to: "please"},
}

// requests are questions that ask for something to be done, the longer ones first.
var requests = phrases(
	"i was just wondering if you could please", "i was wondering if you could please", "i was just wondering if you could", "i was wondering if you could",
	"i was hoping that you could", "i was hoping you could", "it would be great if you could", "it would be nice if you could", "it would be helpful if you could",
	"i would appreciate it if you could", "i'd appreciate it if you could", "do you think you could please", "do you think you could",
	"would it be possible for you to", "would you be able to", "would you be so kind as to", "could you perhaps", "could you maybe", "could you possibly", "could you kindly",
	"could you please", "would you please", "can you please", "will you please", "could you", "would you kindly")

// notAsked are words behind a request that make it a real question.
var notAsked = set("not be have ever also still even imagine believe guess say like rather mind think feel see hear")

func phrases(s ...string) [][]string {
	var out [][]string
	for _, p := range s {
		out = append(out, strings.Fields(p))
	}
	return out
}

var (
	shortBook  = bookOf(fillers, wordy)
	directBook = bookOf(fillers, wordy, hedges, roundabout)
)
