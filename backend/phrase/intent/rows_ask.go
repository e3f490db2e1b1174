package intent

// learnRows are questions about how something is done or what it is, which may name parts of a screen without meaning
// those in view.
var learnRows = []row{
	{Knowledge, 0.95, all, 0, clause, `
		how do|does|can|could|should|would|might|did !<this>|<that>|the ..; how to ..; should i|we|you|one|people ..
		can|could|may i|we|you|one .. without|if|in|with|be
		what is the|a|an .. best|easiest|fastest|quickest|right|proper|good|correct|safest|difference|point|purpose|shortcut|keyboard|command|word|<fact> ..
		what <be> the <fact> ..; what is|are|was a|an|some|good|typical ..; what happens|happened if|when|to|after|at; what would happen
		what does !<this>|<that>|it|the|my .. mean|stand|do; what does it mean to|when|if|for
		why would|should|do|does|did|is|are|can !<this>|<that>|it|the|my ..; teach|show|tell me how ..
		explain|describe how|why|what|when a|an|is|are|to|the|people|do|does|<fact>|<wh> ..; what <be> .. <fact> between|of|for|in|behind ..
		who|when invented|discovered|wrote|painted|founded|created|composed|directed|built|first|won ..
		<be> it bad|good|safe|possible|better|worse|okay|legal|illegal|true|healthy|dangerous|normal|rude|correct|worth|hard|cheaper|polite|risky|ok ..
		where did|do|does !<this>|<that>|i .. come|live|originate|grow; how come ..
		which <be> better|faster|bigger|cheaper|healthier|larger|longer|older ..
		what <be> the|some .. pros|cons|benefits|advantages|rules|steps|ingredients|symptoms|differences|reasons|causes|<fact> ..
		who|what was|were the first|last|best|greatest|man|woman|king|queen; where|when|why did|was|were|do the|people|we|they ..`,
		`
		here; <this> <scr>|<doc>|thing|site|app|box|one|color|button; <that> <scr>|<doc>; on <this>|my|the screen|page|desktop; in front of
		at the top|bottom|left|right; in the top|bottom|left|right|corner|sidebar|menu|toolbar|dialog|window|terminal|dropdown|footer|header
		grayed out|gray|red|flashing; looking at; have got? open|selected|written; it say|says; you see|hear
		listed|shown|displayed|selected|highlighted; the title|total|price|number of|at|on|in|for|here the|<this>|here; what <be> <this>|<that>
		<this> $; what is my|the <tool>`},
}

