package phrase

// The word lists decide which bare words can be a label, and what kind of sentence begins in some other way.

// otherVerbs are commands that people give and this grammar has no tool for.
var otherVerbs = words(`order drag translate rename hold pinch buy send email call play pause stop close delete remove copy paste cut
	print find search highlight zoom resize minimise minimize quit exit kill restart reboot shut shutdown lock mute unmute raise lower
	increase decrease dim brighten remind schedule create add download upload install uninstall share reply forward swipe rotate draw
	explain summarise summarize tell give bring fetch cook sing drive sort filter swap replace hover focus refresh reload record draft
	compose cancel save look wait watch listen learn teach calculate compute convert count dictate edit fix format get help insert join
	leave log mark measure merge pin post publish rearrange rewrite run say scan screenshot shorten speak split stream submit subscribe
	take tweet unlock update wake wash water book compare describe research remember forget keep let unfold expand collapse drop erase
	right-click middle-click triple-click long-press shift-click ctrl-click use bookmark archive attach capture clean crop duplicate
	empty escape eject export import invite message move navigate notify pull reset restore resume rewind ring skip spell squeeze start
	switch sync tag text toggle track transfer turn type untag view volume zip`)

// uiVerbs are those that people put behind text they want typed; with an object they are a command of their own.
var uiVerbs = words(`save close copy paste cut print delete remove send submit quit exit minimise minimize find search restart
	reload refresh rename drag order buy email call play pause stop share reply forward download upload`)

var negations = words("don't dont not never no neither nor nothing won't mustn't shouldn't can't cannot nobody none without avoid stop")

var denials = words("don't dont not never won't mustn't shouldn't can't cannot nor neither didn't doesn't isn't")

var asks = words(`what what's whats where where's when why who who's whose whom which how how's is are am was were do does did have has had
	shall should may might can could will would isn't aren't don't doesn't didn't wasn't won't can't couldn't wouldn't`)

var reporting = words(`say says said saying tell tells told ask asks asked write writes wrote reads mention mentions mentioned claim
	claims claimed suggest suggests suggested recommend recommends recommended insist insists insisted state states stated shout shouts
	shouted whispered announced explained ordered instructs instructed advises advised reminded reminds according quote
	quoted quotes means meant called yelled replied answered added instructions`)

var conditions = words(`if when whenever once unless until till suppose supposing imagine maybe perhaps assuming assume pretend
	hypothetically would could might provided in-case wish hopefully otherwise`)

var pastVerbs = words(`pressed clicked tapped pushed opened launched started typed wrote written entered ticked unticked checked
	unchecked selected chose chosen picked scrolled set changed cleared maximised maximized snapped centred undid undone visited went gone
	double-clicked copied read had was were been did hit filled turned switched enabled disabled reverted moved closed`)

var pastMarks = words("yesterday ago already earlier previously")

var persons = words("i we you he she they it i've we've you've he's she's they've")

var copulas = words("is are was were am been being isn't aren't wasn't weren't")

var inflected = words(`is are was were am been isn't aren't has had have hasn't did does do didn't doesn't will would can could should must may
	might shall won't can't matters helps works means seems looks needs wants makes takes gets gives goes comes says tells asks happens
	sells costs hurts kills stays keeps feels sounds wins loses beats tastes smells leads brings shows causes requires depends remains
	becomes attracts spreads changes turns runs begins starts ends falls grows rises leaves never always often usually sometimes`)

var hardInflected = words("is are was were am been isn't aren't has had hasn't did does didn't doesn't will would could should must might")

var subjects = words("i he she they we you it i'm i'll i've you're he's she's it's they're we're")

var objects = words("it that this them me him her us those these one something anything someone everything everyone nothing somebody anybody here there yourself myself itself")

var quantities = words("a an all every each any some both several many few more most another either neither two-thirds half")

var possessives = words("my your his her our their its")

var particles = words(`on ahead to into onto for with against through off up out away over down in at by from of about as than around along
	and or but between without toward towards per via like so too very until`)

var places = words("beside below above near behind between beneath underneath opposite next")

var times = words("tomorrow later tonight yesterday soon today monthly weekly daily hourly sometime someday eventually")

