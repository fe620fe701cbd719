"""Addresses of the games: the rule books, and the floor."""

from django.urls import include, path

from games import api, practice_api, practice_seats
from games.views import (
    ask,
    dealer,
    dealer_calls,
    dealer_dice,
    dealer_places,
    deciding,
    floor,
    positions,
    practice,
    results,
    rounds,
    rules,
    sign_changes,
    signs,
    table_changes,
    tables,
)

RULES = [
    path("", rules.shelf, name="rules"),
    path("readings/", rules.reading_list, name="rules-readings"),
    path("readings/<str:reading_id>/", rules.reading, name="rules-reading"),
    path("<slug:book_id>/", rules.book, name="rules-book"),
    path("<slug:book_id>/rule/<str:number>/", rules.rule, name="rules-rule"),
    path("<slug:book_id>/<str:wager_id>/", rules.wager, name="rules-wager"),
]
DEVICE = [
    path("ping", api.Ping.as_view(), name="api-device-ping"),
    path("table", api.OwnTable.as_view(), name="api-own-table"),
    path("meters", api.OwnMeters.as_view(), name="api-own-meters"),
    path("tables/<slug:table>/take-place", api.TakenPlace.as_view(), name="api-take-place"),
    path("tables/<slug:table>/give-up-place", api.GivenUpPlace.as_view(), name="api-give-up-place"),
    path("rounds/<str:round_id>/shoot", api.Shot.as_view(), name="api-shoot-dice"),
    path("rounds/<str:round_id>/wagers", api.Wagers.as_view(), name="api-place-wager"),
    path("rounds/<str:round_id>/wagers/<int:number>/increase", api.Increased.as_view(), name="api-increase-wager"),
    path("rounds/<str:round_id>/wagers/<int:number>/reduce", api.Reduced.as_view(), name="api-reduce-wager"),
    path("rounds/<str:round_id>/wagers/<int:number>/cancel", api.TakenDown.as_view(), name="api-cancel-wager"),
    path("rounds/<str:round_id>/wagers/<int:number>/move", api.Moved.as_view(), name="api-move-wager"),
]
PRACTICE = [
    path("", practice.tables, name="practice"),
    path("<slug:table>/", practice.terminal, name="practice-terminal"),
]
SEAT = [
    path("take-place", practice_api.Done.as_view(act=practice_seats.take_place), name="practice-seat-take"),
    path("give-up-place", practice_api.Done.as_view(act=practice_seats.give_up_place), name="practice-seat-give-up"),
    path("accept-dice", practice_api.Done.as_view(act=practice_seats.accept_dice), name="practice-seat-accept"),
    path("decline-dice", practice_api.Done.as_view(act=practice_seats.decline_dice), name="practice-seat-decline"),
    path("rounds/<str:round_id>/throw", practice_api.Thrown.as_view(), name="practice-seat-throw"),
    path("rounds/<str:round_id>/wagers", practice_api.Wagers.as_view(), name="practice-seat-place"),
    path("rounds/<str:round_id>/wagers/<int:number>/increase", practice_api.Increased.as_view(), name="practice-seat-increase"),
    path("rounds/<str:round_id>/wagers/<int:number>/reduce", practice_api.Reduced.as_view(), name="practice-seat-reduce"),
    path("rounds/<str:round_id>/wagers/<int:number>/cancel", practice_api.TakenDown.as_view(), name="practice-seat-cancel"),
    path("rounds/<str:round_id>/wagers/<int:number>/call", practice_api.Called.as_view(), name="practice-seat-call"),
]
TABLES = [
    path("", tables.tables, name="tables"),
    path("commission/", table_changes.commission, name="table-commission"),
    path("<slug:name>/", tables.one, name="table"),
    path("<slug:name>/sign/", sign_changes.display_sign, name="table-sign"),
    path("<slug:name>/notice/", sign_changes.notice_limits, name="table-notice"),
    path("<slug:name>/limits/", sign_changes.change_limits, name="table-limits"),
    path("<slug:name>/sign-gone/", sign_changes.disconnect_sign, name="table-sign-gone"),
    path("<slug:name>/sign-back/", sign_changes.reconnect_sign, name="table-sign-back"),
    path("<slug:name>/personal-limits/", sign_changes.grant_personal, name="table-personal"),
    path("<slug:name>/personal-limits/<slug:seat>/end/", sign_changes.end_personal, name="table-personal-end"),
    path("<slug:name>/wagering-period/", table_changes.period, name="table-period"),
    path("<slug:name>/shooting-value/", table_changes.shooting_value, name="table-shooting-value"),
    path("<slug:name>/open/", table_changes.open_table, name="table-open"),
    path("<slug:name>/notice-closure/", table_changes.notice_closure, name="table-closure"),
    path("<slug:name>/close/", table_changes.close, name="table-close"),
    path("<slug:name>/suspend/", table_changes.suspend, name="table-suspend"),
    path("<slug:name>/release/", table_changes.release, name="table-release"),
    path("<slug:name>/dice/", table_changes.dice_set, name="table-dice"),
    path("<slug:name>/adopt-book/", table_changes.adopt_book, name="table-adopt"),
]
DECIDING = [
    path("no-result/", deciding.no_result, name="round-no-result"),
    path("determine/", deciding.determine, name="round-determine"),
    path("override/", deciding.override, name="round-override"),
    path("late-change/", deciding.late_change, name="round-late-change"),
]
SIGNS = [
    path("", signs.venues, name="signs"),
    path("<slug:venue>/", signs.venue, name="signs-venue"),
    path("<slug:venue>/<slug:name>/", signs.sign, name="sign"),
    path("<slug:venue>/<slug:name>/rules/", signs.rules, name="sign-rules"),
]
RESULTS = [
    path("", results.overview, name="results"),
    path("tables/<slug:name>/", results.table, name="results-table"),
    path("games/<slug:book_id>/", results.game, name="results-game"),
]
DEALER = [
    path("", dealer.tables, name="dealer-tables"),
    path("<slug:name>/", dealer.screen, name="dealer"),
    path("<slug:name>/no-roll/", dealer_calls.no_roll, name="dealer-no-roll"),
    path("<slug:name>/lights/", dealer_calls.lights, name="dealer-lights"),
    path("<slug:name>/display/", dealer_calls.display, name="dealer-display"),
    path("<slug:name>/dice/", dealer_dice.dice, name="dealer-dice"),
    path("<slug:name>/places/", dealer_places.places, name="dealer-places"),
    path("<slug:name>/places/<slug:seat>/", dealer_places.place, name="dealer-place"),
]
FLOOR = [
    path("", floor.floor, name="floor"),
    path("<slug:name>/acknowledge/", floor.acknowledge, name="floor-acknowledge"),
]
ROUNDS = [
    path("", rounds.rounds, name="rounds"),
    path("<str:round_id>/", rounds.one, name="round"),
]
urlpatterns = [
    path("floor/", include(FLOOR)),
    path("dealer/", include(DEALER)),
    path("rounds/", include(ROUNDS)),
    path("tables/<slug:table>/positions/<str:seat>/", positions.one, name="position"),
    path("rules/", include(RULES)),
    path("ask/", ask.ask, name="ask"),
    path("signs/", include(SIGNS)),
    path("results/", include(RESULTS)),
    path("tables/", include(TABLES)),
    path("rounds/<str:round_id>/", include(DECIDING)),
    path("practice/", include(PRACTICE)),
    path("api/practice/<slug:table>/sit-down", practice.sit_down, name="practice-sit-down"),
    path("api/practice/<slug:table>/stand-up", practice.stand_up, name="practice-stand-up"),
    path("api/practice/<slug:table>/seat", practice_api.OwnTable.as_view(), name="practice-seat"),
    path("api/practice/<slug:table>/seat/", include(SEAT)),
    path("api/device/", include(DEVICE)),
]
