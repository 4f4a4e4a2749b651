"""The verifiable deal (`deal1`): entropy, commitment, contributions, draws, deck, receipts."""
