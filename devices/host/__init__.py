"""The polling side: asks every player terminal of many lines, and says what it found.

- `line`: one line, one question at a time: whom next, what if nobody answers, what acknowledges what; `pace`: how fast;
- `station`: what is known of one terminal and what to ask it next; `meters`, `tickets`: what its answers mean;
- `findings`: what comes of it; `runner`: many lines over TCP at once.

All but `runner` are pure: time is handed in as seconds. Nothing here keeps a record: whoever takes the findings does.
"""
