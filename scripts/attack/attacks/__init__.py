"""What scripts/attack/campaign does to running systems: a module for each family of attacks, and what they share."""
