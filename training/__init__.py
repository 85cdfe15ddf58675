"""PPO, a self-play league and the export of a captain."""
