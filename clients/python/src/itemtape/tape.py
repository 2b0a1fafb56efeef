"""What one service knows."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, AsyncIterator, Callable, Dict, List, Optional, Sequence, Union, cast

from . import answers
from .errors import Position, TapeError
from .stream import Listening, Message
from .waiting import MAY_PASS, USUAL_DELAYS, Delays, delay_before, retry_after_of
from .words import instant, named, written

OneOrMore = Union[str, Sequence[str]]


class Tape:
    """A client of the service at `url`.

    Prices are in the currency that their name says, in units of it and not in cents; times of REST answers are Unix
    seconds, timestamps of the stream Unix milliseconds; None is not known or not applicable. What may pass (no
    answer, 408, 429 and some of 500 and above) is tried again `retries` times.
    """

    def __init__(self, url: str, key: str, retries: int = 3, timeout: float = 30.0) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise TapeError(f"{url} is no address; it begins with http:// or https://", code="INVALID_PARAMS")
        self._url = url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout

    def get(self, path: str, **parameters: Any) -> Any:
        """Any answer of the service, such as get("tape/movers", game="CS2"); what is None is left out, from_ is from."""
        given = {name: written(name, value) for name, value in named(parameters).items() if value is not None}
        return self._ask(f"{self._url}/{path}?{urllib.parse.urlencode(given)}")

    def _ask(self, address: str, body: Optional[bytes] = None) -> Any:
        for attempt in range(self._retries + 1):
            try:
                return self._ask_once(address, body)
            except TapeError as error:
                may_pass = error.status is None or error.status in MAY_PASS
                if not may_pass or attempt == self._retries:
                    raise
                time.sleep(delay_before(attempt, error.retry_after))
        raise AssertionError("unreachable")

    def _ask_once(self, address: str, body: Optional[bytes]) -> Any:
        headers = {"X-API-Key": self._key, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(address, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise _refusal_of(refusal) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise TapeError(f"{self._url} gave no answer: {getattr(error, 'reason', error)}") from error

    def marketplaces(self) -> List[answers.Marketplace]:
        """Marketplaces that are read, with their games and counts."""
        return cast(List[answers.Marketplace], self.get("v2/marketplaces"))

    def item(self, marketplace: str, game: str, name: str) -> answers.Item:
        """One item on one marketplace: prices, offers, buy orders. `name` is exact, as Steam writes it."""
        return cast(answers.Item, self.get("v2/items", marketplace=marketplace, game=game, name=name))

    def compare(self, game: str, name: str, marketplaces: Optional[OneOrMore] = None) -> answers.Comparison:
        """One item on all marketplaces, cheapest first."""
        return cast(answers.Comparison, self.get("v2/items/compare", game=game, name=name, marketplaces=marketplaces))

    def search(
        self, game: str, query: str, marketplace: Optional[str] = None, limit: Optional[int] = None
    ) -> List[answers.SearchRow]:
        """Names that hold every word of the query."""
        return cast(
            List[answers.SearchRow],
            self.get("v2/items/search", game=game, query=query, marketplace=marketplace, limit=limit),
        )

    def find_items(
        self, game: str, query: str, marketplaces: Optional[OneOrMore] = None, limit: Optional[int] = None
    ) -> List[answers.SearchItem]:
        """The items that search() tells rows of, each on all marketplaces that know it, cheapest first."""
        return cast(
            List[answers.SearchItem],
            self.get("tape/search", game=game, query=query, marketplaces=marketplaces, limit=limit),
        )

    def sales(self, marketplace: str, game: str, name: str, days: Optional[int] = None) -> answers.Sales:
        """Completed purchases, newest first."""
        return cast(answers.Sales, self.get("v2/sales", marketplace=marketplace, game=game, name=name, days=days))

    def price_history(self, marketplace: str, game: str, name: str, **what: Any) -> answers.PriceHistory:
        """Lowest prices over time; takes phase, days and dataPoints too."""
        found = self.get("v2/price-history", marketplace=marketplace, game=game, name=name, **what)
        return cast(answers.PriceHistory, found)

    def buy_orders(self, game: str, **what: Any) -> List[answers.BuyOrderRow]:
        """The best buy orders; takes marketplace, name and limit too."""
        return cast(List[answers.BuyOrderRow], self.get("v2/buy-orders", game=game, **what))

    def best(self, game: str, name: str, **what: Any) -> answers.Best:
        """The lowest ask and the highest bid over all marketplaces."""
        return cast(answers.Best, self.get("tape/best", game=game, name=name, **what))

    def deals(self, game: str, **what: Any) -> answers.Deals:
        """What is worth buying on one marketplace and selling on another; filters as of GET /tape/deals."""
        return cast(answers.Deals, self.get("tape/deals", game=game, **what))

    def find_offers(self, game: str, **what: Any) -> answers.FoundOffers:
        """Single offers over all marketplaces; filters as of GET /tape/offers."""
        return cast(answers.FoundOffers, self.get("tape/offers", game=game, **what))

    def movers(self, game: str, **what: Any) -> answers.Movers:
        """Items whose lowest ask has moved most."""
        return cast(answers.Movers, self.get("tape/movers", game=game, **what))

    def candles(self, game: str, name: str, **what: Any) -> answers.Candles:
        """Open, high, low and close over time."""
        return cast(answers.Candles, self.get("tape/candles", game=game, name=name, **what))

    def value(self, game: str, items: Sequence[Union[str, Dict[str, Any]]], **what: Any) -> answers.Value:
        """What up to 1,000 items are worth, line by line and in sum."""
        pieces = [{"name": item} if isinstance(item, str) else item for item in items]
        body = json.dumps({"game": game, "items": pieces, **named(what)}, default=instant).encode()
        return cast(answers.Value, self._ask(f"{self._url}/tape/value", body))

    def rates(self) -> List[answers.Rate]:
        """What a US dollar is worth in the other currencies."""
        return cast(List[answers.Rate], self.get("tape/rates"))

    def fees(self, marketplace: Optional[str] = None) -> List[answers.Fee]:
        """What marketplaces take of a purchase."""
        return cast(List[answers.Fee], self.get("tape/fees", marketplace=marketplace))

    def messages(
        self,
        *,
        marketplaces: OneOrMore = "all",
        games: OneOrMore = "all",
        resume: Optional[Position] = None,
        gaps: str = "raise",
        on_connection: Optional[Callable[[str, str], None]] = None,
        silence: float = 40.0,
        delays: Delays = USUAL_DELAYS,
        **wish: Any,
    ) -> AsyncIterator[Message]:
        """Every message of the stream, over as many connections as it takes.

        A lost connection is taken up after the last message, so that none is missed and none comes twice. What is
        wished for beside marketplaces and games is named as in asyncapi.json, such as events or maxPriceUSD. Where
        the service no longer keeps what was missed, a GapError is raised, or with gaps="continue" what comes next is
        told. `on_connection` is told "live" and "waiting", and why. A connection on which nothing comes for `silence`
        seconds, heartbeats included, counts as lost.
        """
        wished = {"subscribeTo": marketplaces, "games": games, **named(wish)}
        return Listening(
            self._url, self._key, wished, resume, gaps, on_connection, silence, delays, self._why_refused
        ).messages()

    def _why_refused(self) -> Optional[TapeError]:
        """In the words of the service, which says the same at the stream of events; None where it refuses nothing."""
        request = urllib.request.Request(f"{self._url}/stream/offers", headers={"X-API-Key": self._key})
        try:
            with urllib.request.urlopen(request, timeout=self._timeout):
                return None
        except urllib.error.HTTPError as refusal:
            return _refusal_of(refusal)
        except (OSError, http.client.HTTPException, ValueError):
            return None

    async def offers(self, **what: Any) -> AsyncIterator[answers.OfferMessage]:
        """The offers alone; takes what messages() takes."""
        async for message in self.messages(**what):
            if message.get("type") == "offer":
                yield cast(answers.OfferMessage, message)


def _refusal_of(refusal: urllib.error.HTTPError) -> TapeError:
    said: Dict[str, Any] = {}
    try:
        found = json.loads(refusal.read())
        if isinstance(found, dict):
            said = found
    except (OSError, http.client.HTTPException, ValueError):
        # A proxy between answers with a page of its own, or breaks off
        pass
    text = said.get("error") or f"the service answered {refusal.code}"
    retry_after = retry_after_of(refusal.headers.get("Retry-After"))
    return TapeError(text, status=refusal.code, code=said.get("code"), retry_after=retry_after)
