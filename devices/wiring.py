"""What devices add to the lists of the ground."""

from __future__ import annotations

from casino import celery, finding, homes, listening, navigation, sentences
from casino.domain.powers import Power
from casino.journal import reconciliation, verification
from casino.navigation import Item
from devices import checks, finders, hearing, inbox, meters_told, needs, polled, tasks, telling

navigation.ITEMS.append(
    Item("Look up", "Devices", "devices", powers=[Power.KEEP_DEVICES, Power.ATTEND_DEVICES], count=needs.count)
)
homes.NEEDS.append(needs.needs)
homes.KINDS.append("attention")
listening.GLANCES |= {"attention": needs.glance, "polling": polled.glance}
finding.FINDERS.append(finders.devices)
sentences.SAID.update({**telling.SAID, **meters_told.SAID})
inbox.HANDLERS |= hearing.HANDLERS
celery.app.conf.beat_schedule["poll-banks"] = {
    "task": "devices.tasks.poll_banks",
    "schedule": tasks.EVERY_SECONDS,
    "options": {"queue": tasks.QUEUE, "expires": tasks.EVERY_SECONDS},
}
verification.CHECKS.append(checks.meters_equal_their_accounts)
reconciliation.CHECKS.append(checks.terminals_agree)
