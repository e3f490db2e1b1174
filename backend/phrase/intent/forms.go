package intent

// The forms of sentences, as data: what is dropped before a sentence is judged, and how questions and wishes begin.

// fillers are dropped anywhere, save the words to keep at their beginning and to leave at their end. What parts is a
// word behind which a new clause begins.
var fillers = []struct {
	what        string
	keep, leave int
	parts       bool
}{
	{"um; uh; oh; ah; actually; basically; literally; honestly; obviously", 0, 0, false},
	{"you know ,; , you know; i mean ,; , i mean; i guess ,; , i guess; well ,; so ,; okay ,; right ,; like ,; , like ,; hmm ,; hmm", 0, 0, false},
	{"and|so|but|or|uh|just|maybe like", 1, 0, false},
	{"can|could|would|will you like", 2, 0, false},
	{"like <wh>", 0, 1, false},
	{"the|a|my|is|to|and|open you know", 1, 0, false},
	{"i would like|love|prefer|want|need you to; i want|need you to; i was wondering if you could; i wonder if you could", 0, 0, true},
	{`
		!<wh>|if|that|not|things|everything|what|anything|hope|think|know|sure|<person> can|could|would|will you please? <act>|<tell>|<reads>|<inquire>`, 1, 1, true},
	{"please|kindly", 0, 0, true},
	{"kind|sort of", 0, 0, false},
}

// repairs stand between what was said first and what is said instead.
const repairs = `
no; no wait; no no; wait; wait no; sorry; sorry i mean; i mean; or rather; scratch that; make that; no i mean; no sorry; no actually`

// leads lead to a wish and say nothing themselves. Where before is given, a word of one of these classes has to follow;
// a polite one turns a question into a request.
var leads = []struct {
	what, before   string
	polite, gerund bool
}{
	{what: "hey|hi|hello|ok|okay|yo|dear|oi pace; okay hey pace; pace ,"},
	{what: "pace", before: "act tell reads inquire wh be aux"},
	{what: `
		just|so|well|okay|alright|right|now|then|also|anyway|first|finally|next|quickly|again|maybe|perhaps|hey|yo|hmm|oi|sorry|listen|look|and|but|afterwards|later`,
		before: "act tell reads inquire wh be aux"},
	{what: `
		excuse me; quick question; one question; quick one; one more thing; another thing; question; random question; out of curiosity; just curious
		i have a question; i was just wondering; by the way`,
		before: ""},
	{what: `
		when you have|get got? a? second|minute|moment|chance|time; if you can|could|would|please; if you do not mind
		if you have|get a? second|minute|moment|chance|time; if possible; if it is not too much trouble; at some point; real quick`},
	{what: "can|could|would|will you please|maybe|possibly|perhaps|kindly|just|quickly|also|at? least?", before: "act tell reads inquire", polite: true},
	{what: `
		can|could|would|will you please? go ahead and; can|could|may i|we ask|get|have you to; can|could|may i|we trouble you to
		do you think you could|can; would|could you be so kind and|as to?; is|would it be? possible for you to; is it possible to
		would it be possible to; any chance you could|can; i was|am wondering if you could|can; i wonder if you could|can; how about you
		why do not you; i|we would like|love|prefer you to; i|we would like it if you could|would; i|we want|need you to
		i would appreciate it if you could|would; i would be grateful if you could|would; be so kind and|as to?; do me a favor and?; go ahead and
		make sure to|you; be sure to; try to|and; let us; go on and; you can|could|should|may|might|must now?; i would like to; feel free to
		time to; it is time to; i will have you; kindly`,
		before: "act tell reads inquire", polite: true},
	{what: "would|do you mind; mind; how about; i would not mind you", gerund: true, polite: true},
	{what: `
		do|would you happen to know; do you know; can|could|would|will you tell|say me|us; can|could you say; tell me|us; any idea|clue|thoughts
		have|got you? any idea; i would like|love to know|learn; i want|wanted|need to know|understand
		i have always|often|never wondered|understood; i wonder; i keep wondering; i am|was wondering|curious|unsure|confused
		i do not know|understand|get|see; i can not tell|see|remember|figure out?; not sure; do you remember; can|could you explain|figure out?
		can|could you explain to me; explain to me; please explain; let me know; does anyone know; have you any idea; you know`,
		before: "wh"},
}

// tails are politeness at the end.
const tails = `
please; for me; for us; if you can|could|would|please; if you do not mind; if you have a? second|minute|moment; if possible
would|will|can|could you; thanks; thank you; thanks a lot; cheers; mate; buddy; dude; pal; friend; , pace; asap; real quick; quickly
right now; now; right away; straight away; immediately; okay; though; then; you know; or something; and stuff
when you have|get got? a? second|minute|moment|chance|time; please and thank you; somehow; again`

