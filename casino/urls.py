"""Addresses of the whole project; each app adds its own."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from casino import components, health, metrics
from casino.api import problems
from casino.views import approvals, find, home, law, log_in, me, operations, patron_changes, patrons, staff, venue

urlpatterns: list[URLPattern | URLResolver] = [
    path("", health.front, name="front"),
    path("log-in/", log_in.log_in, name="log-in"),
    path("log-out/", log_in.log_out, name="log-out"),
    path("lock/", log_in.lock, name="lock"),
    path("unlock/", log_in.unlock, name="unlock"),
    path("password/", log_in.password, name="password"),
    path("pin/", log_in.pin, name="pin"),
    path("home/", home.home, name="home"),
    path("me/", me.me, name="me"),
    path("authority/", me.authority, name="authority"),
    path("find/", find.find, name="find"),
    path("staff/", staff.register, name="staff"),
    path("staff/engage/", staff.engage, name="staff-engage"),
    path("staff/<slug:number>/", staff.member, name="staff-member"),
    path("staff/<slug:number>/begin-duty/", staff.begin_duty, name="staff-begin-duty"),
    path("staff/<slug:number>/end-duty/", staff.end_duty, name="staff-end-duty"),
    path("staff/<slug:number>/unlock/", staff.unlock, name="staff-unlock"),
    path("staff/<slug:number>/leave/", staff.leave, name="staff-leave"),
    path("patrons/", patrons.register, name="patrons"),
    path("patrons/register/", patron_changes.register_patron, name="patron-register"),
    path("patrons/<uuid:patron_id>/", patrons.detail, name="patron"),
    path("patrons/<uuid:patron_id>/amend/", patron_changes.amend, name="patron-amend"),
    path("patrons/<uuid:patron_id>/identification/", patron_changes.identification, name="patron-identification"),
    path("patrons/<uuid:patron_id>/exclude/", patron_changes.exclude, name="patron-exclude"),
    path("patrons/<uuid:patron_id>/exclusions/<uuid:exclusion>/end/", patron_changes.end_exclusion, name="patron-end-exclusion"),
    path("patrons/<uuid:patron_id>/forget/", patron_changes.forget, name="patron-forget"),
    path("approvals/", approvals.approvals, name="approvals"),
    path("approvals/<uuid:approval_id>/", approvals.detail, name="approval"),
    path("approvals/<uuid:approval_id>/sign/", approvals.sign, name="approval-sign"),
    path("approvals/<uuid:approval_id>/decline/", approvals.decline, name="approval-decline"),
    path("law/", law.law, name="law"),
    path("law/<slug:name>/", law.parameter, name="parameter"),
    path("law/<slug:name>/propose/", law.propose, name="parameter-propose"),
    path("venue/", venue.house, name="venue"),
    path("venue/move-gaming-day/", venue.move_gaming_day, name="gaming-day"),
    path("venue/name-desk/", venue.name_desk, name="desk-name"),
    path("components/", components.gallery, name="components"),
    path("components/<slug:name>/", components.page, name="component-page"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("operations/", operations.overview, name="operations"),
    path("operations/retry/", operations.retry, name="operations-retry"),
    path("api/", include("casino.api.urls")),
    path("", include("devices.urls")),
    path("", include("games.urls")),
    path("here/", log_in.here, name="here"),
    re_path(r"^api/", problems.nothing_here),
]
handler400 = problems.bad_request
handler500 = problems.server_error
