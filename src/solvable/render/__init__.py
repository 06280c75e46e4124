"""Views of boards, solutions and lessons: text for terminals, pictures for pages and notebooks."""
