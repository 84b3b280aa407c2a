"""Serves the letters with Django, or loads them: `django_letters.py serve|load DATABASE [POSTS]`.

POSTS is a JSON file with all posts; letters that it lacks are deleted.
"""

import json
import sys
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

APPS = Path(__file__).resolve().parent
verb, database = sys.argv[1:3]
settings.configure(
    SECRET_KEY="for this machine only",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    USE_TZ=True,
    INSTALLED_APPS=["letters", "rest_framework"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [str(APPS / "templates")]}],
    REST_FRAMEWORK={
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "PAGE_SIZE": 10,
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.management import call_command  # noqa: E402 - only after the set-up
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import include, path  # noqa: E402
from letters.models import Comment, Letter  # noqa: E402
from letters.views import LetterPage, Letters, LetterViewSet  # noqa: E402
from rest_framework.routers import DefaultRouter  # noqa: E402

router = DefaultRouter()
router.register("letters", LetterViewSet)
urlpatterns = [
    path("", Letters.as_view()),
    path("letters/<slug:slug>/", LetterPage.as_view()),
    path("api/", include(router.urls)),
]


def load(posts: list[dict]) -> None:
    """Makes the database hold exactly these posts."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    with transaction.atomic():
        Letter.objects.exclude(slug__in=[post["slug"] for post in posts]).delete()
        for post in posts:
            comments = post.pop("comments")
            slug = post.pop("slug")
            letter, is_new = Letter.objects.update_or_create(slug=slug, defaults=post)
            if is_new:
                Comment.objects.bulk_create(Comment(letter=letter, text=text) for text in comments)


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """The proxy before this server writes the log."""


def serve() -> None:
    with make_server("127.0.0.1", 0, get_wsgi_application(), Server, Quiet) as server:
        print(f"listening on {server.server_port}", flush=True)
        server.serve_forever()


if verb == "load":
    load(json.loads(Path(sys.argv[3]).read_text(encoding="utf-8")))
else:
    serve()
