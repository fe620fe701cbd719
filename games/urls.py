"""Addresses of the rule books."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.shelf, name="rules"),
    path("readings/", views.reading_list, name="rules-readings"),
    path("readings/<str:reading_id>/", views.reading, name="rules-reading"),
    path("<slug:book_id>/", views.book, name="rules-book"),
    path("<slug:book_id>/rule/<str:number>/", views.rule, name="rules-rule"),
    path("<slug:book_id>/<str:wager_id>/", views.wager, name="rules-wager"),
]
