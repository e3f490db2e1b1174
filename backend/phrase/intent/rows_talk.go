package intent

// wholeRows are said just so.
var wholeRows = []row{
	{Chitchat, 0.95, all, 0, whole, `
		hey|hi|hello|ok|okay|yo pace; <hi>; <bye>; <thank>; <nice>; <hi> <hi>; <hi> there|again|you|buddy|friend|pal|<person>; good <hi>|day|night
		<hi> <person>; lol; haha; hahaha; hehe; rofl; lmao; ha; okay cool; got it; all good; all right; alright; sounds good|great|nice|fine
		that is all|it; fair enough; no worries|problem; not bad; you too; likewise; same here; same to you; yay; hooray; hurray; oops; whoops; aww
		aw; ouch; phew; sup; welcome back; i am back|here|home; miss me; testing|test ..; mic|microphone check ..; check one two ..; one two one two
		okay; cool; sorry; my bad; sleep well|tight; sweet dreams; night; night night; nighty night; cheers to that; well done ..
		good|great|nice|excellent|amazing|lovely|brilliant work|job|one|boy|girl|bot|stuff|going ..; bravo; congrats; congratulations; respect
		top notch; help; help me; what can i say; what can you do; what do you do; what <be> you able to do ..; what are you; who are you
		long day|week|night; rough|tough|hard day|week|night|morning; same old ..; nothing much; not much; just kidding|joking; i am kidding|joking
		only joking|kidding; good night|morning|evening .. <time>`, ``},
}

