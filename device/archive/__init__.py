"""The games that were played, read beside the referee, who alone writes the store and is never held up."""
