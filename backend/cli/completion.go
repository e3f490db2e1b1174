package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script made from the same model as the help, so that the two can't differ.
func (c *completionCmd) Run(k *kong.Kong, std Std) error {
	rows := completions(k.Model.Node, nil)
	switch c.Shell {
	case "fish":
		for _, r := range rows {
			for _, w := range r.words {
				fmt.Fprintf(std.Out, "complete -c pace -f -n %q -a %q\n", fishWhen(r.path), w)
			}
		}
	case "zsh":
		fmt.Fprint(std.Out, "#compdef pace\nautoload -Uz bashcompinit && bashcompinit\n")
		fallthrough
	case "bash":
		fmt.Fprint(std.Out, "_pace() {\n  local at=\"\" w words\n  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do [[ $w == -* ]] || at=\"$at $w\"; done\n  case \"${at# }\" in\n")
		for i := len(rows) - 1; i >= 0; i-- {
			r := rows[i]
			pattern := "'" + strings.Join(r.path, " ") + "'*"
			if len(r.path) == 0 {
				pattern = "''"
			}
			fmt.Fprintf(std.Out, "    %s) words=%q ;;\n", pattern, strings.Join(r.words, " "))
		}
		fmt.Fprint(std.Out, "  esac\n  COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -F _pace pace\n")
	}
	return nil
}

type completion struct {
	path  []string
	words []string
}

func completions(n *kong.Node, path []string) []completion {
	row := completion{path: path}
	for _, f := range n.Flags {
		if !f.Hidden {
			row.words = append(row.words, "--"+f.Name)
		}
	}
	for _, p := range n.Positional {
		row.words = append(row.words, p.EnumSlice()...)
	}
	var below []completion
	for _, c := range n.Children {
		if c.Hidden {
			continue
		}
		row.words = append(row.words, c.Name)
		below = append(below, completions(c, append(append([]string{}, path...), c.Name))...)
	}
	return append([]completion{row}, below...)
}

func fishWhen(path []string) string {
	if len(path) == 0 {
		return "__fish_use_subcommand"
	}
	return "__fish_seen_subcommand_from " + path[len(path)-1]
}
