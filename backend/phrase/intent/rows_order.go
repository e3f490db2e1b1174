package intent

var actionRows = []row{
	// Orders that want words, not deeds.
	{Knowledge, 0.95, orders | wishing, 0, clause, `
		write|compose|make|give|create|invent|tell|recite|come|draft|need|want me|us|up|a|an|with|the|some .. <art> ..
		write|compose|draft <art>|<num> ..
		define|spell|pronounce|conjugate|recite|paraphrase|elaborate|brainstorm|estimate|predict|prove|derive|solve|factor|differentiate|integrate|compute|calculate|divide|multiply|subtract ..
		convert .. <num> ..; add <num> .. to|and|plus .. <num>; what is <num>
		list|name|tell|give|rank|order .. planets|presidents|countries|states|elements|reasons|capitals|ways|advantages|differences|primes|kings|types|months|books|films|movies|colors|animals|rivers|oceans|continents|vitamins|composers|inventions|cities|numbers|popes|wonders ..
		name|list a|an|<num>|some|me|three|five ..
		give|suggest|recommend|offer|think|come|list|tell|share|find|get me|us|of|up|a|an|some|any|the|<num>|with|good|best|three|five .. <fact> ..
		suggest|recommend a|an|some|me|good|something|where|what|how ..
		tell me|us about|something|more|why|how|what|when|who|where|if|whether|the|a|an|everything|two|three|some|anything ..
		teach|educate me|us ..; explain|describe|illustrate|justify|demonstrate|clarify ..
		help me understand|decide|choose|remember|learn|think|plan|pick|study|practise|practice|revise|prepare|with my|figure|come ..
		remind me what|how|who|why|where|which ..; translate !<this>|the|my|it|that .. into|to ..
		say .. in french|german|spanish|italian|japanese|english|polish|dutch; compare ..; talk|walk|take|run me|us through ..
		give me|us a|an|the|some brief|short|quick|simple|rundown|crash|one|few ..; let me know how|what|why
		plan a|my|me trip|holiday|workout|dinner|meal|menu|party|weekend; quiz|test|drill me ..; round <num>; simplify|rhyme ..
		write|make|give|create|plan me|us|a|an .. workout|diet|meal|plan|itinerary|schedule|cover|apology|wedding|thank|bedtime|short ..  <art>|for|letter|plan
		debate|discuss|argue ..; imagine|guess ..; pick|choose|flip a|an number|card|coin|name|color between ..; flip|toss a coin
		roll a|two|the die|dice; help with my|<this> homework|maths|math|essay`,
		`
		<this>|<that> <doc>|<scr>|text|page|selection|paragraph|song|playlist; when|once|as it|this|the|soon; <tool>; translate <this>|the|my|it
		on my|the screen; email|mail; in word|excel|sheet; in the|my document|sheet|file|doc|notes; song|track to|on .. playlist|spotify
		story on|to|in instagram|my; the file|window|tab; to my|the; typed; in the field|box; volume|brightness`},
	{Action, 0.95, wishing, 0, clause, `
		i|we need|want|require a|an|the|my|to|some|it|<this>|<that>|another|more|less|new|all|<tool>|you ..; i|we <very> need|want ..
		i|we would like|love|prefer a|an|the|my|to|some|it|<this>|<that> ..; i|we <be> looking|trying for|to my|the|a|<act> ..
		i|we can not|barely|hardly hear|read|find|see ..; i|we <not> hear|find|see|read|want ..; i|we need|want`,
		`
		know|understand|learn|how; get better; to be|go|sleep|eat|lose|quit|die|try|believe|travel|live|retire|cry|scream|marry|move; try
		if you still; seat; help with; coffee|beer; nap; what; to find out; hope; see a thing; the blue; when i; your; see the point`},
	{Action, 0.9, all, 0, has, `
		too <loud> !$; too <loud> $; <not> hear anything|it|this|that|the|a|you|him|her|them; <not> read it|this|that|anything
		hard|difficult to read|hear|see; hurts my eyes
		make them|it|<this>|that|<scr> <act>|go|stop|bigger|smaller|larger|louder|quieter|brighter|darker|bold ..; get rid of
		needs|need to be <state>|bigger|smaller|louder|closed|off|on
		i want|need <this>|that|it|them|the|my .. closed|open|off|gone|bigger|smaller|printed|saved|muted|deleted|moved|sent|louder|on|full`,
		`was so|too; were; when i; how|why|what|who <be>|do|does|can|would|to; <he> <be>; coffee|soup|tea|dim we; told; if`},
	{Action, 0.95, all, asking, starts, `
		<num> percent volume|brightness; volume|brightness $; volume|brightness|sound up|down|to|at|<num>|max|off|on|all|a|half|full|please|way
		full|max|maximum|half|minimum|min|lowest|highest|zero|more|less volume|brightness|screen|sound|light|contrast ..; full screen
		screen|display brightness|off|brighter|darker|lock|lighter; <louder> $; <louder> a|by|now|on ..; <num>|<a> <num> minute|hour|second timer
		timer|alarm <num>|<time> ..; next|previous $; no more notifications|pop|popups|music|sound; enough music|noise ..
		meeting|lunch|dinner|call|appointment|coffee|breakfast|drinks with .. at|on|tomorrow|next ..; factory reset ..
		a|much|bit|lot|way|little|even|some .. <louder> ..
		next|previous|last|first|new|prev tab|track|song|page|slide|window|desktop|video|episode|result|message|email|step|one|workspace|match|field|picture|photo|chapter|headline $
		back to|one|a|page|tab|please ..; page up|down
		dark|night|light|airplane|focus|private|incognito|reader|sleep|presentation mode|window|tab ..; do not disturb ..
		bluetooth|wifi|vpn|airplane|hotspot|notifications|microphone|camera|subtitles|captions|mic on|off; night shift|light ..; screenshot ..
		off to; right|double|triple|left|middle|long click|tap|press ..
		ctrl|control|command|cmd|alt|shift|option <act>|a|b|c|d|f|n|p|s|t|v|w|x|z|plus|and|tab|enter; spell check ..; log|sign in|out|me|off|up ..
		hang up; zoom in|out ..; directions|route|navigation to|from|home; straight|all the? way? up|down|to; caps lock ..
		subtitles|captions|sound|music|lights on|off; some music|jazz ..; music please?; two|three|one|<num> steps|notches up|down ..
		up|down a|<num>|one bit|little|notches|lines|pages ..; lights out|on|off; window to the; again from`,
		`
		of the year|encyclopedia; volume|brightness|screen|music|sound of|is|are|was|were|discounts|control|knob|licensing; volume <num> of
		<be> <prep>|so|too|handy|moot; means; told; one of; said; times`},
	{Action, 0.94, orders, 0, starts, `<act> ..`, ``},
	{Action, 0.94, orders, 0, clause, `<act> !<be>|has|had|did ..; <act> $`, `<he> <told>; i <be>|were; the|my .. said; <he>|they|she <act>|<be>; and <act> $; our; i have been; , <act> $`},
	{Action, 0.92, asking, 0, has, `can|could|would|will you|we !<hearts>|hear|see|be|have|feel|do|ever|please .. the|my|<this>|that|it|to|a|all|up|down|off|on|me`, `how|what|why|who; joke; size`},
}

