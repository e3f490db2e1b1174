# complete.zsh SETUP LINE...: starts an interactive zsh whose .zshrc is SETUP, types each LINE and a tab into it, and
# prints what then stands on the line.
zmodload zsh/zpty || exit 3
# A key of its own shows the line: the screen would show it in pieces. Nothing of this is typed, so that the terminal
# echoes only the lines.
print -r -- $1$'\n''bindkey -e
told() { print -r -- "<[$BUFFER]>"; BUFFER=; zle accept-line }
zle -N told
bindkey "^T" told
PROMPT=READY RPROMPT=' >$HOME/.zshrc
shift
zpty shell "TERM=dumb ZDOTDIR=$HOME zsh -d -i"
zpty -r shell out '*READY*' || exit 4
for line in "$@"; do
  zpty -n -w shell "$line"$'\t\x14'
  zpty -r shell out '*<\[*\]>*' || exit 5
  print -r -- "${${out##*<\[}%%\]>*}"
done
zpty -d shell
