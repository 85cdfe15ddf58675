"""PPO against a league of scripted captains and past selves, and the export of a captain."""
