package main

import (
	"flag"
	"go/ast"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func here(t *testing.T) source {
	t.Helper()
	root, err := moduleRoot()
	require.NoError(t, err)
	return source{root: root}
}

func TestTheCommittedTypesAreCurrent(t *testing.T) {
	require.NoError(t, run([]string{"-check"}, io.Discard))
}

func TestRecordsAndServicesOfABridgeAreWrittenAsInterfaces(t *testing.T) {
	got, err := records(here(t), "backend/event/gen/testdata/bridge")
	require.NoError(t, err)
	golden := filepath.Join("testdata", "bridge", "want.ts")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestEveryEventTypeIsAMemberOfTheUnionWithItsOwnBody(t *testing.T) {
	src := here(t)
	got, err := events(src)
	require.NoError(t, err)
	ev, err := src.load(eventDir)
	require.NoError(t, err)
	require.NotEmpty(t, ev.strings["Type"].values)
	for _, v := range ev.strings["Type"].values {
		require.Contains(t, got, "{ type: "+single(v.literal)+" }")
	}
	require.Contains(t, got, "(Header & { type: 'stepEnded' } & StepResult)")
	require.Contains(t, got, "  effect: Effect\n")
	require.Contains(t, got, "  means: Means | ''\n")
	require.Contains(t, got, "  | 'unverifiable'\n")
}

func TestATypeWithoutABodyIsAnError(t *testing.T) {
	src := here(t)
	ev, err := src.load(eventDir)
	require.NoError(t, err)
	proof, err := src.load(proofDir)
	require.NoError(t, err)
	delete(ev.methods, "Speech")
	_, err = unionOf(ev, proof)
	require.ErrorContains(t, err, "no body whose kind is Spoken")
}

func TestAClosedSetWithoutValuesIsAnError(t *testing.T) {
	src := here(t)
	ev, err := src.load(eventDir)
	require.NoError(t, err)
	proof, err := src.load(proofDir)
	require.NoError(t, err)
	delete(proof.strings, "Effect")
	_, err = unionOf(ev, proof)
	require.ErrorContains(t, err, "no values of proof.Effect")
}

func TestATypeThatHasNoTypeScriptIsAnErrorThatNamesTheField(t *testing.T) {
	w := &writer{known: builtin()}
	field := &ast.Field{Names: []*ast.Ident{{Name: "Ready"}}, Type: &ast.ChanType{}}
	err := w.record("Row", "Row", "", "", &ast.StructType{Fields: &ast.FieldList{List: []*ast.Field{field}}})
	require.ErrorContains(t, err, "Row.Ready")
	field.Type = ast.NewIdent("unheard")
	err = w.record("Row", "Row", "", "", &ast.StructType{Fields: &ast.FieldList{List: []*ast.Field{field}}})
	require.ErrorContains(t, err, "unheard")
}

func TestCheckTellsAStaleFileFromACurrentOneAndWritesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sub", "x.gen.ts")
	require.ErrorIs(t, run([]string{"-check", "-out", file}, io.Discard), errStale)
	require.NoFileExists(t, file)
	require.NoError(t, run([]string{"-out", file}, io.Discard))
	require.NoError(t, run([]string{"-check", "-out", file}, io.Discard))
	require.NoError(t, os.WriteFile(file, []byte("// old\n"), 0o644))
	require.ErrorIs(t, run([]string{"-check", "-out", file}, io.Discard), errStale)
	left, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "// old\n", string(left))
}

func TestBadArgumentsAreErrors(t *testing.T) {
	require.ErrorContains(t, run([]string{"-bridge", "backend/event"}, io.Discard), "-out")
	require.ErrorContains(t, run([]string{"-bridge", "no/such/folder", "-out", "x"}, io.Discard), "no/such/folder")
}
