"""Reading files into the model, with the line of each fault; and writing them."""
