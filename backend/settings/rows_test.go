package settings

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryRowIsCompleteAndItsDefaultIsWithinItsBounds(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range table() {
		require.False(t, seen[row.Key], "%s stands twice in the table", row.Key)
		seen[row.Key] = true
		got, err := row.check(row.Default)
		require.NoError(t, err, row.Key)
		require.Equal(t, row.Default, got, row.Key)
		require.Contains(t, []Scope{PerTurn, PerLaunch}, row.Scope, row.Key)
		require.True(t, strings.HasSuffix(row.Summary, "."), "%s needs a sentence", row.Key)
	}
	for _, rule := range implied {
		row := table()[index(table(), rule.key)]
		_, err := row.check(rule.value)
		require.NoError(t, err, rule.key)
	}
}

// A constant without a row would make its getter panic; one of the wrong kind too.
func TestEveryKeyConstantHasARowOfItsKind(t *testing.T) {
	kinds := map[string][]Type{"BoolKey": {Bool}, "IntKey": {Int}, "DurationKey": {Duration}, "TextKey": {Text, Choice, URL}, "HoursKey": {Span}}
	file, err := parser.ParseFile(token.NewFileSet(), "rows.go", nil, 0)
	require.NoError(t, err)
	rows, found := table(), 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name, ok := spec.Type.(*ast.Ident)
		if !ok || kinds[name.Name] == nil {
			return true
		}
		key, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		i := index(rows, key)
		require.GreaterOrEqual(t, i, 0, "%s has no row", key)
		require.Contains(t, kinds[name.Name], rows[i].Type, key)
		found++
		return true
	})
	require.Equal(t, len(rows), found, "a row without a constant can't be read")
}