var foreign = words(`bitte jetzt für nein ahora luego oder morgen alles danke gracias merci prego grazie sofort de het een der das den dem ein eine einen le les du des el los las lo gli och ett una il op naar und oder auf
	mit sur dans avec sul della pour der por para nicht niet mij`)

// secondThoughts take back what was said.
var secondThoughts = words("actually sorry oops whoops rather hmm hm er um wait nevermind")

var opinions = words("mean meant think thought said say guess wonder hope wish want wanted need")

var adverbs = words(`quickly slowly wisely carefully gently firmly lightly hard softly harder faster slower properly gladly nicely early late
	fast together alone apart anew afresh well better loudly quietly correctly once twice thrice`)

var articles = words("the this that these those")

// common are labels that people say in lower case.
var common = words(`ok okay cancel save open close send submit next back previous continue finish done apply yes no search go login log sign
	register install update delete remove add new edit copy paste cut print export import download upload share reply forward refresh reload
	retry stop play pause start menu settings preferences options help about home file view tools format insert window history bookmarks
	undo redo find replace select accept agree decline reject confirm allow deny block ignore skip dismiss abort resume record mute unmute
	exit quit clear reset default defaults browse upload run build connect disconnect discard keep try more less show hide expand collapse
	details properties profile account password username name email subject message title address phone city country date time checkout cart
	buy pay order subscribe unsubscribe follow like comment post publish create draft archive trash bin inbox sent starred`)

// compounds are nouns that make one noun with a verb before them.
var compounds = map[string]set{
	"press":  words("release releases conference conferences freedom coverage kit secretary office officer agency gallery pass corps charges junket room statement statements cutting cuttings club council reports photographer ups"),
	"open":   words("source air house season mind minded heart sea seas road market access mic bar letter letters question questions secret relationship standards science data doors sesame wide university plan day ended fire concept marriage government borders society water waters space spaces sandwich mouth wound sources sandwiches windows"),
	"type":   words("of setting face"),
	"check":  words("list mate mark marks point points engine in out up book ins"),
	"scroll": words("bar bars wheel wheels lock saw"),
	"hit":    words("list man men song songs parade points rate squad counter counters single singles record and"),
	"push":   words("notification notifications factors comes ups pin pins chair back start"),
	"tap":    words("water dance dancing dancer room shoes root"),
	"click":  words("bait fraud rate rates beetle farm farms through"),
	"set":    words("theory point points piece list design designer theories"),
	"start":  words("date dates line lines up ups over again fresh with anew afresh button point time times"),
	"launch": words("date dates party pad pads window site vehicle day"),
	"pick":   words("pocket up up's axe me us him her pockets"),
	"select": words("committee committees few"),
	"choose": words("life wisely me us between sides"),
}

// smallActions follow "to" when it tells what a press is for: "press start to begin".
var smallActions = words("begin continue play exit proceed start close open see save win enter stop quit go get make be do confirm cancel finish submit")

// goods are what is turned on and off that is no setting on the screen.
var goods = words(`light lights lamp lamps music computer tv television heating heater radio sound power machine screen display phone alarm
	monitor laptop pc fan oven stove tap water gas engine car everything camera tone`)

// affairs are what is checked that is no check box.
var affairs = words(`mail mails email emails e-mail weather messages calendar news time spelling inbox balance updates notifications traffic
	homework grammar stocks facts book list engine in out up on off for if whether that with out under over by is was and again twice
	answers schedule status diary post box prices oil temperature tyres tires`)

// kinds map the last words of a label to a role; an empty role is a kind that fits several.
var kinds = map[string]string{
	"button": "button", "link": "link", "hyperlink": "link", "tab": "tab", "checkbox": "checkbox", "check box": "checkbox", "tickbox": "checkbox", "tick box": "checkbox",
	"check-box": "checkbox", "radio": "radio", "radio button": "radio", "menu": "menu", "menu item": "menuitem", "menu entry": "menuitem",
	"toggle": "toggle", "switch": "toggle", "toggle button": "toggle", "slider": "slider", "text field": "text", "text box": "text", "textbox": "text", "input field": "text",
	"combo box": "combo", "combobox": "combo", "dropdown": "combo", "drop-down": "combo", "dropdown menu": "combo", "drop down": "combo",
	"heading": "heading", "cell": "cell", "row": "item", "image": "image",
	"field": "", "box": "", "icon": "", "option": "", "item": "", "entry": "", "control": "", "key": "",
}

