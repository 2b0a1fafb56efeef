"""The client of a service."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, AsyncGenerator, Callable, Dict, List, Optional, Sequence, Union, cast

from . import answers
from .errors import Position, TapeError
from .fetching import body_of, fetch, moved_to, opener
from .stream import Listening, Message
from .waiting import LONGEST_PAUSE, MAY_PASS, USUAL_DELAYS, Delays, delay_before, retry_after_of
from .words import instant, named, written

OneOrMore = Union[str, Sequence[str]]


class Tape:
    """A client of the service at `url`.

    Prices are in units (not cents) of the currency that their name says. Times of REST answers are Unix seconds,
    timestamps of the stream Unix milliseconds. None means not known or not applicable. Temporary failures (no answer,
    408, 429, 500, 502, 503, 504) are retried `retries` times.
    """

    def __init__(self, url: str, key: str, retries: int = 3, timeout: float = 30.0) -> None:
        _check(url, key)
        self._url = url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout

    def get(self, path: str, *, traits: Optional[answers.ItemTraits] = None, **parameters: Any) -> Any:
        """Any answer of the service, such as get("tape/movers", game="CS2"). None is omitted, from_ is sent as from.

        `traits` are the parameters that say what items are, such as {"kind": ["knife", "gloves"]}.
        """
        wanted: Dict[str, Any] = {**(traits or {}), **named(parameters)}
        given = {name: written(name, value) for name, value in wanted.items() if value is not None}
        return self._ask(f"{self._url}/{path}?{urllib.parse.urlencode(given)}")

    def _ask(self, address: str, body: Optional[bytes] = None) -> Any:
        for attempt in range(self._retries + 1):
            try:
                return self._ask_once(address, body)
            except TapeError as error:
                may_pass = error.status is None or (error.status in MAY_PASS and error.code != "NO_DATABASE")
                if not may_pass or attempt == self._retries or (error.retry_after or 0) > LONGEST_PAUSE:
                    raise
                time.sleep(delay_before(attempt, error.retry_after))
        raise AssertionError("unreachable")

    def _ask_once(self, address: str, body: Optional[bytes]) -> Any:
        headers = {"X-API-Key": self._key, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(address, data=body, headers=headers)
        try:
            answer, text = fetch(request, self._timeout)
        except urllib.error.HTTPError as refusal:
            raise _refusal_of(refusal) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise TapeError(f"{self._url} gave no answer: {getattr(error, 'reason', error)}") from error
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, (dict, list)):
            return found
        start = text.decode("utf-8", "replace").strip()[:80]
        kind = answer.headers.get("Content-Type") or "no content type"
        what = json.dumps(start, ensure_ascii=False) if start else "empty"
        raise TapeError(f"{self._url} gave no readable answer: status {answer.status}, {kind}, {what}")

    def marketplaces(self) -> List[answers.Marketplace]:
        """The marketplaces that the service reads, with their games and counts."""
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
        """Items whose name contains every word of the query, one row for each marketplace."""
        return cast(
            List[answers.SearchRow],
            self.get("v2/items/search", game=game, query=query, marketplace=marketplace, limit=limit),
        )

    def find_items(
        self,
        game: str,
        query: str,
        marketplaces: Optional[OneOrMore] = None,
        limit: Optional[int] = None,
        traits: Optional[answers.ItemTraits] = None,
    ) -> List[answers.SearchItem]:
        """Items most likely meant first, each with all marketplaces that know it, cheapest first."""
        what = {"game": game, "query": query, "marketplaces": marketplaces, "limit": limit}
        return cast(List[answers.SearchItem], self.get("tape/search", traits=traits, **what))

    def catalogue(self, game: str, traits: Optional[answers.ItemTraits] = None, **what: Any) -> answers.Catalogue:
        """What items are: kind, rarity, collections and so on; also accepts query, minFloat, maxFloat, limit and after."""
        return cast(answers.Catalogue, self.get("tape/catalogue", game=game, traits=traits, **what))

    def prices(self, game: str, traits: Optional[answers.ItemTraits] = None, **what: Any) -> answers.Prices:
        """The ask and bid of every marketplace for every item and variant; also accepts marketplaces and currency."""
        return cast(answers.Prices, self.get("tape/prices", game=game, traits=traits, **what))

    def sales(self, marketplace: str, game: str, name: str, days: Optional[int] = None) -> answers.Sales:
        """Completed purchases, newest first."""
        return cast(answers.Sales, self.get("v2/sales", marketplace=marketplace, game=game, name=name, days=days))

    def price_history(self, marketplace: str, game: str, name: str, **what: Any) -> answers.PriceHistory:
        """Lowest prices over time; also accepts phase, days and dataPoints."""
        found = self.get("v2/price-history", marketplace=marketplace, game=game, name=name, **what)
        return cast(answers.PriceHistory, found)

    def buy_orders(self, game: str, **what: Any) -> List[answers.BuyOrderRow]:
        """Buy orders, highest price first; also accepts marketplace, name and limit."""
        return cast(List[answers.BuyOrderRow], self.get("v2/buy-orders", game=game, **what))

    def best(self, game: str, name: str, **what: Any) -> answers.Best:
        """The lowest ask over all marketplaces, and the highest bid where one gets money; also accepts payout."""
        return cast(answers.Best, self.get("tape/best", game=game, name=name, **what))

    def deals(self, game: str, traits: Optional[answers.ItemTraits] = None, **what: Any) -> answers.Deals:
        """Items worth buying on one marketplace and selling for money on another; filters as in GET /tape/deals."""
        return cast(answers.Deals, self.get("tape/deals", game=game, traits=traits, **what))

    def find_offers(self, game: str, traits: Optional[answers.ItemTraits] = None, **what: Any) -> answers.FoundOffers:
        """Single offers on all marketplaces; filters as in GET /tape/offers."""
        return cast(answers.FoundOffers, self.get("tape/offers", game=game, traits=traits, **what))

    def find_sales(self, game: str, name: str, **what: Any) -> answers.FoundSales:
        """Single sales of an item on all marketplaces, newest first; filters as in GET /tape/sales."""
        return cast(answers.FoundSales, self.get("tape/sales", game=game, name=name, **what))

    def ratio(self, game: str, **what: Any) -> answers.Ratio:
        """What money becomes as Steam balance and back; filters as in GET /tape/ratio."""
        return cast(answers.Ratio, self.get("tape/ratio", game=game, **what))

    def movers(self, game: str, traits: Optional[answers.ItemTraits] = None, **what: Any) -> answers.Movers:
        """Items whose lowest ask has moved most."""
        return cast(answers.Movers, self.get("tape/movers", game=game, traits=traits, **what))

    def candles(self, game: str, name: str, **what: Any) -> answers.Candles:
        """Open, high, low and close over time."""
        return cast(answers.Candles, self.get("tape/candles", game=game, name=name, **what))

    def history(self, game: str, name: str, **what: Any) -> answers.ItemHistory:
        """The past of an item on all marketplaces, column by column."""
        return cast(answers.ItemHistory, self.get("tape/history", game=game, name=name, **what))

    def value(self, game: str, items: Sequence[Union[str, Dict[str, Any]]], **what: Any) -> answers.Value:
        """The worth of up to 1,000 items, line by line and in total."""
        pieces = [{"name": item} if isinstance(item, str) else item for item in items]
        body = json.dumps({"game": game, "items": pieces, **named(what)}, default=instant).encode()
        return cast(answers.Value, self._ask(f"{self._url}/tape/value", body))

    def rates(self) -> List[answers.Rate]:
        """The worth of a US dollar in the other currencies."""
        return cast(List[answers.Rate], self.get("tape/rates"))

    def terms(self, marketplace: Optional[str] = None) -> List[answers.MarketplaceTerms]:
        """What one pays and gets at marketplaces."""
        return cast(List[answers.MarketplaceTerms], self.get("tape/marketplaces", marketplace=marketplace))

    def messages(
        self,
        *,
        marketplaces: OneOrMore = "all",
        games: OneOrMore = "all",
        traits: Optional[answers.ItemTraits] = None,
        resume: Optional[Position] = None,
        gaps: str = "raise",
        on_connection: Optional[Callable[[str, str], None]] = None,
        silence: float = 40.0,
        delays: Delays = USUAL_DELAYS,
        **filters: Any,
    ) -> AsyncGenerator[Message, None]:
        """Every message of the stream, over as many connections as necessary.

        After a lost connection the stream resumes after the last message, so none is missed and none is delivered
        twice. Other fields of the subscription are named as in asyncapi.json, such as events or maxPriceUSD. If the
        service no longer keeps the missed messages, a GapError is raised, or with gaps="continue" the stream continues
        with the next message. `on_connection` is called with "live", and with "waiting" and the reason. A connection
        without any data for `silence` seconds, heartbeats included, counts as lost.
        """
        subscription = {"subscribeTo": marketplaces, "games": games, **named(filters)}
        if traits is not None:
            subscription["traits"] = traits
        return Listening(
            self._url, self._key, subscription, resume, gaps, on_connection, silence, delays, self._why_refused
        ).messages()

    def _why_refused(self) -> Optional[TapeError]:
        """The refusal of the server-sent event stream, which has the same reason; None if it refuses nothing."""
        request = urllib.request.Request(f"{self._url}/stream/offers", headers={"X-API-Key": self._key})
        try:
            with opener.open(request, timeout=self._timeout):
                return None
        except urllib.error.HTTPError as refusal:
            return _refusal_of(refusal)
        except (OSError, http.client.HTTPException, ValueError):
            return None

    async def offers(self, **what: Any) -> AsyncGenerator[answers.OfferMessage, None]:
        """Only the offers; accepts the arguments of messages()."""
        messages = self.messages(**what)
        try:
            async for message in messages:
                if message.get("type") == "offer":
                    yield cast(answers.OfferMessage, message)
        finally:
            await messages.aclose()


def _check(url: str, key: str) -> None:
    try:
        parts = urllib.parse.urlsplit(url)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    # Neither is shown if it is wrong: it can be a password
    if is_url and "@" in parts.netloc:
        text = "url contains a user name or password, which cannot be sent; remove it"
        raise TapeError(text, code="INVALID_PARAMS")
    if not is_url:
        text = f"{url} is not a URL; give the URL of the service, such as http://127.0.0.1:7400"
        raise TapeError(text, code="INVALID_PARAMS")
    if not all(" " <= one <= "~" for one in key):
        raise TapeError("key contains a character that no key has; copy it again", code="INVALID_PARAMS")


def _refusal_of(refusal: urllib.error.HTTPError) -> TapeError:
    found: Any = None
    try:
        found = json.loads(body_of(cast(http.client.HTTPResponse, refusal.fp)))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        # A proxy in between can answer with an HTML page, or cut the answer off
        pass
    text, code = f"the service answered {refusal.code}", None
    # Gateways answer with objects of their own
    if isinstance(found, dict) and isinstance(found.get("error"), str) and isinstance(found.get("code"), str):
        text, code = found["error"], found["code"]
    text += moved_to(refusal.code, refusal.headers.get("Location"))
    retry_after = retry_after_of(refusal.headers.get("Retry-After"))
    return TapeError(text, status=refusal.code, code=code, retry_after=retry_after)
