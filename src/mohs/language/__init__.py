"""What attacks know of English: words and edits, typos, synonyms, parts of speech, sememes, similarity."""
