"""Serves the letters of a JSON file with FastAPI and fastapi-pagination: `fastapi_letters.py POSTS ORIGIN`.

`/letters` has pages by number, `/cursor` pages by cursor; `/read/SLUG` is the page of a letter.
"""

import json
import socket
import sys
import threading
from datetime import datetime
from html import escape
from pathlib import Path

import uvicorn
from fastapi import FastAPI, HTTPException
from fastapi.responses import HTMLResponse
from fastapi_pagination import Page, add_pagination, paginate
from fastapi_pagination.cursor import CursorPage
from fastapi_pagination.customization import CustomizedPage, UseParamsFields
from fastapi_pagination.ext.sqlalchemy import paginate as paginate_rows
from pydantic import BaseModel, ConfigDict
from sqlalchemy import DateTime, String, create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.pool import StaticPool

PAGE_SIZE = 15
FILE, ORIGIN = Path(sys.argv[1]), sys.argv[2]


class Base(DeclarativeBase):
    """Of the tables."""


class Row(Base):
    __tablename__ = "letter"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String)
    author: Mapped[str] = mapped_column(String)
    language: Mapped[str] = mapped_column(String)
    content: Mapped[str] = mapped_column(String)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class Letter(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    title: str
    author: str
    language: str
    content: str
    created_at: datetime
    updated_at: datetime


class Teaser(BaseModel):
    id: int
    title: str
    url: str
    summary: str
    author: str
    created_at: datetime
    updated_at: datetime


app = FastAPI()
filled = {"at": 0}
table_lock = threading.Lock()
engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)


def posts() -> list[dict]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def number(post: dict) -> int:
    return int(post["slug"][2:])


Teasers = CustomizedPage[Page[Teaser], UseParamsFields(size=PAGE_SIZE)]
Letters = CustomizedPage[CursorPage[Letter], UseParamsFields(size=PAGE_SIZE)]


@app.get("/letters")
def letters() -> Teasers:
    return paginate(
        [
            Teaser(
                id=number(post),
                title=post["title"],
                url=f"{ORIGIN}/read/{post['slug']}",
                author=post["author"],
                summary=post["title"],
                created_at=post["published"],
                updated_at=post["updated"],
            )
            for post in posts()
        ]
    )


@app.get("/cursor")
def cursor() -> Letters:
    with table_lock, Session(engine) as session:
        fill_table(session)
        return paginate_rows(session, select(Row).order_by(Row.id))


def fill_table(session: Session) -> None:
    """Brings the table to the state of the file, where that was written anew."""
    if filled["at"] == (now := FILE.stat().st_mtime_ns):
        return
    filled["at"] = now
    Base.metadata.drop_all(engine)
    Base.metadata.create_all(engine)
    session.add_all(
        Row(
            id=number(post),
            title=post["title"],
            author=post["author"],
            language=post["language"],
            content=post["body"],
            created_at=datetime.fromisoformat(post["published"]),
            updated_at=datetime.fromisoformat(post["updated"]),
        )
        for post in posts()
    )
    session.commit()


@app.get("/read/{slug}", response_class=HTMLResponse)
def page(slug: str) -> str:
    for post in posts():
        if post["slug"] == slug:
            title = escape(post["title"])
            comments = "".join(f"<li>{escape(text)}</li>" for text in post["comments"])
            return (
                f'<!DOCTYPE html><html lang="{post["language"]}"><head><title>{title}</title></head><body>'
                f'<nav><a href="/">Start RN000A01X</a></nav><article><h1>{title}</h1>{post["body"]}</article>'
                f"<h2>Comments</h2><ul>{comments}</ul><footer>All rights kept RN000A02X</footer></body></html>"
            )
    raise HTTPException(404)


add_pagination(app)
listener = socket.create_server(("127.0.0.1", 0))
print(f"listening on {listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
