"""View models of a judged roster, for sheets, browser and terminal alike."""
