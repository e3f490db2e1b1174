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
 agenda timeline dashboard ticket order cart price basket flight hotel invite invitation article ad advert
shown+s: page email mail message document file pdf photo picture image chart graph paragraph form error warning terminal log spreadsheet sheet slide
 video link website webpage letter invoice receipt attachment folder thread chat inbox notification download upload installer console preview
 draft signature logo caption subtitle transcript screenshot selection article editor tab contract memo report invitation attachment agenda
 banner ticket basket cart bill
state: selected highlighted ticked checked greyed grayed visible shown showing displayed listed loaded loading active focused enabled disabled
 unread blinking underlined flashing written open opened done finished pending marked hidden muted saved stuck frozen circled attached
place: top bottom left right middle corner side upper lower foot end centre center edge beginning background foreground front
look: see read looking seeing reading watching shown showing

act: click tap press hit push open launch start choose select pick focus toggle type scroll save quit skip pause play resume raise lower
 increase decrease dim brighten create add compose draft reveal run close minimise maximise restore resize snap move drag drop copy paste cut
 undo redo delete remove erase wipe empty clear rename send forward reply mute unmute turn switch enable disable set put change lock unlock
 print refresh reload zoom download upload install uninstall update book order buy schedule remind cancel stop record share attach insert
 replace fill tick untick check uncheck sort filter tidy clean organise organize arrange rearrange search navigate go visit log sign sync
 connect disconnect eject mount commit merge pull deploy compile execute submit post pin unpin star flag mark archive unsubscribe subscribe
 block unblock accept decline reject approve join leave hang dial call ring text message email ping answer respond reschedule postpone
 snooze dismiss hide unhide show bring take grab capture screenshot crop rotate flip export import extract unzip zip compress highlight bold
 italicise underline format align indent shorten lengthen rewrite rephrase reword translate edit fix correct adjust reset restart reboot
 shut force enter input continue proceed swap shift duplicate group ungroup split collapse expand unfold fullscreen tile centre
 double jump page make get give find look keep watch monitor track pay transfer charge backup back remember forget bookmark note
 jot write begin end finish shove throw bin trash dump chuck crank nudge bump boost silence shush hush fire boot load wake activate
 deactivate unpause rewind repeat shuffle queue autofill retry recover label tag assign invite rsvp mail reserve redial use let file
 feed plug hook pop kick stick hand do rerun scan whack prepare dictate build test sketch draw annotate circle point exit
 reopen confirm deny allow permit purge configure customise customize measure count clone fork rebase checkout view lift lend
 roll ease dial hike tone blank suspend hibernate pair unpair report unlike follow unfollow retweet upvote request renew redeem apply
 register enrol cast stream mirror present hover drill browse hop flick swipe slide park stash tuck strip trim shrink enlarge
 widen narrow stretch scale magnify fit populate complete finalise finalize append encrypt decrypt protect deliver dispatch chase
 notify alert patch revert debug curl kill terminate clock rebook refund top refill restock reorder unlink outline pinpoint locate
 contact learn teach
hearts: sit stand come wash brush hold wait hush breathe bend kneel swallow chew knit sew stir bake boil whisk knead peel chop fry simmer rinse
 pour eat drink sleep walk hug kiss smile relax listen stay duck pass wear climb

tell: tell explain describe define clarify divide multiply subtract convert calculate compute solve spell pronounce conjugate name list
 recommend suggest recite invent brainstorm paraphrase elaborate justify prove derive estimate guess rank classify quiz help imagine
 factor simplify round translate rhyme illustrate enlighten demonstrate walk talk debate discuss predict
reads: read see sum summarise summarize recap condense proofread skim
inquire: research investigate compare study analyse analyze gather collect compile dig verify trace explore survey examine evaluate assess
 scour hunt vet corroborate uncover probe factcheck crosscheck cite dive track scout comb delve benchmark weigh contrast