var screenRows = []row{
	{Screen, 0.95, all, 0, whole, `
		what <be> <this>|<that>|it|those; what <be> all? <this>|<that> about|for|here|thing|stuff|all|saying|mean ..
		summarize|describe|proofread ..  <this>|<that>|it|me; summarize; describe; proofread; describe what you see
		read <this>|<that>|it out|aloud|loud|to ..; read <this>|<that>|it; read aloud; read out loud; explain <this>|<that>|it; what now
		what does|do it|this|that|they say|show|mean|want; what do you see; what can you see; where am i; what changed; anything new; the gist; tldr
		who <be> <this>|<that>; what is on|there here?; what is going on here?`, ``},
	{Screen, 0.95, asking | wishing, 0, has, `
		on <this>|my|the|your|here screen|display|monitor|page|slide|form|website|site|sheet|map; am|are|is i|we|you <very> looking|staring at
		<i> <be> <very> looking|staring at|for; <i> looking|staring at; can|do|could you see|read
		you see|seeing .. <scr>|<doc>|here|on|there|anything|it|this; in front of me|us; what you see
		have <i>? got? .. open|selected|written|highlighted|typed|copied|here
		that|which|just <be>|has|have|just popped|came|come|appeared|opened|showed|shown; popped|come|came|showed up
		walk me|us through <this>|<that>|what|the|my; gist of
		listed|shown|showing|displayed|visible|highlighted|grayed|underlined here|now|on|in|at|right|out|above|below|as
		<be> <very> grayed|highlighted|selected|ticked|checked|showing|flashing|blinking|spinning|underlined|loading|crossed ..
		at the very? top|bottom|left|right|foot|end
		in the .. top|bottom|left|right|upper|lower|corner|sidebar|toolbar|menu|dialog|popup|footer|header|taskbar|dropdown|background|inbox
		top|bottom|upper|lower|left|right left|right|corner|hand; small|fine print
		under|above|below|beside|behind|after|before the|this|that heading|picture|button|table|title|image|photo|chart|logo|dialog|window|line|box|graph|map
		page|app|window|tab|site|slide <be> i|we|this|that|it|<very> on|in|open|active|focused|at|<state>; i <be> on $; my cursor; lost my place`,
		`
		how do|does|can|could|to !<this>; what is a|an; what does .. mean in|for; on the market; in general; on my own; on the page of
		<my> page|site|website; history of; on my way; to see if; <tool>; <num> screen; in the background compare; when i
		what <be> the capital|best|difference; <act> it|them ..; , <act> ..`},
	{Screen, 0.95, orders | wishing, 0, clause, `
		read|skim|proofread !my|up|about|more|<he>|receipts ..
		summarize|describe|explain|recap|condense|interpret|simplify <this>|<that>|it|them|what|whatever|everything ..
		summarize|recap|condense|describe|explain|interpret .. the|my|<this>|<that>|these .. <doc>|<scr>|gist|code ..; sum <this>|<that>|it up
		sum up ..; sum .. up
		give me|us .. gist|summary|rundown|short|main|key|bullet|overview|idea|version|breakdown of? <this>|<that>|the|it|what|here
		give me|us the gist|short|summary|tldr ..; sum <this>|<that>|the|my ..; sum .. in|into; walk|talk me|us through <this>|<that>|the|what|my ..
		tell me|us about <this>|<that>|the|what <doc>|<scr>|is|on|you; look at <this>|<that>|the|my; have|take a look ..
		see what|if|whether|how .. <doc>|<scr>|here|it|says|<this>
		check|look|see if|whether|for .. <doc>|<scr>|spelling|grammar|typos|mistakes|errors ..
		count|list|name|identify|spot|tell the|all|how|every|me .. <scr>|<doc>|<state>|here|<this>
		find .. typo|typos|mistake|mistakes|error|errors|bug|spelling|difference; spot the|any; any|check|spot for? typos|mistakes|errors|spelling
		explain|describe|interpret my <doc>|<scr>; what .. says|say`,
		`
		like i|a <be>|five|child|kid; <this> as a|my|the; with <src>
		the .. rules|theory|concept|idea|history|plot|meaning|principle|process|basics|role|life|behind|war|effect|theorem|difference|law|paradox|revolution|problem|cycle|taste|culture|crisis|system|offside|process
		my day|week|flow|automation; the news; what a|an; what happened|causes; how|why <it>|to|a|do|does|<be>
		to <he>|her|him|mum|<poss>|tom|bob|anna; into|shorter|longer|<num>; planets|countries|presidents|states|elements|reasons|ways; <tool>; <web>
		my <doc> to; name|list <num>|a|an|some|three|five|the .. of|in .. world|history|europe|solar|order|africa|asia|bible|france
		read later|receipts; to my|the .. folder|board|team; for the|a meeting .. remind; typed; a list|table of .. <num>; in order`},
	{Screen, 0.95, asking, 0, clause, `
		<wh>|<be>|<aux> ... <this> <scr>|<doc>|thing|app|guy|person|man|woman|place|color|shape|stuff|little|big|red|blue|green|yellow|weird|strange|spinning|numbers|words|character|people|actor|hotels|laptops|options|tiny|small|long|plots|plot
		<wh> <be>|do|does|did|has|have <this>|<that>|those !<time>|true|possible|how|why|because|legal|safe|normal|right|take|feel|rain|snow|mean|cost|called|so|like ..
		<be> <this>|<that>|those !<time>|true|possible|how|why|because|legal|normal ..
		does|did|do|can|will|has|<be> <this>|<that>|they <very> say|mention
		does|did|do|can|will|has|<be> <this>|<that>|it|they say|mention|show|include|look|accept|list|contain|explain|need|want|ask|finish|finished|done|loaded|saved|work|worked|go|went|sent|ready|over|complete ..
		which|what|how|who|any .. of <this>|those; what|which|who|where <be> <this>|those|that
		<wh>|<be>|<aux> ... the|my|that|your|any|which|what|whose|a .. <scr>; <wh>|<be>|<aux> .. the|my|that|any .. <shown>; <be> <my> <doc>
		<wh>|<be>|<aux> .. here; <wh>|<be>|did|has|does|do|have ... <state>; <wh> of? the .. <state>|buttons|options|prices|rows
		where <be>|was the|that|my <scr>|<doc>|search|submit|login|logout|save|settings|ok|cancel|next|back|send|share|sign|x|buy|checkout|menu|on|off|cursor|mouse|pointer ..
		where do|can|should i|you click|press|tap|log|sign|enter|type|find|go|put|start|scroll|look|see|change|set ..
		what should|do i click|press|type|fill|enter|choose|pick|select ..
		how many !days|legs|<time>|calories|ounces|planets|countries|continents|bones|cups|feet|miles|grams|tablespoons|states|players|hours|moons|teeth|strings|keys .. unread|selected|open|new|left|items|tabs|windows|rows|messages|emails|results|there|notifications|pages|columns|buttons|links|files|pictures|words|comments|errors|people|slides|unread|photos|tickets|participants|likes|replies|seats ..
		how far|much along|done|left|longer; how long until|till|left|more; what color <be> the|that|this|<my>
		who <be> .. in|on|from|talking|speaking|calling|presenting|sharing|this|attending ..
		who|whose sent|wrote|posted|signed|replied|liked|commented|name|face|turn|email|message|desktop|cursor|edited|changed|is|added .. the|this|that|it|last|me|on|here|first|in|talking|speaking|typing|calling|presenting|sharing
		what <be> .. wrong|behind|inside|under|underneath|below|above|left|next|written with|the|this|that|to|on|in|my|here ..
		what did|does|do|has the|my|that|those|they .. <doc>|<scr>|command|terminal|tests|compiler|server|computer|icon|status|console|dialog|numbers|colors|lines|bars|dots|symbols|arrows|red|stars|little|green|last|first|second ..
		did|has|<be>|was|does|will|have the|my|that|there .. <doc>|<scr>|installation|sync|login|command|payment|backup|tests|connection|unread|typo|typos|mistake|mistakes|errors|spelling|import|export|transfer ..
		why <be>|does|did|do|can|will <not>? the|my|that|it|<this> .. <scr>|<doc>|gray|grayed|red|blank|flashing|crossed|underlined|disabled|missing|slow|empty|stuck ..
		what .. tabs|windows|apps|programs are|have|is|do ..
		what|which|who <scr>|<doc>|option|one|row|number|column|file|person|app|line|tab|user|team|product|city|country|month|color|name|field|version .. <be>|has|have|comes|was|shows|says|do|does|did|got|needs|wins|costs|looks|gives|should
		what is the|my .. <doc>|<scr>|name|headline|subject|sum|date|last|value|caption|url|status|cheapest|result|author|deadline|score|balance|subtotal|sender|phone|biggest|highest|lowest|third|best .. of|on|in|at|line|here|for|said|word|row|step|said|from|listed|with .. <this>|the|that|<doc>|<scr>|here|it|there|top|bottom|terminal
		what is that|this|those little|big|red|blue|green|yellow|small|round|gray|weird|strange|funny|blinking|flashing|spinning|tiny ..
		what <be> <that> .. <scr>|<doc>|for|about|doing|noise|on
		anything|something|someone|anyone .. red|new|wrong|missing|selected|unread|interesting|important|from|odd ..
		<be> anything|something|anyone|everything ..; <be> all ..; what <be> it asking|saying|doing|showing|waiting|trying ..
		what is happening|going|written|showing|displayed|playing|open|selected|highlighted|blocking|loading|flashing|in|on|there|running|typed|missing|highlighted|left ..
		how much <be>|does the|it|this|that|do|are .. item|cart|total|order|one|in|ticket|shipping|altogether|cost|they|is $
		what <be> .. options|choices|prices|results|headlines|tabs ..; <be> <i> logged|signed|muted|on|sharing|connected|recording|in|looking ..
		does anything|it .. look|say|wrong|red|stand; do <i>|they have .. unread|new .. messages|emails|mail|notifications
		what do <i>|they|these|those|we have|want|need .. <scr>|<doc>|fill|to do|here; whose .. <be>; did it ..
		which .. <be> .. selected|open|here|<this>|cheapest|first|active|listed|on|highlighted|running ..`,
		`
		the .. history|capital|meaning|definition|population|tallest|largest|biggest|longest|world|universe|bible|rules|roman|average|moon|sun|earth|french|german|titanic|euro|war|weather|president|ocean|first
		<this> <time>|country|decade
		in javascript|python|html|css|java|rust|go|git|excel|word|photoshop|english|french|basketball|football|chess|cricket|general|history
		<a> browser|computer|laptop|keyboard|recipe|book|contract|lease|human|website|database; how long do|does|should|to
		what should i cook|eat|wear|do|say|watch|read|name|buy|get|bring|make; calories; most common; on average; true; today; tomorrow; weather
		timer; how do|to; most|all people; the royal; what would; in <time>; between; on <num>`},
}

