"""What lets a phone put the table on its home screen, with a picture of its own and without the browser's bars."""

from flask import Blueprint, Response, jsonify, request, url_for

from web import language

blueprint = Blueprint("install", __name__)
PAPER = "#f3efe6"


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Describe the page as an application, in the phone's language."""
    lang = language.wanted(request)
    words = language.words(lang)

    def icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return {"src": url_for("static", filename=name), "sizes": sizes, "type": kind, "purpose": purpose}

    answer = jsonify(
        name="Arbitrio", short_name="Arbitrio", description=words["app_description"], lang=lang, id="/", start_url="/",
        scope="/", display="standalone", orientation="portrait", background_color=PAPER, theme_color=PAPER,
        icons=[icon("icon-192.png", "192x192"), icon("icon-512.png", "512x512"), icon("icon.svg", "any"),
               icon("icon-maskable-512.png", "512x512", "maskable")])
    answer.mimetype = "application/manifest+json"
    return answer
