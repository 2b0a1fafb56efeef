"""Reads the stream from a position on and prints every offer as a line of JSON, with occasional REST requests meanwhile.

Its arguments are address, key, epoch, sequence, and the subscription as JSON.
"""

import asyncio
import json
import sys

from itemtape import Position, Tape


async def ask(tape: Tape) -> None:
    while True:
        found = await asyncio.to_thread(tape.marketplaces)
        print(json.dumps({"marketplaces": len(found)}), flush=True)
        await asyncio.sleep(0.1)


async def main() -> None:
    address, key, epoch, sequence, wish = sys.argv[1:]
    tape = Tape(address, key, retries=20)
    asking = asyncio.create_task(ask(tape))

    def tell(state: str, why: str) -> None:
        print(json.dumps({"state": state}), flush=True)

    place = Position(epoch, int(sequence))
    async for offer in tape.offers(resume=place, on_connection=tell, **json.loads(wish)):
        print(json.dumps({"offer": offer}), flush=True)
        if asking.done():
            asking.result()


asyncio.run(main())
