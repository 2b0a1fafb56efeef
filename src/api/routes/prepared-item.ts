import type { BookSummary, MappedRows } from '../../book/book.ts';
import {
  conditionOf,
  dayEndsAt,
  type Game,
  type LiveBuyOrder,
  type LiveOffer,
  type Marketplace,
  type Prices,
} from '../../schema/index.ts';
import { type AnswerText, digestOf } from '../cache/answer.ts';
import { buildAhead } from '../lists/in-turns.ts';
import type { Prepared, RouteContext, Written } from '../route.ts';
import { toWireBuyOrder } from '../wire/buy-order.ts';
import { toWireOffer } from '../wire/offer.ts';
import { bestFirst, cheapestFirst, fourPricesText, toFourPrices, toPrice } from '../wire/price.ts';
import { toSeconds } from '../wire/time.ts';

export type RequestedItem = { readonly marketplace: Marketplace; readonly game: Game; readonly name: string };

/** A row as JSON with a leading comma, and facts about it. */
type Row = Required<AnswerText> & { readonly updatedAt: number };
/** Includes the keys it is sorted by. */
type OfferRow = Row & {
  readonly priceUSD: number | null;
  readonly foundAt: number;
  readonly dayEndsAt: number;
  readonly fixed: FixedParts;
};
type FixedParts = ReturnType<typeof fixedOf>;
type BuyOrderRow = Row & { readonly priceUSD: number | null };

// Memory of a row besides its text and the parts of that text
const rowBytes = 250;

// With more rows a new text takes more than a few milliseconds
const mostAtOnce = 500;

/** An item on a marketplace without its offers and buy orders; `rowsUpdatedAt` holds the times of their last change. */
export const itemHead = (
  { marketplace, game, name }: RequestedItem,
  { prices, offerCount, thumbnail, changedAt }: BookSummary,
  rowsUpdatedAt: readonly { readonly updatedAt: number }[],
) => ({
  name,
  marketplace: marketplace.name,
  game,
  ...toFourPrices(prices),
  offerCount,
  condition: conditionOf(game, name),
  thumbnail,
  updatedAt: rowsUpdatedAt.reduce((latest, one) => Math.max(latest, one.updatedAt), toSeconds(changedAt)),
});

/** The answer for an item on a marketplace. Keeps the text of each row, so that only changed rows are written again. */
export class PreparedItem implements Prepared {
  readonly #item: RequestedItem;
  readonly #context: RouteContext;
  readonly #headersOf: (listed: number, counted: number) => readonly string[];
  #offers: MappedRows<OfferRow> | null = null;
  #buyOrders: MappedRows<BuyOrderRow> | null = null;
  readonly #offerList = new ListText();
  readonly #buyOrderList = new ListText();
  #number = 0;
  #revision = -1;
  // The rows are valid from when the last was made until a trade lock drops by a day
  #from = Number.POSITIVE_INFINITY;
  #until = 0;
  #rowCount = 0;
  #bytes = 0;

  constructor(
    item: RequestedItem,
    context: RouteContext,
    headersOf: (listed: number, counted: number) => readonly string[],
  ) {
    this.#item = item;
    this.#context = context;
    this.#headersOf = headersOf;
  }

  readonly bytes = (): number => this.#bytes;