// finite shows that a first word, although it could be a verb, is a noun ("press freedom matters") or part of a saying,
// or that somebody else is meant ("put your coat on").
const finite = `
<act>|<tell>|<inquire> <be>|has|had|did|does|do|will|would|should|could|might|must|may|<told>
<act> !<my>|<det>|<this>|that|<it>|<me>|<wh>|<doc>|<scr>|and|down|up|<not> <be>|has|had|did|does|will|would|should|could|might|must|may|means|matters|makes|works|happens|helps|hurts|takes|costs|needs|comes
<act> said|told|says|shouted|yelled|reckons|means|matters|makes|works|happens|helps|hurts|takes|costs|closes|opens|jumps|runs|falls|comes|goes|stops
screenshot|picture|photo of the year|month|day; <act>|<tool>|<scr> of; play it by|cool|safe|again; play on words; play with fire|matches
play ball|along|house|games; skip the small; skip town|class|rope; save your|face|room|it for; set in stone; set sail|foot; turn over a new
turn the other; turn heads; cut and dried; cut it out|fine; cut to the; cut corners; undo the damage; run for your|office|it
run along|away|out|late|with|wild; back to square|school|work|basics|the drawing|reality|front|bed; back in the|my|black
quit while|smoking|your|it; exit through|stage|wounds; enter sandman|at your; escape from; call it a|quits|off|even; call me maybe|crazy|old
send in the|help; message in a; text book; mail order|carrier|man; email marketing|etiquette; record breaking|store|time|temperatures
remember the alamo|time|titans; remember when|to breathe|who; forget it|that; find yourself|your|god; stop and smell|think; stop sign
stop at nothing; stop it; take five|it|heart|care|cover|two|one for|part|turns|place
take a hike|seat|chance|bow|breath|walk|bite|deep|number|load|page; take me out|away|as|with|on
make hay|love|do|believe|waves|or|peace|way|time|friends|do|good; give peace|up|him|her|them; keep it|on|up|your; move on|over|along
drop it|in|by|everything; draw the line|near|blood; push your|on|it|comes; pull through|over; press on|ahead|charges; open and shut
open wide; close up|in|ranks; start over|from scratch|small|them|as|with; point of|being; break a|even|bread; hit me|it|rock; read the room
read my lips; bring it on; lift off; fire at|away|works; watch out; mute swans|point; paste jewelry; clear as|skies|the air; add insult|fuel
change your|is|comes|of heart; fill your|up; switch hitter|off and; tap out|dance; check yourself; tick tock; dial it|tone; shut the front
lock horns|stock|and load; sort of|code; search your|high|far; share and|alike|the road|the love; join the club|dots; fix your
drag queen|race; drive safe; spell it; stick to|it|around|together; test drive|the water; time flies|will|heals|is
press freedom|conference|release|agency|office|box|kit|coverage
open source|air|mic|house|letter|question|university|plan|minded|relationship|sesame|heart|water|jaw; click bait; type one|two|a|b diabetes
check list|mate|please; start date|line; save the date|day|planet|whales; save as otherwise; run the risk|gauntlet
watch your step|mouth|back; stop the press|presses|world; push notification|notifications|factor; set theory|piece; hit list|man|song
scroll of|bar; book of|club|value|worth; record high|low|heat|label|numbers|player; volume of|times|two|one; note of; copy of|paper|cat
cut grass|glass; close but|call|to|friend|enough|family|shave; lock in|step; search party|engine|results|warrant; wake me up before
take me home; go figure|without; turn left|right|around|the other; let it go|be|snow|heal|out; let go
let me think|be|guess|tell|explain|try|go|finish|just|in; keep calm|the change|going; hang on|in|loose; give me a break; give or|way
hold on; look out|before; measure twice; forgive and; post office|card|war; tap water|dance; mark my words
<act> your foot|feet|eyes|hands|arms|mouth|head|coat|shoes|teeth|back|books|mother|father|mum|dad|wife|husband|brother|sister|friends|seat|room|homework
play dead|fair|nice; go away|fish|home|outside; grab a chair|seat|bite|drink; merge left|right; point taken; touch wood; light as
pause means; pass it`

// embeds are where a question or a request begins in mid-sentence, from the word before it.
const embeds = `
!<prep>|<joins>|know|see|wonder|tell|me|us|show|explain|understand|sure|idea|guess|remember|is|was|not|say|says|said|ask|asked|find|figure|forgot|read|check|out|care|matter|that|guessing|think|you|believe what|which|where|who|why|how <be>|do|does|did
!<wh>|if|that|which|<joins>|not|hope|think|sure|know|than can|could|would|will you`

// asks are how a question begins.
const asks = `
what !a|an; who|whom|whose|which|where|why|how; when <be>|do|does|did|can|could|will|would|should; <be>|does|did|am|has|had !not
do !not|some|a|an|the|it|this|that|my|your|more|another|any|proper|deep|me|us; have !a|an|some|the|another|it|fun|been|no
can|could|would|should|shall|may|might|must !not; will !not`

// wishes are how a wish begins that is neither question nor order.
const wishes = `
i|we <aux>? <not>? need|want|would|wish|prefer|require; i|we really|just|badly|still|also|do need|want
i|we am|are looking|trying|hoping|after; i|we <aux> <not>? find|hear|see|read|remember`

// doubts lower the confidence of what was found: below Known nothing counts as found.
var doubts = []doubt{
	{0.5, endings, "the|a|an|my|your|and|or|because|if|than"},                                                                // breaks off
	{0.5, endings, "or|and? perhaps|maybe not; no; no no; not that; never mind; forget it; no hmm; wait no; i am? not sure"}, // taken back
	{0.1, starts, "maybe|perhaps"},
}
