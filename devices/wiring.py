"""What devices add to the lists of the ground."""

from __future__ import annotations

from casino import finding, navigation, sentences
from casino.domain.powers import Power
from casino.navigation import Item
from devices import finders, telling

navigation.ITEMS.append(Item("Look up", "Devices", "devices", powers=[Power.KEEP_DEVICES]))
finding.FINDERS.append(finders.devices)
sentences.SAID.update(telling.SAID)
