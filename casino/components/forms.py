"""A form with every kind of field: a change of limits on a sign."""

from django import forms


class LimitForm(forms.Form):
    """A higher minimum, its sign and its reason."""

    WRONG = {"minimum": "", "from_when": "21:50", "kind": "", "reason": "busy"}

    minimum = forms.CharField(
        label="New minimum in dollars",
        help_text="Whole dollars. Now $10.",
        error_messages={"required": "Say the new minimum in whole dollars."},
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    from_when = forms.CharField(label="From", help_text="A higher minimum needs its sign up for 20 minutes. Rule 7.5.")
    table = forms.ChoiceField(label="Table", choices=[("DF1", "DF1, Dragon Fire"), ("DF2", "DF2, Dragon Fire")], required=False)
    kind = forms.ChoiceField(
        label="For which wagers",
        choices=[("all", "Every betting area"), ("pairs", "Specific Pair and Dragon’s Tail only")],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the wagers the minimum is for."},
    )
    reason = forms.CharField(label="Reason, kept for ever", widget=forms.Textarea(attrs={"rows": 2}))
    is_announced = forms.BooleanField(label="The dealer has announced it", required=False)

    def clean_from_when(self) -> str:
        """Rule 7.5: the notice is up for 20 minutes."""
        given: str = self.cleaned_data["from_when"]
        if given < "22:02":
            self.add_error("from_when", "The sign has been up since 21:42, so not before 22:02. Rule 7.5.")
        return given
