"""Pages of letters, and the same letters as JSON."""

from django.views.generic import DetailView, ListView
from rest_framework import serializers, viewsets

from letters.models import Letter


class Letters(ListView):
    model = Letter
    paginate_by = 10
    template_name = "letters.html"


class LetterPage(DetailView):
    model = Letter
    template_name = "letter.html"


class LetterSerializer(serializers.ModelSerializer):
    class Meta:
        model = Letter
        fields = ["id", "slug", "title", "author", "language", "body", "published", "updated"]


class LetterViewSet(viewsets.ReadOnlyModelViewSet):
    queryset = Letter.objects.all()
    serializer_class = LetterSerializer
