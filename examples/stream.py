"""Prints offers as they arrive, and resumes where it stopped when it is started again.

    ITEMTAPE_URL=http://127.0.0.1:7400 ITEMTAPE_KEY=... python3 examples/stream.py CS2

Needs the package websockets, version 10 or later. The position of the last offer is stored in the file that
ITEMTAPE_POSITION names, by default position.json.
"""

import asyncio
import json
import os
import sys
from urllib.parse import quote

import websockets

ORIGIN = os.environ["ITEMTAPE_URL"].rstrip("/").replace("http", "ws", 1)
ADDRESS = ORIGIN + "/ws/v2/offers?apiKey=" + quote(os.environ["ITEMTAPE_KEY"], safe="")
POSITION = os.environ.get("ITEMTAPE_POSITION", "position.json")
MOST = int(os.environ.get("ITEMTAPE_COUNT", "0"))
GAME = sys.argv[1] if len(sys.argv) > 1 else "CS2"


def last_position():
    try:
        with open(POSITION) as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def keep(message):
    unfinished = POSITION + ".part"
    with open(unfinished, "w") as file:
        json.dump({"epoch": message["epoch"], "sequence": message["sequence"]}, file)
    os.replace(unfinished, POSITION)


def status_of(refusal):
    """The status of a refused handshake, which websockets 13 and later expose differently."""
    response = getattr(refusal, "response", None)
    return getattr(refusal, "status_code", None) or getattr(response, "status_code", None)


async def follow(printed):
    """Reads one connection until it is lost; returns how many offers were printed so far."""
    async with websockets.connect(ADDRESS) as socket:
        wish = {"subscribeTo": "all", "games": [GAME], "sequence": True, "heartbeatSeconds": 15}
        position = last_position()
        if position is not None:
            wish["resume"] = position
        await socket.send(json.dumps(wish))
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "error":
                raise SystemExit(message["message"])
            if message["type"] == "subscribed" and message.get("recovered") is False:
                print("messages since then are no longer kept; continuing with new ones", flush=True)
            if message["type"] == "offer":
                data = message["data"]
                print(message["sequence"], message["marketplace"], data["name"], data["priceUSD"], flush=True)
                keep(message)
                printed += 1
                if printed == MOST:
                    break
            if message["type"] == "heartbeat":
                keep(message)
    return printed


async def main():
    printed = 0
    while MOST == 0 or printed < MOST:
        try:
            printed = await follow(printed)
        except (OSError, websockets.exceptions.WebSocketException) as reason:
            if status_of(reason) in (401, 403):
                raise SystemExit(f"the service refuses the key: {reason}")
            print("connection lost:", reason, file=sys.stderr, flush=True)
            await asyncio.sleep(2)


asyncio.run(main())