var knowledgeRows = []row{
	{Knowledge, 0.95, asking, 0, starts, `<wh> ..; <be>|does|did|do|can|could|will|would|should|has|have|was|were !you`, `<this> $; here; here $; <that> $`},
	{Knowledge, 0.9, asking, 0, clause, `
		<wh> <be>|<aux>|much|many|long|far|old|tall|to|come|often|big|would ..
		<be>|do|does|did|can|could|should <he>|<i>|it|there|<det>|people|you|anyone ..`, `here $`},
	{Screen, 0.9, asking, 0, has, `<this>|here`, `<this> <time>`},
	{Knowledge, 0.9, telling | wishing, 0, starts, `
		<fact> of|for|in|to|on|from|between|about ..
		a|an|some|any|the|my|good|three|five|best|quick|easy|<num> .. <fact>|<art> of|for|in|on|about|from|with|against ..
		<num> ..  in|to|into|plus|minus|times|divided|percent|x|squared|degrees .. <num>|kilometers|miles|celsius|fahrenheit|euros|dollars|pounds|cups|grams|kilos|kg|km|inches|cm|litres|hours|minutes|yen|ounces|feet|metres|of ..
		square|cube root|of ..; any .. ideas|tips|advice|suggestions|idea|clue|facts ..; <art> about|on|for ..; trivia|facts|fun about|fact ..
		time in ..; weather in|for|tomorrow|today ..; difference between ..; best way to ..; french|german|spanish|italian|latin|japanese for ..
		steps to ..; reasons why|to|for ..; quick question ..; curious|wondering|question about|how|what|why|whether|if
		i|we <be> curious|wondering|interested about|how|what|why|whether|if|in ..; i|we need|want|could use .. <fact>|<art> ..
		help me understand|with|decide ..; so? how|why|what ..`,
		`<tool>; <act> .. <scr>; of freedom; of the year; email|mail; what a; <be> <prep>; today is`},
}
