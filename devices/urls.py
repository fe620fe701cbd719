"""Addresses of devices."""

from django.urls import path

from devices.api import attended, equipment
from devices.api import devices as api
from devices.views import attending, changes
from devices.views import devices as views

urlpatterns = [
    path("devices/", views.devices, name="devices"),
    path("devices/register/", views.register, name="device-register"),
    path("devices/<slug:name>/", views.one, name="device"),
    path("devices/<slug:name>/issue-key/", views.issue_key, name="device-issue-key"),
    path("devices/<slug:name>/revoke-key/<slug:key_id>/", views.revoke_key, name="device-revoke-key"),
    path("devices/<slug:name>/commission/", changes.commission, name="device-commission"),
    path("devices/<slug:name>/layout/", changes.layout, name="device-layout"),
    path("devices/<slug:name>/link/", changes.link, name="device-link"),
    path("devices/<slug:name>/dice/", changes.dice, name="device-dice"),
    path("devices/<slug:name>/ball/", changes.ball, name="device-ball"),
    path("devices/<slug:name>/wheel/", changes.wheel, name="device-wheel"),
    path("devices/<slug:name>/entry-terminal/", changes.entry, name="device-entry"),
    path("devices/<slug:name>/move/", changes.move, name="device-move"),
    path("devices/<slug:name>/wire/", changes.wire, name="device-wire"),
    path("devices/<slug:name>/put-in-service/", changes.put_in_service, name="device-put-in-service"),
    path("devices/<slug:name>/take-out-of-service/", changes.take_out_of_service, name="device-take-out"),
    path("devices/<slug:name>/acknowledge/", attending.acknowledge, name="device-acknowledge"),
    path("devices/<slug:name>/read-again/", attending.read_again, name="device-read-again"),
    path("devices/<slug:name>/<slug:asked>-order/", attending.order, name="device-order"),
    path("api/devices", api.Devices.as_view(), name="api-devices"),
    path("api/devices/<slug:name>", api.OneDevice.as_view(), name="api-device"),
    path("api/devices/<slug:name>/keys", api.Keys.as_view(), name="api-issue-key"),
    path("api/devices/<slug:name>/keys/<slug:key_id>/revoke", api.RevokedKey.as_view(), name="api-revoke-key"),
    path("api/devices/<slug:name>/commission", equipment.Commissioned.as_view(), name="api-commission"),
    path("api/devices/<slug:name>/layout", equipment.Layout.as_view(), name="api-layout"),
    path("api/devices/<slug:name>/link", equipment.Link.as_view(), name="api-link"),
    path("api/devices/<slug:name>/dice", equipment.Dice.as_view(), name="api-dice"),
    path("api/devices/<slug:name>/ball", equipment.Ball.as_view(), name="api-ball"),
    path("api/devices/<slug:name>/wheel", equipment.Wheel.as_view(), name="api-wheel"),
    path("api/devices/<slug:name>/entry-terminal", equipment.EntryTerminal.as_view(), name="api-entry-terminal"),
    path("api/devices/<slug:name>/move", equipment.Place.as_view(), name="api-move"),
    path("api/devices/<slug:name>/wire", equipment.Wire.as_view(), name="api-wire"),
    path("api/devices/<slug:name>/put-in-service", equipment.PutInService.as_view(), name="api-put-in-service"),
    path("api/devices/<slug:name>/take-out-of-service", equipment.TakenOutOfService.as_view(), name="api-take-out"),
    path("api/devices/<slug:name>/meter", attended.Meter.as_view(), name="api-meter"),
    path("api/devices/<slug:name>/order", attended.Orders.as_view(), name="api-order"),
    path("api/devices/<slug:name>/acknowledge", attended.Acknowledged.as_view(), name="api-acknowledge"),
    path("api/device/announce", api.Announce.as_view(), name="api-announce"),
]
