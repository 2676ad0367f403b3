"""The rules of the games: vocabulary, legality, scores, records. Pure: no files, clock, threads, pins or network."""
