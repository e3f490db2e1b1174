package intent

// rows are the rules in the order in which they are asked: said whole, no wish at all, a larger model, talk, research,
// what is kept on this machine, what was done before, how something is done, the screen, acting, knowledge, and rows that
// go by little. A larger model comes before talk and research, since it is asked for in any of them ("ask the big model to
// compare …"), and what is no wish comes early, since it may hold the words of all others. Confidences are those of the
// classes, less where a row goes by little. New wording belongs into a class of words.go before it becomes a pattern here, and a
// pattern here before it becomes a row.
func rows() []row {
	var out []row
	for _, part := range [][]row{wholeRows, noWishRows, largeRows, talkRows, researchRows, recordRows, recallRows, learnRows, screenRows, actionRows, knowledgeRows, restRows} {
		out = append(out, part...)
	}
	return out
}

// What is told, denied, supposed or meant for somebody else is no wish, whatever words it is made of.
var noWishRows = []row{
	{Unknown, 0, all, 0, starts, `
		never|nobody|nothing|neither|nor; no one; do not !forget|let|use; does not; did not; not !sure|bad; <act>|<tell>|<reads> <foreign> ..
		<foreign> <foreign>; <foreign> ..  <foreign>; or perhaps|maybe|not; like and; yeah|yes|no yeah|yes|no|i; and then|so|now $`, ``},
	{Unknown, 0, all, asking, starts, `
		unless|suppose|supposing|imagine|whenever|although|though|whoever|whatever|wherever|because|since|until|while|after|as|once|otherwise|hopefully|saying|whether|provided|assuming|pretend|whereas
		if !<i>; if <i> !can|could; when <i>|<you>|<he>|<it>|<this>|<that>|<det>|<my>|<their>|<there>; when any; before <i>|<you>|<he>|<it>|<det>`,
		`, <act>|<reads>|<inquire> .. <src>; please; then? <inquire>; true`},
	{Unknown, 0, all, asking, starts, `
		it <be>|was !too|so|way|far|much|really|very|still|not|hard|a|possible|bit|awfully|getting
		it used|depends|takes|seems|sounds|says|said|worked; <there> <be>; according to; in the .. it says|said`,
		`too <loud>; <wh> <be>|do|does|did; , <act>|<reads>|<inquire>; i want|need|would`},
	{Unknown, 0, all, 0, starts, `
		<he>|<my>|the|they|people|my .. <told>; <act> said|told|says|shouted|yelled|reckons
		!<i>|<wh>|<be>|<aux>|<act>|<tell>|<reads>|<inquire>|<it>|<this>|<that>|<hi>|<very>|<model>|not|please|maybe <told>
		i|we <very> <told>|undid|hit|pressed|opened|closed|clicked|typed|saved|tried|heard|set|did
		i|we <told>|undid|hit|pressed|opened|closed|clicked|typed|saved|set; i|we have? been? told|asked|ordered
		i|we <be> told|asked|talking|speaking|thinking|about; i|we <be> <not> <very>; i|we <be> <not> talking|speaking|thinking|sure
		i|we <be> <very> thinking|talking|about|saying|testing; i should|could|might|must have; i|we almost|nearly|already|never|only|used|forgot
		i|we ... yesterday
		i|we keep|think|thought|mean|meant|guess|hope|suppose|believe|wish|hate|doubt !it|getting|you|so|seeing|hearing|losing|forgetting|to`,
		`
		how|what|why|which|where|who <be>|<aux>|to|the|this|that|it|much|many; <be> it|this|that true; <src>; , <act>|<reads>|<inquire>
		<my>|the|a|this <tool>; i love|miss you; you; <feel>; i need|want|would; getting; job|birthday`},
	{Unknown, 0, all, 0, starts, `
		<person> can|could|will|would|do|did|come|<act>|<wh>|<be>|<hearts>; <hearts>; <act> down <person>; <act> <person> $
		<act> <person> !<i>|that|on|in|a|the|i|and|know|saying|my|about|to|back`,
		`
		love|dear you; team meeting|page|link|channel; stand|sleep|walk|pass|wait|wear|watch|run by|timer|mode|for
		show|tell|send|email|mail|text|call|message|remind|give|ask|invite|ring|let|add|get; listen to; wait`},
	{Unknown, 0, orders, 0, endings, `<person>; good boy|girl; love you; children; sweetheart; honey; , <person> ..`, `mail|email|message|text|call|to|write|tell|remind|show; the class|team; show|invite|ring`},
	{Unknown, 0, orders, 0, has, `<act> .. the|your|my|a|both|one|him|her|his|them|some <elsewhere>; <act> to? your|his|her <elsewhere>; <act> .. your <elsewhere>`,
		`
		<doc>|<scr>|<tool>|google|search|online|reminder|remind|called|named|research|firefox|chrome; <inquire>
		write|draft|mail|email|text|message|type|order|buy; pod|recipe; in the|my background`},
}

