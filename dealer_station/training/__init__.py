"""The school: lessons, drills and shifts for dealers, with questions and answers from the engine itself."""
