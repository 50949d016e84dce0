"""What is told of a judged roster, as view models, for sheets, browser and terminal alike."""
