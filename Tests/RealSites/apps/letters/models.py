"""What is in the database."""

from django.db import models


class Letter(models.Model):
    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    author = models.CharField(max_length=100)
    language = models.CharField(max_length=8)
    body = models.TextField()
    published = models.DateTimeField()
    updated = models.DateTimeField()

    class Meta:
        ordering = ["-published", "-id"]

    def get_absolute_url(self) -> str:
        return f"/letters/{self.slug}/"


class Comment(models.Model):
    letter = models.ForeignKey(Letter, models.CASCADE, related_name="comments")
    text = models.TextField()