src+s: source citation reference study paper journal expert evidence analyst researcher literature finding publication
 scientist reviewer tester footnote bibliography statistic critic economist dataset whitepaper
reviews: reviews opinions viewpoints ratings testimonials tests
report+s: report briefing dossier overview comparison rundown analysis writeup primer synopsis digest
web: web internet online net
size: good slow slower wiser cleverer real proper expensive thorough pro premium flagship big bigger biggest large larger largest strong stronger strongest smart smarter smartest better best heavy heavier powerful clever
 cleverest full huge brainy heavyweight top capable advanced serious beefier beefy massive deeper fancy fancier frontier
model+s: model llm ai brain gpt assistant machine network
person: mum mom dad daddy mummy mommy grandma grandpa granny nan sweetheart darling honey dear love mate kids guys folks children son doctor sir
 madam rex bro sis everyone everybody team class ladies gentlemen babe
told: said told says tells asked asks shouted yelled whispered replied claimed claims insisted mentioned suggested reckons thinks thought
 wants wanted ordered begged warned wrote writes announced answered explained keeps kept
feel: bored lonely tired sad happy stressed exhausted anxious excited nervous angry upset grateful depressed glad proud worried fine sleepy
 hungry miserable overwhelmed frustrated knackered feeling heartbroken homesick sick thrilled cold scared ashamed
nice: great awesome brilliant perfect nice cool good excellent wonderful amazing fantastic lovely superb sweet fab splendid marvellous terrific
 smashing neat wow impressive fabulous magic beautiful ace
hi: hi hello hey hiya howdy heya yo greetings morning evening afternoon hallo aloha
bye: bye goodbye cheerio ciao farewell toodle
thank: thanks thank cheers ta thankyou thx appreciated
elsewhere+s: river bank school lift floor roof compost greenhouse cake cup bottle rug street bridge road train bus pot hill kitchen ladder cloth
 brush garden fence stove fridge kettle spoon yard puddle tent bike door kettle seat soup sauce dough onion garlic lid oven pan pot soil seed seedling rose hedge lawn eye jaw shoulder leg arm
 knee elbow teeth hair hand finger chin neck belly chest breath suitcase curtain blind bonnet brake clutch gear dice seam needle thread
 thumb pillow blanket mattress sofa carpet dish plate fork spoon knife bowl egg butter flour sugar salt pepper carrot tomato chicken
 mushroom sandwich pastry lettuce parchment bath bed shoe boot coat dog cat baby ball goal penalty nail hammer valve pipe ladder
loud: loud quiet dark bright small dim tiny slow noisy low high faint big large soft
louder: louder quieter brighter darker softer bigger smaller lower higher faster slower dimmer larger
very: so very really pretty bit little just still kind quite a totally absolutely super too rather all such always bloody extremely
 utterly completely already also today
fact+s: population capital weather temperature distance height weight meaning definition synonym antonym opposite plural translation recipe
 formula square root difference history origin author inventor president speed symptom cause benefit rule tip idea advice example
 ingredient lyrics plot moral spelling pronunciation etymology area length currency flag forecast odds calories nutrition
 anthem timezone prime planet theory law theorem explanation suggestion hint fact reason
art+s: haiku poem limerick sonnet story song rhyme verse joke essay slogan tagline toast speech riddle lyric metaphor analogy pun
 ballad acrostic proverb eulogy monologue screenplay
foreign: der das dem ein eine einen und oder nicht bitte ist mit auf für von zum zur wie ich mir mein meine kannst öffne mach mache schalte
 stelle spiele starte schließe le les une du des est pas sur dans avec mes moi vous je tu peux ouvre ferme mets joue éteins los las una
 unos por favor para mis abre cierra pon sube baja apaga enciende il gli che piacere della apri chiudi metti alza abbassa het een niet mijn
 zet sluit uit alsjeblieft och att det som på stäng öppna sätt ett og av sluk nie jest proszę otwórz zamknij włącz bir aç kapat lütfen uma
 não meu minha abra feche desligue ligue
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