// vagueKinds are kinds that end labels too; they count as kinds behind an article or quotes only.
var vagueKinds = words("image heading cell row option item entry control key icon switch toggle radio")

// fieldKinds are what people call a place for text or a value; they are no part of its name.
var fieldKinds = lines(`field,box,text field,text box,textbox,input,input field,input box,text area,textarea,area,entry,bar,slider,spinner,spin box,
	number field,spin button,dropdown,drop-down,drop down,dropdown list,drop-down list,combo box,combobox,list,menu,selector,picker,setting,option,
	checkbox,check box,check-box,tickbox,tick box,switch,toggle,line,column,dropdown menu,choice`)

// plainFields are fields that people name in lower case.
var plainFields = lines(`search,name,first name,last name,full name,subject,title,message,body,password,email,e-mail,url,address,username,user name,
	city,phone,age,comment,comments,notes,description,to,note,query,filter,date,street,country,company,zip,postcode,terminal,editor,chat`)

// holders are kinds of containers.
var holders = lines(`group,panel,section,tab,dialog,dialogue,window,menu,submenu,toolbar,tool bar,list,sidebar,side bar,pane,box,area,bar,form,page,row,table,
	frame,column,card,popup,pop-up,view,dropdown,drop-down,menu bar,dialog box,drop-down list,dropdown list,combo box,combobox,field,app,application,header,footer,tree,sheet,grid,dropdown menu,drop-down menu`)

// appNouns are programs that people name in lower case, with or without an article.
var appNouns = lines(`calculator,terminal,browser,web browser,text editor,editor,file manager,files,file browser,settings,system settings,control panel,
	music player,player,mail,email client,mail client,calendar,clock,camera,notes,maps,photos,photo viewer,image viewer,document viewer,pdf viewer,
	screenshot tool,paint,word processor,spreadsheet,task manager,system monitor,app store,software centre,software center,dictionary,console,
	archive manager,disk usage analyzer,disk usage analyser,character map,font viewer,weather,contacts,messages,video player,media player,password manager,
	firefox,chrome,google chrome,chromium,mousepad,gedit,gimp,vlc,spotify,slack,discord,zoom,teams,vs code,vscode,visual studio code,code,thunderbird,
	libreoffice,libre office,writer,inkscape,blender,obs,steam,telegram,signal,whatsapp,emacs,vim,kate,konsole,dolphin,nautilus,thunar,xterm,safari,edge,
	gnome-calculator,galculator,kcalc,xcalc,notepad,finder,preferences,activity monitor,system preferences,text edit,textedit,audacity,krita,okular,evince,
	eog,obsidian,notion,figma,signal,skype,outlook,word,excel,powerpoint,itunes,music,tv,podcasts,reminders,brave,opera,vivaldi,arc,iterm,xed,pluma,leafpad,geany`)

// appHeads end the name of a program.
var appHeads = words("editor viewer player manager monitor browser settings calculator terminal analyzer analyser studio store recorder reader client center centre app application program tool emulator")

// sites are places that people go to by name.
var sites = map[string]string{"hacker news": "https://news.ycombinator.com", "hn": "https://news.ycombinator.com", "twitter": "https://x.com", "x.com": "https://x.com", "chatgpt": "https://chatgpt.com", "chat gpt": "https://chatgpt.com",
	"claude": "https://claude.ai", "product hunt": "https://www.producthunt.com", "stackoverflow": "https://stackoverflow.com", "you tube": "https://www.youtube.com", "git hub": "https://github.com",
	"google maps": "https://www.google.com/maps", "facebook": "https://www.facebook.com", "instagram": "https://www.instagram.com", "github": "https://github.com", "youtube": "https://www.youtube.com",
	"gmail": "https://mail.google.com", "google": "https://www.google.com", "reddit": "https://www.reddit.com", "linkedin": "https://www.linkedin.com",
	"amazon": "https://www.amazon.com", "netflix": "https://www.netflix.com", "wikipedia": "https://www.wikipedia.org", "stack overflow": "https://stackoverflow.com"}