var talkRows = []row{
	// Greetings, thanks and partings.
	{Chitchat, 0.95, all, 0, starts, `
		good <hi>|day|night; <hi> <hi>; <hi> pace; <hi> there
		happy|merry birthday|christmas|easter|new|halloween|holidays|friday|monday|anniversary|thanksgiving; season greetings; long time no
		lovely|nice|pleased|glad|good|great to meet|see|hear|talk|have|know|be
		have a|an .. <nice>|good|fun|safe|pleasant|restful|one|day|night|weekend|evening|trip; have fun; enjoy your|the|yourself
		see|catch|talk|speak to|with? you ..; take care; until next|tomorrow|later; ttyl; cya; <bye> ..; night night; nighty; sleep well
		sweet dreams; thanks|thank|cheers|ta for|you|so|very|a|mate|pal|buddy|again|ever|man|heaps|tons|loads|that
		many|much|big|huge thanks|appreciated|obliged|love; i|we really? appreciate; i|we owe you; appreciate it; you|it helped; you saved
		you <be> welcome; welcome ,; nice to; congratulations ..; welcome back|home; bless you; god bless; rise and shine
		morning|evening|afternoon !<time>|<tool>|routine|paper|of|is|meeting|briefing ..; peace out; gotta go; have to run|go|dash $
		i have to run|go|dash $; <i> <be> off ..; i <be> going|heading|out to|off|home|back bed|sleep|out|home|now|lunch|work; i <be> calling it`,
		`<scr>; <src>; when <i>|the; read|check|open|play|set; see if|what|whether|how|who|which; talk through`},
	// Questions to Pace about itself, and what only company is asked for.
	{Chitchat, 0.95, all, 0, clause, `
		how <be> you|ya|things|life|everything ..; how <be> it going|hanging; how do you do|feel; how have you been
		how <be> your|the day|life|weekend|night|morning|evening|week; how <be> your ..; what is up|new|cooking|happening|good $
		what <be> you up|doing|thinking|wearing|like ..; how goes it; how is it $; how you doing; you alright|okay|good|well|there
		is everything okay; how old|tall|smart|clever|big|heavy|intelligent|fast|good <be> you; what <be>|was your ..; what is yours
		when is|was your ..; when|where|why <be>|were|was you ..; where|who|why|when do|did you ..; who <be> you ..; who <be> your
		who made|built|created|wrote|programmed|invented|designed|named|owns|trained you
		what do you like|love|hate|think|believe|dream|want|feel|enjoy|eat|wear|prefer|fear|do|look|call|miss|wish ..
		what would you like|do|choose|be|rather|say|eat ..; what should|can|may i call you; do they|they pay you; what does your; what makes you
		tell me .. about yourself|you; tell me about your ..
		tell|give|give|know|got|crack|share me|us|any|a .. joke|jokes|story|stories|riddle|riddles|pun|puns|secret|compliment|hug|smile|gossip|pep|high
		do you know any|a|some|good .. joke|jokes|riddle|riddles|song|songs|story|stories|pun|puns; any good? jokes|riddles|stories|gossip
		make me|us laugh|smile|happy|feel|blush|chuckle; say something|hello|hi|cheese|goodbye|goodnight ..; talk|speak|chat to|with me
		chat with me; let us chat|talk $; keep me company; cheer me up
		entertain|amuse|surprise|encourage|comfort|compliment|motivate|hug|marry|roast|distract me ..; flirt with me; sing ..; wish me luck
		knock knock; guess what|who ..; truth or dare; cheer up; be my friend|valentine; dance for me; tell me you|i|that|everything ..; shake hands
		fist bump; give me five; high five
		can|could you hear|dance|sing|dream|feel|laugh|cry|swim|sleep|love|think|lie|rap|whistle|fly|cook|smell|taste|keep ..
		can|could|shall we talk|chat|be|just ..; fancy a chat|coffee|game; penny for your; i challenge you
		want|do|would|shall|should|you to? play|hear a game|joke; <be>|were|was you !able|sharing|recording|muted ..
		do|did|have|had|would|will|could|does|should|might you ever|like|love|hate|dream|sleep|eat|get|miss|believe|think|feel|enjoy|want|prefer|remember|have|drink|mind|understand|care|trust|exist|breathe|speak|live|play|fear|worry|fancy|need|listen|wish|been|missed|eaten|marry|be|rather|date|say|call|still|know|really|even|actually|also|always|enjoy|age|cry|laugh|get|go|hear|agree|talk|tell|judge|learn|watch|consider|choose|have|recognize|recognise ..`,
		`
		permission|permissions|microphone|microphones|<scr>|able; you see|read|find|show|open|run|use|write|help|recommend|suggest|spell|call
		<model>; <this> <doc>; the <doc>|<scr>; sources|<src>; here; size; you call a|an|the|someone; you do if|when|with
		you get|need|want|have to|from|rid|when|if; in french|german|spanish|english|italian|japanese; you say .. in; your <tool>`},
	// Feelings, news of one's own, compliments and their opposite.
	{Chitchat, 0.95, all, asking, clause, `
		i|we <be> <very> <feel> ..; i|we <be> <very> <very> <feel> ..; i|we <be> <feel> ..; i|we <be> feeling|having ..; i|we feel !<prep>|that ..
		i|we <very> feel ..; <feel> <time>|and|again|as; i missed|miss|love|like|hate|adore|trust|forgive|admire|hear you ..
		i|we <very> miss|love|like|hate|adore|trust|appreciate you|this
		i|we have|had <very> <very> .. <time>|day|dream|headache|fight|argument|blast|breakup|nightmare|luck
		i|we had .. <time>|day|dream|headache|fight|argument|blast|breakup|nightmare
		i can not|barely|never could? sleep|stop|believe|wait|stand|cope ..; i could|did <not> sleep ..; i slept ..
		what a day|week|night|relief|morning|mess|lovely|beautiful|great|long|shame|pity|time ..
		i|we got the|a|my|engaged|married|promoted|fired|dumped ..; i|we passed|won|quit|failed|aced|lost my|the|it|a|our ..; i did it; i made it
		i|we finally ..; i|we just got|had|came|finished|ran|woke|ate|moved|turned ..; ugh|omg|gosh|boo ..; oh my god|goodness|gosh ..
		so|very|too <feel> ..; <feel> $; <feel> and|today|now|again ..; it is my birthday|anniversary|first ..
		it <be> been .. day|week|night|year|morning|while; work|today|life|school|everything|monday|traffic was|is|has|sucks|went ..
		sorry for|about|i|if|that ..; i|we <be> <very> sorry ..; forgive me; my apologies; i apologize|apologise
		just saying|wanted|checking hi|hello|in|to
		i|we need a|some hug|friend|drink|break|vacation|cuddle|cheering|sleep|coffee|holiday|laugh|company|nap; i have nobody|nothing|no
		nobody loves|likes|understands me
		my dog|cat|girlfriend|boyfriend|wife|husband|best|grandma|mother|father|baby died|left|dumped|is|just|said|friend ..; i just got ..
		i|we <be> <very> in|over the? love|moon; call me <not>|!<time>|when|at|back|a ..; my name is; i <be> called
		people|friends|everyone call me|calls
		that <be>|was <very> hilarious|funny|sweet|kind|<nice>|quick|fast|helpful|fun|clever|smooth|cute|adorable|nuts|crazy ..
		that <be>|was hilarious|funny|sweet|kind|<nice>|quick|fast|helpful|fun|clever|smooth|cute|adorable|nuts|crazy ..; that made|makes my|me
		that|it helped|worked|works ..; this <be> <very> fun|<nice>|boring; this <be> fun|<nice>|boring
		you <be>|were !<scr>|muted|on|sharing|breaking|late|frozen|right|in|next|supposed|looking|not ..
		you <very> <be>|make|made|sound|look|rock|seem ..
		you seem|sound|look|rock|rule|suck|crack|made|make|never|always|deserve|saved|stink|annoy|bore|scare|amaze|surprise|drive|cheered|did|got|must|know|smell|work|remind|learn|forgot|helped|have ..
		haha|lol|hahaha|hehe|wow|yay|aw|aww ..; <nice> , ..; <nice> <thank>|job|work|one|stuff|you|bot|effort ..; well done ..
		good bot|boy|girl|job|work|one|effort ..; if you were a|human|an; let us be friends; we make a; we <be> .. friends|team; i bet you
		between you and; i <be> only|just|<very> kidding|joking|tired|bored; no offence|offense; no one|body understands|likes; life is ..
		my|the day|week|boss|ex|team <be>|was|has|made|yelled|won|lost ..; i hope you ..; i think you|we ..; i wish you ..; i <be> <very> <nice>
		i <be> new here; i <be> glad|happy|sorry|proud ..; i am !<prep>|on|in|<act>|looking|trying <nice>; guess what ..; good luck; fingers crossed
		here is to; cheers ..`,
		`
		<scr>|<shown>|wifi|internet; the <doc>|<tool>; my <tool>; can|could you <act>; too <loud>; how do|to|much|many; <wh> <be>|does|do|should
		late for; ready to; telling me; , <act>`},
}
