"""Posts of our own making: their words, blocks, tokens and pictures."""
