"""What the forms of commands carry."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def request_id() -> SafeString:
    """The id of the request this form is: sent twice, it is done once."""
    return format_html('<input type="hidden" name="request_id" value="{}">', uuid4())