var largeRows = []row{
	{LargeModel, 0.95, all, 0, has, `
		<size> <model>; <size> language|ai|thinking|reasoning|cloud|remote|local|hosted|phone <model>
		phone|iphone|cloud|remote|reasoning|thinking|70b|expert|other|premium|hosted|flagship|opus|pro|paid <model>; <model> .. <size> ones?
		instead of the small|little|tiny|local|fast|quick|mini|weak|cheap|light; small|little|tiny|local|mini|weak <model> .. not|enough|bad|wrong
		not .. small|little|tiny|mini|weak <model>; <num> <model>; <num> billion|b .. <model>|one
		too hard|complex|difficult|tricky|complicated|much for you; hard mode; think|thinking deeply|hard|harder|longer|deeper|carefully|properly
		think .. deeply|harder|longer|deeper|carefully|through; reason .. carefully|harder|deeply; phone a friend
		deep|extended thinking|thought|reasoning; big|heavy guns|artillery|brain|brother|one
		more|extra|full brain|brainpower|horsepower|power|firepower|thinking|intelligence|compute|muscle; step .. up to the
		upgrade the|your|to .. <model>|brain; max|maximum|high reasoning|effort|thinking|intelligence
		gemini|chatgpt|gpt|gpt4|claude|opus|copilot|deepseek|mistral|grok|llama|openai|anthropic; <size> ai|intelligence|mind; a lot smarter
		someone|something smarter|cleverer|bigger; more powerful|capable|intelligent ..
		ask|use|let|have|send|offload|pass|hand|run|get|route|try|make|put|phone .. iphone|phone .. this|that|it|do|think|answer|handle|take|solve|instead|thinking|one|question|problem
		offload|escalate|delegate ..; put some|more|real|proper .. thought|thinking|effort; give this|it|that .. thought|thinking; really think
		full|maximum|max tilt|strength|force|effort|intelligence; 70b; <model> on|with|that .. phone|server|iphone|more|bigger|cloud|thinks|reasons
		smart|smarter|genius|pro|max|heavy|big|deep|expert|clever mode; <size> version|engine|self|sibling|cousin|brother|sister|fella|boy|boys
		something|someone|anything stronger|bigger|smarter|heavier|better|cleverer; all your|the power|brain|intellect|might|smarts
		more parameters|oomph; go heavy|big|deep|bigger|deeper on|with|for|this; big fella|boy|boys|kahuna; second opinion
		crank|turn|dial up the? intelligence|thinking|reasoning|smarts|brain`,
		`
		what|which|how|why is|are|does|do|large|many|big|much|good|did; <model> are|cost; phone calls|number|numbers|bill; screenshot
		deep dive|research; game|night|light|dark|version of <this>|the|my; best <model> for|of
		train|business|role|car|3d|airplane|scale|fashion <model>
		compare|open|launch|install|download|close|quit|visit|start|research|investigate .. <model>|gemini|chatgpt|gpt|claude|copilot; go to
		washing|sewing|coffee|vending; a <model> is; which; who made|trained; i|we <be>; network; called|named`},
	{LargeModel, 0.9, orders | wishing, 0, clause, `
		ask|use|try|give|switch|bring|hand|pass|escalate|let|get|need|want .. <size> one|brain|brother ..
		ask|use|try|get|switch|run|hand|pass|escalate|bump|kick .. <this>|it|question|problem .. <size>|upstairs|expert`, `called|screen|font|text|window|size|desktop|monitor; the .. <doc>|<scr>`},
}

