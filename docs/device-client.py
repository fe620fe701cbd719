"""A device that announces itself to Pitledger: how a request is signed, sent and answered. Only Python's standard library.

    echo KEY_IN_HEXADECIMAL | python3 device-client.py https://pitledger.example KEY_ID SEQUENCE SOFTWARE [REQUEST_ID]

The key comes on standard input, so that it stands in no list of processes. The sequence grows by one with every new request and
must survive a restart. If no answer came, send the same request again: same sequence, same id, same body. It is answered as the
first time. A request that was answered is never sent again.
"""

import hashlib
import hmac
import json
import sys
import urllib.error
import urllib.request
import uuid

PATH = "/api/device/announce"


def sign(key: bytes, method: str, path: str, sequence: int, request_id: str, body: bytes) -> str:
    """HMAC-SHA-256 over five lines: method, path with query, sequence, Idempotency-Key, SHA-256 of the body."""
    lines = [method, path, str(sequence), request_id, hashlib.sha256(body).hexdigest()]
    return hmac.new(key, "\n".join(lines).encode("ascii"), hashlib.sha256).hexdigest()


def ask(server: str, key_id: str, key: bytes, sequence: int, request_id: str, told: dict) -> tuple[int, dict]:
    """Send one signed request; the status and what the server says."""
    body = json.dumps(told).encode()
    signature = sign(key, "POST", PATH, sequence, request_id, body)
    headers = {
        "Authorization": f"Pitledger key={key_id}, seq={sequence}, sig={signature}",
        "Idempotency-Key": request_id,
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(server + PATH, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:  # application/problem+json: decide by `code`, show `detail`
        return refused.code, json.load(refused)


def main() -> int:
    """Announce once; 0 if the server took it, 1 if it refused."""
    server, key_id, sequence, software = sys.argv[1:5]
    request_id = sys.argv[5] if len(sys.argv) > 5 else str(uuid.uuid4())
    key = bytes.fromhex(sys.stdin.read().strip())
    status, answer = ask(server, key_id, key, int(sequence), request_id, {"software": software})
    print(json.dumps(answer))
    return 0 if status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
