"""What the web server calls."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter  # noqa: E402 - these need the settings

from casino import pulse  # noqa: E402
from casino.live import Live, SameOrigin  # noqa: E402
from casino.serving import ThreadedHandler  # noqa: E402

application = ProtocolTypeRouter({"http": ThreadedHandler(), "websocket": SameOrigin(Live.as_asgi())})
pulse.begin("web")
