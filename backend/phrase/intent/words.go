package intent

// wordClasses are the classes of words that patterns name. A class whose name ends in "+s" holds the plurals too.
const wordClasses = `
wh: what which who whom whose where when why how
be: is are am was were
aux: do does did can could will would should shall may might must have has had
modal: can could will would should shall may might must
i: i we
me: me us
you: you
he: he she they everyone everybody someone somebody nobody
it: it
this: this these
that: that those
there: there here
here: here
det: the a an
the: the
a: a an any some another one
my: my our
your: your
their: his her their its
prep: of in on at to for from with about into onto over under by between beside behind below above near than without inside
poss: whose
joins: and but so then or because
not: not never no
q: much many long far old often big tall fast high late early deep large heavy expensive hot cold

num: one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
 thirty forty fifty sixty seventy eighty ninety hundred thousand million half quarter dozen zero first second third fourth fifth
time: today tomorrow tonight yesterday morning afternoon evening night noon midnight week weekend month year day hour hours minute minutes
 second seconds monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
 november december days weeks months years mondays fridays minute season century moment time times
money: pounds dollars euros euro percent pence

scr+s: screen window tab button menu icon dialog dialogue popup toolbar sidebar checkbox dropdown cursor taskbar dock scrollbar slider textbox
 tooltip notification banner cell column row desktop display monitor captcha panel pane header footer heading headline widget thumbnail
 spinner toggle breadcrumb caption watermark badge layout gui interface navbar ribbon
doc+s: page email mail message document file pdf photo picture image chart graph table paragraph title article text form field error
 warning terminal log output spreadsheet sheet slide video call list link website webpage site letter invoice receipt map diagram post comment
 tweet review listing section sentence line selection box bit part code function script snippet number total option result item
 attachment folder thread conversation chat inbox calendar app program browser console prompt build download upload update alert
 contract presentation passage chapter print word figure formula screenshot note label password progress bar editor
 draft signature logo symbol arrow subtitle transcript memo report summary quote question answer reply clip meeting shape step field
 agenda timeline dashboard ticket order cart price basket flight hotel product recipe job event invite invitation article ad advert
state: selected highlighted ticked checked greyed grayed visible shown showing displayed listed loaded loading active focused enabled disabled
 unread blinking underlined flashing written open opened done finished pending marked hidden muted saved stuck frozen circled attached
place: top bottom left right middle corner side upper lower foot end centre center edge beginning background foreground front
look: see read looking seeing reading watching shown showing

act: click tap press hit push open launch start choose select pick focus toggle type scroll save quit skip pause play resume raise lower
 increase decrease dim brighten create add compose draft reveal run close minimise minimize maximise maximize restore resize snap
 move drag drop copy paste cut undo redo delete remove erase wipe empty clear rename send forward reply mute unmute turn switch enable
 disable set put change lock unlock print refresh reload zoom download upload install uninstall update book order buy schedule
 remind cancel stop record share attach insert replace fill tick untick check uncheck sort filter tidy clean organise organize arrange
 search navigate go visit log sign sync connect disconnect eject mount commit merge push pull deploy compile execute submit post
 pin unpin star flag mark archive unsubscribe subscribe block unblock accept decline reject approve join leave hang dial call ring text
 message email ping answer respond reschedule postpone snooze dismiss hide show bring take grab capture screenshot crop rotate flip
 resize convert export import extract unzip zip compress compile highlight bold italicise underline format align indent shorten
 lengthen rewrite rephrase reword translate edit fix correct adjust reset restart reboot shut kill force enter input submit continue proceed
 go swap shift duplicate group ungroup split collapse expand unfold fullscreen tile center centre double right jump page make turn
 get give find look keep watch monitor track log pay transfer charge backup back restore remember forget bookmark note jot write
 start begin end finish stop shove throw bin trash dump chuck pull crank nudge bump boost silence shush hush fire boot load spin wake
 activate deactivate unpause rewind repeat shuffle queue autofill paste retry recover rename label tag assign invite rsvp mail
 order reserve redial use let tell list file feed plug hook pop kick stick hand do bump rerun scan whack prepare leave dictate build test
 sketch draw annotate circle point exit reopen reenable apply confirm deny allow permit purge format configure customise customize
 measure count allocate clone fork rebase checkout view max min max lift lend
 teach learn scroll wipe erase factory
firm: click tap press open launch toggle type scroll save quit skip pause resume mute unmute minimise minimize maximise maximize undo redo
 rename reload refresh zoom download upload install uninstall paste copy delete close print unmute screenshot
hearts: sit stand come wash brush hold wait hush breathe bend kneel swallow chew knit sew stir bake boil whisk knead peel chop fry simmer rinse
 pour eat drink sleep walk hug kiss smile relax listen stay duck pass wear climb

tell: tell explain describe define clarify
reads: read summarise summarize recap condense proofread skim
inquire: research investigate compare study analyse analyze
src+s: source citation reference study paper journal review expert evidence opinion analyst researcher literature finding publication
 scientist benchmark reviewer tester footnote bibliography
news: news headlines
size: big bigger biggest large larger largest strong stronger strongest smart smarter smartest better best heavy heavier powerful clever cleverer
 cleverest full huge brainy heavyweight top capable advanced serious proper beefier beefy massive deeper fancy fancier frontier
model+s: model llm ai brain gpt assistant machine network
person: mum mom dad daddy mummy mommy grandma grandpa granny nan sweetheart darling honey dear love mate kids guys folks children son doctor sir
 madam rex bro sis everyone everybody team class ladies gentlemen babe
told: said told says tells asked asks shouted yelled whispered replied claimed claims insisted mentioned suggested reckons thinks thought
 wants wanted ordered begged warned wrote writes announced answered explained keeps kept
feel: bored lonely tired sad happy stressed exhausted anxious excited nervous angry upset grateful depressed glad proud worried fine sleepy
 hungry miserable overwhelmed frustrated knackered feeling heartbroken homesick sick thrilled down cold scared ashamed
nice: great awesome brilliant perfect nice cool good excellent wonderful amazing fantastic lovely superb sweet fab splendid marvellous terrific
 smashing neat wow impressive fabulous magic beautiful ace
hi: hi hello hey hiya howdy heya yo greetings morning evening afternoon hallo aloha
bye: bye goodbye cheerio ciao farewell toodle
thank: thanks thank cheers ta thankyou thx appreciated
elsewhere+s: door kettle seat soup sauce dough onion garlic lid oven pan pot soil seed seedling rose hedge lawn eye jaw shoulder leg arm
 knee elbow teeth hair hand finger chin neck belly chest breath suitcase curtain blind bonnet brake clutch gear dice seam needle thread
 thumb pillow blanket mattress sofa carpet dish plate fork spoon knife bowl egg butter flour sugar salt pepper carrot tomato chicken
 mushroom sandwich pastry lettuce parchment bath bed shoe boot coat dog cat baby ball goal penalty nail hammer valve pipe ladder
heard: said heard
tool+s: timer alarm reminder note calendar clipboard contact shortcut automation skill flow routine volume brightness screenshot playlist
 bookmark
`