// restRows go by little: their confidence says so, and a way that does with less is not taken for them.
var restRows = []row{
	{Screen, 0.9, orders | wishing, 0, clause, `<reads> ..`, ``},
	{Knowledge, 0.9, orders | wishing, 0, clause, `
		<tell> ..; i|we want|need|would|like .. know|understand|learn|hear|find .. about|how|why|what|more|out; i|we <be> curious|wondering ..`, ``},
	{Research, 0.9, orders | wishing, 0, clause, `<inquire> ..`, ``},
	{Action, 0.85, telling, asking, starts, `
		!<i>|<you>|<he>|<it>|<this>|<that>|<there>|<det>|<my>|<their>|<prep>|<joins>|<not>|<num>|<time>|<be>|<aux>|<wh>|<person>|<hi>|<very>|<doc>|<scr>|<tool>|<nice>|<poss>|<act>|<tell>|<reads>|<inquire>|<fact>|<art>|all|both|is|like|just|maybe <my>|<this>|the|all|every|everything|it|<that> .. <doc>|<scr>|<tool>|everything|up|down|away|tabs|apps|folder|stuff|background|off ..
		!<i>|<you>|<he>|<it>|<this>|<that>|<there>|<det>|<my>|<their>|<prep>|<joins>|<not>|<num>|<time>|<be>|<aux>|<wh>|<person>|<hi>|<very>|<doc>|<scr>|<tool>|<nice>|<poss>|<act>|<tell>|<reads>|<inquire>|<fact>|<art>|all|both|is|like|just|maybe up|down|out|off|over <my>|<this>|the|all|it|<that> .. <doc>|<scr>|<tool>|everything|tabs|apps|stuff ..`,
		`<be>|has|had|did|does|will|would|could|should; <he>; said|told|asked; ,`},
	{Chitchat, 0.9, telling, asking | orders, starts, `hi|hello|hey|hiya|howdy|yo|greetings|heya !<scr>|<doc> ..`, `<scr>|<shown>; <he>`},
	{Chitchat, 0.8, telling, asking | orders, starts, `i|we .. <feel>|love|hate|miss|happy|job|birthday|excited|dream|friends ..; you ..`, `if; <shown>|<scr>; the <doc>|<tool>; told|said|asked; <he>; <not>; when; keep`},
}
