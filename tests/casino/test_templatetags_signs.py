"""Signs, dice, the wheel, charts and addresses of lists."""

from fractions import Fraction
from itertools import pairwise

import pytest
from django.template import Context, RequestContext, Template
from django.test import RequestFactory

from casino.templatetags import charts, play, shapes
from games.rules import interblock_roulette


def _rendered(source: str, address: str = "/list/", **context: object) -> str:
    request = RequestFactory().get(address)
    return Template(source).render(RequestContext(request, context))


def test_a_chip_has_a_shape_a_word_and_the_tint_that_goes_with_its_shape() -> None:
    chip = shapes.chip("refused", "Cocked <dice>")
    assert chip.startswith('<span class="chip stop"><svg')
    assert chip.endswith("Cocked &lt;dice&gt;</span>")
    assert 'class="chip "' in shapes.chip("done", "Within", "")


def test_a_shape_is_silent_beside_a_word_and_has_a_name_alone() -> None:
    assert 'aria-hidden="true"' in shapes.icon("locked")
    assert 'role="img" aria-label="locked"' in shapes.icon("locked", "locked")
    with pytest.raises(KeyError):
        shapes.icon("rocket")


def test_a_reading_is_cited_twice_under_two_places() -> None:
    source = "{% load shapes %}{% reading cited %}{% reading cited %}"
    html = Template(source).render(Context({"cited": {"id": "X-01", "title": "Fractions", "text": "Up.", "is_contested": True}}))
    places = [part.split('"')[0] for part in html.split('popovertarget="')[1:]]
    assert len(set(places)) == 2
    assert "X-01, contested" in html


def test_dice_say_what_they_show_and_a_cocked_one_is_tilted() -> None:
    assert 'aria-label="Dice 3 and 4"' in play.dice(3, 4)
    assert 'aria-label="Dice 2, 4 and 5"' in play.dice(2, 4, 5)
    assert play.dice(6).count("<circle") == 6
    tilted = play.cocked_dice(4, 5, cocked=2)
    assert 'aria-label="Dice 4 and 5; die 2 is cocked"' in tilted
    assert tilted.count("rotate(") == 1


def test_the_wheel_has_the_order_and_the_colours_of_the_rule_book() -> None:
    assert play.WHEEL == interblock_roulette.WHEEL
    assert {number for number in range(37) if play.colour(number) == "red"} == interblock_roulette.RED
    assert {number for number in range(37) if play.colour(number) == "black"} == interblock_roulette.BLACK
    assert 'aria-label="Roulette wheel, 17 black"' in _rendered("{% load play %}{% wheel 17 %}")
    assert 'aria-label="Roulette wheel, no result yet"' in _rendered("{% load play %}{% wheel %}")


def _reading(at: str, actual: str) -> charts.Reading:
    return {"at": at, "low": Fraction(1), "theory": Fraction(3), "high": Fraction(5), "actual": Fraction(actual)}


def test_a_chart_has_its_figures_as_a_table_and_a_word_for_what_is_outside() -> None:
    readings = [_reading("1", "3.5"), _reading("2", "5.25"), _reading("3", "-0.5")]
    html = _rendered('{% load charts %}{% chart "Hold" readings "Day" "Hold" %}', readings=readings)
    assert html.count('class="outside"') == 2
    assert html.count("Outside band") == 2
    assert "Hold \u22120.50\u00a0%, theory 3.00\u00a0%, 2 of 3 outside the band" in html
    assert "style=" not in html


def test_labels_of_a_chart_never_lie_over_one_another() -> None:
    shown = charts.chart("Hold", [_reading("1", "3"), _reading("2", "3.01")], "Day", "Hold")
    heights = [label["y"] for label in shown["labels"]]  # type: ignore[attr-defined]
    assert all(below - above >= charts.LABEL_HEIGHT for above, below in pairwise(heights))


def test_a_band_says_where_the_figure_lies() -> None:
    assert charts.band(_reading("1", "2.5"))["words"] == "2.50\u00a0%, within the 95 % band from 1.00\u00a0% to 5.00\u00a0%"
    assert charts.band(_reading("1", "9"))["actual"] == charts.FAR_RIGHT


def test_a_head_orders_by_its_column_then_the_other_way_and_begins_the_list_anew() -> None:
    head = '{% load tables %}{% sort_head "Value" "value" "figure" %}'
    assert 'href="?state=withheld&amp;sort=value"' in _rendered(head, "/list/?state=withheld&after=c1")
    ascending = _rendered(head, "/list/?sort=value")
    assert 'aria-sort="ascending"' in ascending
    assert 'href="?sort=-value"' in ascending
    assert 'aria-sort="descending"' in _rendered(head, "/list/?sort=-value")


def test_a_filter_is_set_and_taken_off_in_the_address() -> None:
    assert _rendered('{% load tables %}{% address_with "book" "ir" %}', "/?book=ac&sort=at") == "?sort=at&amp;book=ir"
    assert _rendered('{% load tables %}{% address_with "book" "" %}', "/?book=ac") == "?"


def test_a_search_keeps_the_other_filters_and_escapes_them() -> None:
    fields = _rendered('{% load tables %}{% kept_fields "q" %}', '/?q=1&state="><b>&after=c1')
    assert fields == '<input type="hidden" name="state" value="&quot;&gt;&lt;b&gt;">'