  readonly ahead: Prepared['ahead'] = async () => {
    this.#renew(this.#context.now());
    await buildAhead(this.#offers, this.#buyOrders);
  };

  readonly writeAgain: Prepared['writeAgain'] = (number) => {
    const { book, itemRequested, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    // The ordinary way waits for a lookup
    if (book.isListBehind(marketplace.id, game, name)) return null;
    const revision = this.#revisionNow();
    const isSame = number === this.#number && revision === this.#revision && this.#holds(now());
    if (!isSame && this.#rowCount > mostAtOnce) return null;
    const written = isSame ? 'same' : this.#write(revision);
    if (written !== null) itemRequested(game, name, marketplace.id);
    return written;
  };

  readonly write: Prepared['write'] = () => this.#write(this.#revisionNow());

  #write(revision: number): Written | null {
    const { book, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    const summary = book.summary(marketplace.id, game, name);
    if (summary === null) return null;
    this.#renew(now());
    this.#revision = revision;
    return this.#written(summary);
  }

  #written(summary: BookSummary): Written {
    const offerRows = (this.#offers?.now() ?? []).sort(cheapestFirst);
    const offers = this.#offerList.of(offerRows);
    const buyOrders = this.#buyOrderList.of((this.#buyOrders?.now() ?? []).sort(bestFirst));
    const { game, name } = this.#item;
    const item = { ...this.#item, name: this.#context.lookups.item(game, name) };
    const head = JSON.stringify(itemHead(item, summary, [offers, buyOrders]));
    const json = `${head.slice(0, -1)},"offers":${offers.json},"buyOrders":${buyOrders.json}}`;
    const digest = digestOf(head + offers.digest + buyOrders.digest);
    const isAscii = isAsciiText(head) && offers.isAscii && buyOrders.isAscii;
    const headers = this.#headersOf(offerRows.length, summary.offerCount);
    this.#number += 1;
    this.#rowCount = offers.count + buyOrders.count;
    this.#bytes = 2 * json.length + this.#rowCount * rowBytes;
    return { json, digest, isAscii, headers, number: this.#number };
  }

  #holds(at: number): boolean {
    return at >= this.#from && at < this.#until;
  }

  #revisionNow(): number {
    const { marketplace, game, name } = this.#item;
    return this.#context.book.revision(marketplace.id, game, name);
  }

  /** Drops all rows once their days of trade lock have changed. */
  #renew(at: number): void {
    if (this.#holds(at)) return;
    const { book, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    this.#from = at;
    this.#until = Number.POSITIVE_INFINITY;
    const make = (offer: LiveOffer): OfferRow => {
      const madeAt = now();
      const row = offerRow(offer, madeAt);
      // If the clock is set back to before this, the lock can be a day longer
      this.#from = Math.max(this.#from, madeAt);
      this.#until = Math.min(this.#until, row.dayEndsAt);
      return row;
    };
    const map = { make, reprice: repricedRow };
    this.#offers = book.mapOffers(marketplace.id, game, name, map);
    this.#buyOrders = book.mapBuyOrders(marketplace.id, game, name, buyOrderRow);
  }
}

function offerRow(offer: LiveOffer, at: number): OfferRow {
  const row = toWireOffer(offer, at);
  const fixed = fixedOf(JSON.stringify(row));
  const facts = { foundAt: row.foundAt, dayEndsAt: dayEndsAt(offer.tradableAt, at), fixed };
  return { ...facts, ...pricedText(fixed, offer.prices, offer.changedAt) };
}

const repricedRow = (row: OfferRow, prices: Prices, changedAt: number): OfferRow => ({
  ...row,
  ...pricedText(row.fixed, prices, changedAt),
});

/** The parts of an offer's text that do not change with its price. */
function fixedOf(json: string) {
  // JSON escapes quotation marks within strings, so these matches can only be keys
  const pricesAt = json.indexOf('"priceUSD":');
  const pricesEnd = json.indexOf(',"float":', pricesAt);
  const updatedAt = json.indexOf('"updatedAt":', pricesEnd);
  const before = `,${json.slice(0, pricesAt)}`;
  const between = `${json.slice(pricesEnd, updatedAt)}"updatedAt":`;
  const after = json.slice(json.indexOf(',', updatedAt));
  return { before, between, after, digest: digestOf(before + between + after) };
}

function pricedText({ before, between, after, digest }: FixedParts, prices: Prices, changedAt: number) {
  const updatedAt = toSeconds(changedAt);
  const four = fourPricesText(prices);
  const json = `${before}${four}${between}${updatedAt}${after}`;
  return {
    json,
    // Also flattens the concatenated string, so that joining answers from it is fast
    isAscii: isAsciiText(json),
    digest: `${digest} ${four} ${updatedAt}`,
    priceUSD: toPrice(prices.USD),
    updatedAt,
  };
}

function buyOrderRow(order: LiveBuyOrder): BuyOrderRow {
  const row = toWireBuyOrder(order);
  const { priceUSD, updatedAt } = row;
  return { ...textOf(row), priceUSD, updatedAt };
}

function textOf(row: object): Required<AnswerText> {
  const json = `,${JSON.stringify(row)}`;
  return { json, isAscii: isAsciiText(json), digest: digestOf(json) };
}

const isAsciiText = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Rows as a JSON array, joined again only when a row has changed. */
class ListText {
  #rows: readonly Row[] = [];
  #text = listOf([]);

  of(rows: readonly Row[]): ListOfRows {
    if (rows.length !== this.#rows.length || rows.some((row, at) => row !== this.#rows[at])) this.#text = listOf(rows);
    this.#rows = rows;
    return this.#text;
  }
}

type ListOfRows = ReturnType<typeof listOf>;

function listOf(rows: readonly Row[]) {
  let json = '[';
  let digest = '';
  let isAscii = true;
  let updatedAt = 0;
  for (const row of rows) {
    json += json === '[' ? row.json.slice(1) : row.json;
    digest += row.digest;
    isAscii &&= row.isAscii;
    updatedAt = Math.max(updatedAt, row.updatedAt);
  }
  return { json: `${json}]`, digest, isAscii, updatedAt, count: rows.length };
}
