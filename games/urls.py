"""Addresses of the games: the rule books, and the floor."""

from django.urls import include, path

from games.views import rules

RULES = [
    path("", rules.shelf, name="rules"),
    path("readings/", rules.reading_list, name="rules-readings"),
    path("readings/<str:reading_id>/", rules.reading, name="rules-reading"),
    path("<slug:book_id>/", rules.book, name="rules-book"),
    path("<slug:book_id>/rule/<str:number>/", rules.rule, name="rules-rule"),
    path("<slug:book_id>/<str:wager_id>/", rules.wager, name="rules-wager"),
]
urlpatterns = [
    path("rules/", include(RULES)),
]