// spokenForms are written as they are said, with what is meant.
const spokenForms = `
whats=what is; wheres=where is; whos=who is; hows=how is; whens=when is; thats=that is; theres=there is; im=i am; ive=i have; dont=do not
cant=can not; cannot=can not; wont=will not; isnt=is not; arent=are not; doesnt=does not; didnt=did not; wasnt=was not; couldnt=could not
wouldnt=would not; shouldnt=should not; havent=have not; hasnt=has not; youre=you are; youve=you have; theyre=they are; lets=let us
let's=let us; gonna=going to; wanna=want to; gotta=have to; gimme=give me; lemme=let me; dunno=do not know; kinda=kind of; sorta=sort of
u=you; ya=you; r=are; ur=your; pls=please; plz=please; plse=please; pleas=please; thx=thanks; ok=okay; k=okay; em=them
can't=can not; won't=will not; shan't=shall not; ain't=is not; y'all=you; c'mon=come on; whatcha=what are you; favour=favor; favourite=favorite
colour=color; uhh=uh; uhm=um; umm=um; ummm=um; erm=um; er=um; ehm=um; hm=hmm; mhm=hmm; hmmm=hmm; mom=mum; minimise=minimize
maximise=maximize; summarise=summarize; cos=because; cause=because; til=until; till=until; tonite=tonight; tmrw=tomorrow; nevermind=never mind
goin=going; doin=doing; bout=about; wifi=wifi; mins=minutes; secs=seconds; sec=second; hrs=hours; hr=hour; whaddya=what do you; mic=microphone
mics=microphones; info=information; docs=documents; pic=picture; pics=pictures; vid=video; grey=gray; greyed=grayed; app=app; sound=sound
`
