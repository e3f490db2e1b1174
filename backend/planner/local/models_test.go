package local

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestModelsThatOnlyMakeVectorsAreNoBrains(t *testing.T) {
	for name, want := range map[string]bool{
		"qwen3:4b": true, "google/gemma-3-12b": true, "llama3.2": true, "mistral-small": true, "brief.gguf": true,
		"nomic-embed-text": false, "text-embedding-3-small": false, "bge-m3": false, "multilingual-e5-large": false,
		"all-MiniLM-L6-v2": false, "snowflake-arctic-embed": false, "jina-reranker-v2": false,
	} {
		require.Equal(t, want, chats(name), name)
	}
	require.False(t, chats("mine", "bert"))
	require.False(t, chats("mine", "llama", "nomic-bert"))
	require.True(t, chats("mine", "llama", ""))
	require.True(t, chats("albert-einstein-chat", "llama"), "a name is no family")
}
