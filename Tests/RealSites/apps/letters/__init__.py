"""A Django application with letters: pages from templates, and an interface by Django REST framework."""
