package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown below the flags.
func (completionCmd) Help() string {
	return `bash: source <(pace completion bash)        in ~/.bashrc
zsh:  source <(pace completion zsh)         in ~/.zshrc, or as _pace in a folder of $fpath
fish: pace completion fish > ~/.config/fish/completions/pace.fish`
}

// Run prints a script made from the same model as the help, so that the two can't differ.
func (c *completionCmd) Run(k *kong.Kong, std Std) error {
	rows := completions(k.Model.Node)
	script := map[string]func([]completion) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Shell]
	_, err := fmt.Fprint(std.Out, script(rows))
	return err
}

// completion is what may follow one command: its flags, its commands or the values of its argument.
type completion struct {
	path  []string // "inspect", "route"
	last  bool     // no command follows, so that other words may
	words []word
	flags []option
}

type word struct{ text, help string }

type option struct {
	word
	values []string // what it may be set to, when that is a choice
	valued bool
}

// completions lists the commands below n, n itself first. What the whole program takes every command does too.
func completions(n *kong.Node) []completion {
	var all []option
	for _, f := range n.Flags {
		all = appendFlag(all, f)
	}
	return below(n, nil, all)
}

func below(n *kong.Node, path []string, all []option) []completion {
	row := completion{path: path, last: true}
	if len(path) > 0 {
		for _, f := range n.Flags {
			row.flags = appendFlag(row.flags, f)
		}
	}
	row.flags = append(row.flags, all...)
	for _, p := range n.Positional {
		for _, v := range p.EnumSlice() {
			if v != "" {
				row.words = append(row.words, word{v, ""})
			}
		}
	}
	var rest []completion
	for _, c := range n.Children {
		if c.Hidden {
			continue
		}
		row.last = false
		row.words = append(row.words, word{c.Name, c.Help})
		rest = append(rest, below(c, append(slices.Clone(path), c.Name), all)...)
	}
	return append([]completion{row}, rest...)
}

func appendFlag(out []option, f *kong.Flag) []option {
	if f.Hidden {
		return out
	}
	o := option{word: word{"--" + f.Name, f.Help}, valued: !f.IsBool()}
	if o.valued {
		for _, v := range f.EnumSlice() {
			if v != "" {
				o.values = append(o.values, v)
			}
		}
	}
	return append(out, o)
}

func (c completion) texts() []string {
	var out []string
	for _, w := range c.words {
		out = append(out, w.text)
	}
	for _, f := range c.flags {
		out = append(out, f.text)
	}
	return out
}

// pattern fits the words before the cursor, each with a space behind it. Behind the last command may stand anything.
func (c completion) pattern() string {
	p := "'" + strings.Join(append(slices.Clone(c.path), ""), " ") + "'"
	if len(c.path) == 0 {
		return "''"
	}
	if c.last {
		p += "*"
	}
	return p
}

// choices writes the flags whose value is a choice as cases of the word before the cursor.
func choices(rows []completion, format string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, r := range rows {
		for _, f := range r.flags {
			if len(f.values) > 0 && !seen[f.text] {
				seen[f.text] = true
				fmt.Fprintf(&b, format, f.text, strings.Join(f.values, " "))
			}
		}
	}
	return b.String()
}

func bashScript(rows []completion) string {
	var b strings.Builder
	b.WriteString(`_pace() {
  local at="" w list=""
  for w in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $w == -* ]] || at="$at$w "; done
  case "${COMP_WORDS[COMP_CWORD-1]}" in
`)
	b.WriteString(choices(rows, "    %s) list=%q ;;\n"))
	b.WriteString("    *) case \"$at\" in\n")
	for _, r := range slices.Backward(rows) {
		fmt.Fprintf(&b, "      %s) list=%q ;;\n", r.pattern(), strings.Join(r.texts(), " "))
	}
	b.WriteString(`    esac ;;
  esac
  COMPREPLY=($(compgen -W "$list" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _pace pace
`)
	return b.String()
}

// zshScript works sourced, and as the file _pace in a folder of $fpath, where its first call runs the whole file.
func zshScript(rows []completion) string {
	var b strings.Builder
	b.WriteString(`#compdef pace
_pace() {
  local at="" w
  local -a list
  for w in "${(@)words[2,CURRENT-1]}"; do [[ $w == -* ]] || at="$at$w "; done
  case "${words[CURRENT-1]}" in
`)
	b.WriteString(choices(rows, "    %s) list=(%s) ;;\n"))
	b.WriteString("    *) case \"$at\" in\n")
	for _, r := range slices.Backward(rows) {
		fmt.Fprintf(&b, "      %s) list=(%s) ;;\n", r.pattern(), strings.Join(r.texts(), " "))
	}
	b.WriteString(`    esac ;;
  esac
  compadd -a list
}
if [[ "${funcstack[1]}" == _pace ]]; then
  _pace "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _pace pace
fi
`)
	return b.String()
}

func fishScript(rows []completion) string {
	var b strings.Builder
	b.WriteString(`function __pace_at
    set -l at (string match -v -- '-*' (commandline -opc)[2..])
    if test "$argv[1]" = last
        set at $at[1..(math (count $argv) - 1)]
    end
    test "$at" = "$argv[2..]"
end
complete -c pace -f
`)
	for _, r := range rows {
		when := "__pace_at exact " + strings.Join(r.path, " ")
		if r.last {
			when = "__pace_at last " + strings.Join(r.path, " ")
		}
		when = strings.TrimSpace(when)
		for _, w := range r.words {
			fmt.Fprintf(&b, "complete -c pace -n %s -a %s -d %s\n", fishQuoted(when), fishQuoted(w.text), fishQuoted(w.help))
		}
		for _, f := range r.flags {
			fmt.Fprintf(&b, "complete -c pace -n %s -l %s -d %s", fishQuoted(when), strings.TrimPrefix(f.text, "--"), fishQuoted(f.help))
			switch {
			case len(f.values) > 0:
				fmt.Fprintf(&b, " -x -a %s", fishQuoted(strings.Join(f.values, " ")))
			case f.valued:
				b.WriteString(" -x")
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