var researchRows = []row{
	{Research, 0.95, all, 0, has, `
		with|and|from|using|cite|citing|list|include|including|give|name|two|three|several|independent|credible|reliable|primary|my|your|some|good|recent|scientific|academic|proper .. <src>
		<src> and links; brief|catch me|us up? on ..; up to speed on; lowdown|stats|data|figures|numbers|info on|about|for ..
		price comparison|comparisons; through|read|check|search .. reviews|papers|sites|websites|forums|reddit|outlets
		everything|anything|all .. known|written|find|published|about .. on|about; fill me in on; how do|does|did ... compare; comparing|compared ..
		background on|about; i|we <be> writing|preparing|working .. article|paper|thesis|essay|report|piece|talk|book ..
		thoroughly|exhaustively|extensively|systematically; due diligence; alternatives to; recommendations for|on; out there
		main|key|biggest|major players|competitors|vendors|suppliers|rivals; market size|share|leaders|landscape; timeline of
		what is|was known|reported|documented about|on; top <num> .. with|for|by|under
		trustworthy|reputable|official|credible|reliable sites|websites|outlets; read .. articles|papers|reports|posts .. and
		with|and links|references|citations|quotes|numbers; peer reviewed|review
		thorough|proper|in-depth|serious|quick|deep search|research|comparison|investigation|dive|analysis; in depth; deep research|dive
		research .. thoroughly|properly|before; literature|market|background|web|fact|online search|review|research|check|study
		latest|newest|recent news|research|developments|findings|studies|evidence|updates|numbers|figures|data|science|polls|trials
		the|is|are latest|newest on|about|in|with|regarding|from; news on|about|from; any|the|what news; scientific consensus
		<src> say|think|show|suggest|predict|claim|agree|predicting|recommend|disagree|believe|for|on|that; reviews of|for|about|say|on
		across .. sites|<src>|shops|stores|retailers|outlets|papers
		from|with|at|least several|multiple|various|two|three|different|independent|at .. <src>|sites|people|outlets; versus; vs
		pros and cons .. and|<src>|links; <inquire> .. <src>; full|detailed|written|short|sourced|thorough|comparative|complete|proper <report>
		a|me <report> on|of|about; look|read|ask around .. <web>; around|scour|comb the? <web>; <web> for .. and
		what .. people|they|critics|everyone|reviewers|users|reddit saying|think|say about|of|on; track record of; state of the art; consensus on
		is there any|good|solid|real|scientific <src>|proof|data|research`,
		`
		my <doc>|<tool>|mail|notes|contacts|files|folder|downloads|documents|inbox; on <this>|my|the screen|page
		<this> page|document|file|tab|window|selection|sheet|chart|table|conversation|email|<scr>|graph; in front of; spell; open source
		the research <be>|was; latest message|email|version|file|mail|reply|download|commit|screenshot|photo|invoice|one
		cancel|stop|abort|drop|end .. research; in the background; data source; in my; <this> <doc>|folder|files; two files|folders; <scr>
		is anyone|it|there out; a citation format|style; what is a|an; how do|to; window|tab|tabs|open; source code`},
	{Research, 0.95, orders | wishing | asking, 0, clause, `
		research !cancel|stop|is|was ..
		investigate|gather|collect|compile|explore|survey|scour|hunt|vet|corroborate|uncover|probe|factcheck|crosscheck|trace|verify|delve|scout|comb ..
		fact|cross|double|background check ..; dig|dive|delve into|up|around|deeper|deep|through|for; look|looking into
		do|run|conduct|start|perform|make .. research|search|investigation|review|check|dive|comparison|analysis|digging; read up on|about
		go read|find|dig; find|figure|work out .. who|what|how|about|whether|if|more|why|when|where|which|everything|all
		find|get|give|fetch|show|list|send|look|search|dig|bring .. <src>|reviews|statistics|numbers|figures|quotes|links|opinions|precedents|facts
		find .. latest|recent|current|reliable|independent|credible|best|cheapest ..; track|hunt down ..
		see|check|learn what .. say|think|saying|thought|happened|changed; see|check if|whether .. true|anyone|evidence|ever|really|actually|been
		check several|multiple|different|the? facts|claim|sites|sources; compare|contrast|benchmark ..; weigh up
		evaluate|assess|examine|analyse the|how|whether|recent|different|what|current|options|alternatives|impact|market|evidence|claim
		round|pull|put .. together .. <report>|summary|list|findings|options|table|information|information
		write|prepare|make|draft|give|compile|produce|create|get|need|want|do .. <report>; write|prepare|draft .. up on|about
		sum|summarize .. research|literature|studies|evidence|coverage|news|debate|reviews|arguments|state; map out
		look|search|check|browse|go .. <web> ..; search for .. alternatives|reviews|articles
		look for .. alternatives|independent|deals|articles|precedent; i|we need|want|would|require .. <report>|research|<src>|comparison
		what do|are|have|does|did .. <src>|reviews
		which|what .. <be> .. best|cheapest|safest|top|reliable .. <num>|this year|right|under|currently|on the market
		which .. should i buy|get|choose; <be> .. worth .. money|buying; shop around; prices for|of; the .. facts|truth on|about
		learn|read|know|understand .. as much|everything|more .. as|about
		build|make me? a|the .. case|timeline|table|list of .. <src>|vendors|competitors|companies|suppliers|providers|alternatives|options
		who .. competitors|suppliers|rivals|behind; is it true that .. check|find|research|look`,
		`
		my <doc>|<tool>|mail|notes|contacts|files|folder|downloads|documents|inbox|calendar; on <this>|my|the|this screen|page
		<this> page|document|file|tab|window|selection|sheet|chart|table|<scr>|paragraph|line
		in .. notes|mail|contacts|downloads|spreadsheet|finder|terminal; in front of; the background; cancel|stop|abort|drop|end .. research
		two files|documents|tabs|windows|columns; <poss> phone|number|email|address; spell|spelling; what is a|an; in|on google; timer
		typo|typos|mistakes; the files|windows|tabs|duplicates; for me in; the bug|code|build|tests|stack; calories; how do|to
		into a|one folder|zip; email|mail|message|send .. to .. that`},
}

