"""How the weights are made: positions, labels, fit. Offline work, never part of an upload; see the README here."""
