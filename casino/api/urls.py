"""Addresses of the API; apps to the right add theirs beside it."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from casino.api import approvals, documentation, entries, house, law, me, patrons, staff

urlpatterns = [
    path("", documentation.documentation, name="api"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("ping", me.Ping.as_view(), name="api-ping"),
    path("me", me.Me.as_view(), name="api-me"),
    path("venues", me.Venues.as_view(), name="api-venues"),
    path("powers", me.Powers.as_view(), name="api-powers"),
    path("staff", staff.Register.as_view(), name="api-staff"),
    path("staff/<slug:number>", staff.Member.as_view(), name="api-staff-member"),
    path("staff/<slug:number>/duties", staff.Duties.as_view(), name="api-begin-duty"),
    path("staff/<slug:number>/duties/end", staff.EndedDuties.as_view(), name="api-end-duty"),
    path("staff/<slug:number>/unlock", staff.Unlocked.as_view(), name="api-unlock-staff"),
    path("staff/<slug:number>/leave", staff.Left.as_view(), name="api-let-leave"),
    path("law", law.Law.as_view(), name="api-law"),
    path("law/<slug:name>", law.Parameter.as_view(), name="api-law-parameter"),
    path("law/<slug:name>/propose", law.Proposal.as_view(), name="api-law-propose"),
    path("patrons", patrons.Patrons.as_view(), name="api-patrons"),
    path("patrons/<uuid:patron_id>", patrons.OnePatron.as_view(), name="api-patron"),
    path("patrons/<uuid:patron_id>/amend", patrons.Amended.as_view(), name="api-amend-patron"),
    path("patrons/<uuid:patron_id>/identifications", patrons.Identified.as_view(), name="api-identify-patron"),
    path("patrons/<uuid:patron_id>/exclusions", patrons.Excluded.as_view(), name="api-exclude-patron"),
    path("patrons/<uuid:patron_id>/exclusions/<uuid:exclusion>/end", patrons.EndedExclusion.as_view(), name="api-end-exclusion"),
    path("patrons/<uuid:patron_id>/forget", patrons.Forgotten.as_view(), name="api-forget-patron"),
    path("venue/gaming-day", house.MovedGamingDay.as_view(), name="api-move-gaming-day"),
    path("venue/desks", house.Desks.as_view(), name="api-name-desk"),
    path("operations/retry", house.RetriedReaction.as_view(), name="api-retry-reaction"),
    path("approvals", approvals.Approvals.as_view(), name="api-approvals"),
    path("approvals/<uuid:approval_id>", approvals.Approval.as_view(), name="api-approval"),
    path("approvals/<uuid:approval_id>/approve", approvals.Approved.as_view(), name="api-approve"),
    path("approvals/<uuid:approval_id>/decline", approvals.Declined.as_view(), name="api-decline"),
    path("entries", entries.Entries.as_view(), name="api-entries"),
]