// recordRows are questions that what is kept on this machine answers, and words to Pace about its own work.
var recordRows = []row{
	{Action, 0.95, asking | orders | telling, 0, clause, `
		am i free|busy|available|booked|double; are we free|meeting
		what <be> .. on|in .. calendar|schedule|agenda|diary|clipboard|reminders|todo|plate|list|playlist
		what <be> my next|reminders|appointments|meetings|schedule|calendar|agenda|events|plans|todos|tasks|notes|timers|alarms|day
		do|have i have|got any|an|a|anything|something|plans .. <time>|meetings|meeting|appointment|appointments|reminders|reminder|timers|alarms|calendar|notes|planned|scheduled|on
		when|where|what|who is my next|first|last|dentist|flight ..
		when|where is my|the <tool>|meeting|appointment|flight|dentist|interview|call|standup
		what do i have <time>|on|in|next|this|coming|planned|scheduled; how long|much .. timer|alarm|meeting|left
		what time is my|the .. meeting|appointment|call|alarm|flight
		which|what .. timers|alarms|reminders|automations|skills|flows|shortcuts|appointments ..
		what|which .. running|going|happening in the background; is there anything|something .. calendar|agenda|schedule|clipboard
		<be> my|the|a <tool> .. on|set|running|still|off
		<be> there any|a reminders|timers|alarms|meetings|events|appointments|automations|skills|reminder|timer|alarm; did i copy|set|schedule
		what have i copied; what did i copy
		<wh> <be>|was|did .. <poss> phone|number|email|mail|address|birthday|mobile|cell|contact|telephone|extension|surname|office
		<poss> phone|number|email|address $; who is in my contacts; how can i reach !customer|support|the|out
		do|have i|we|you have|got|know? .. <poss> phone|number|email|address; what is the phone|email|mobile number|address of|for
		which|what .. permissions|microphones|devices|mics ..; do you have .. permission|permissions
		what did you just|last do|change|click|open|type; what have you just|done; what was the last thing you
		what|which <model> answers|are|do you|is answering|runs; <be> you able|capable|allowed; what else can you
		<be> bluetooth|wifi|vpn|hotspot|<my> on|off|connected|enabled|microphone; how loud|bright is|are`,
		`
		how do|does; what is the weather; a week have; seconds|minutes|hours|days are in; explain; on <this>|the page|screen|site|website
		<this> page|window|dialog|file|app|form|menu|<doc>|<scr>; wrong|doing|like|favorite; what is a|an
		in basketball|football|chess|hockey|general; mean|work; is|was the capital; a timer in; best; changed`},
	{Action, 0.95, asking | orders, 0, has, `<poss> phone|number|email|mail|address|birthday|mobile|extension $; <poss> phone|mobile|email|mail number|address`, `<this> page|document|email|mail`},
	{Action, 0.95, all, 0, starts, `
		watch mode on|off; always listening on|off; forget my|that; remember my|that|this; in the background ..
		every <num>|<time>|few|other|single|morning|hour|day .. <act>|<reads>|<inquire>; <num>|<time> .. remind me ..
		at|on|in|by|tonight|tomorrow ... remind me ..; remind me ..; wake me up? at|in|tomorrow|on; take me to my
		cancel|stop|abort|drop|end|quit .. research|flow|cron|jobs|recording|background|automation|timer|alarm; where on|in .. screen does|is|it
		point out|to; find|highlight|locate|mark .. on|in the|my|this? screen; teach yourself|you; note|remember to|down|self that
		note that !silence|this|the; take down|a a|note|down that|of|saying|about|on|titled|called|:; jot down
		timer|alarm|reminder|reminders|timers|alarms for|at|in|to|called|tomorrow|set
		a|an|new|another|my <tool>|event|meeting|tab|window|folder|email|document|file|playlist|message for|at|in|to|called|named|titled|saying|please|tomorrow|with
		new <tool>|tab|window|folder|email|document|file|message|tabs|mail; monitor my|the; keep an|watching eye|for
		watch my|for|the screen|changes|this; let me know when|if|as|once; tell me when|once|as the|it|this|my|<i>; do not forget|let me? to|forget
		what on my|the screen says; sort|compare|convert|process .. in the background
		read|show|list|check|give|tell me? my|the .. schedule|calendar|agenda|reminders|timers|alarms|clipboard|appointments|tasks|automations|skills|shortcuts|notes|jobs ..`,
		`is|are a|the best; my wife|day; how|why; in general; told; spotted; every <time> counts; reminders <be>`},
}

var recallRows = []row{
	{Knowledge, 0.95, all, 0, clause, `
		what did i|we .. do|work|finish|get|accomplish|write|watch|look|use|spend|achieve|talk|discuss|ask|open|visit ..
		which|what .. apps|app|programs|sites|websites|files|documents|project|projects did|have|do|was i|we
		how did|do|am|was|have i|we .. spend|spending|spent|use .. time|day|morning|afternoon|week|today; how much|long time? did|have|do|was i|we
		what have|had i|we been|done|worked|achieved|accomplished; what was|were i|we .. doing|working|looking|reading|writing|watching|on
		summarize|recap|review|summary my|of day|week|morning|afternoon|yesterday|activity|my; when did i last|first|start|finish|stop|open
		how productive; how many hours|times|emails|meetings did|have i; where did i leave|stop; how long have i|was i
		walk|take me through my day|week|morning|afternoon; which one? did i use|open|visit ..`,
		`selected|selection|copied|typed|screen|here|this page|file; got open; <i> have got`},
}
