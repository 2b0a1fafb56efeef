import type { BookSummary } from '../../book/book.ts';
import { conditionOf, type Game, type LiveBuyOrder, type LiveOffer, type Marketplace } from '../../schema/index.ts';
import { type AnswerText, digestOf } from '../cache/answer.ts';
import type { Prepared, RouteContext, Written } from '../route.ts';
import { toWireBuyOrder } from '../wire/buy-order.ts';
import { toWireOffer } from '../wire/offer.ts';
import { bestFirst, cheapestFirst, toFourPrices } from '../wire/price.ts';
import { dayEndsAt, toSeconds } from '../wire/time.ts';

export type AskedItem = { readonly marketplace: Marketplace; readonly game: Game; readonly name: string };

/** A row as JSON, and what it is sorted by. */
type Row<Fields> = Fields & Required<AnswerText> & { readonly updatedAt: number };
type OfferRow = Row<{ readonly priceUSD: number | null; readonly foundAt: number; readonly dayEndsAt: number }>;
type BuyOrderRow = Row<{ readonly priceUSD: number | null }>;

// What an entry takes besides its text
const rowBytes = 250;

/** All of an item on a marketplace but its rows, of which `rowsUpdatedAt` says when each has changed. */
export const itemHead = (
  { marketplace, game, name }: AskedItem,
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

/** Whether offers are counted of which none is listed. */
export const isUnlisted = (
  book: RouteContext['book'],
  { marketplace, game, name }: AskedItem,
  summary: BookSummary | null,
): boolean => (summary?.offerCount ?? 0) > 0 && book.listedCount(marketplace.id, game, name) === 0;

/** An item on a marketplace with the text of each of its rows, so that what has changed alone is written anew. */
export class PreparedItem implements Prepared {
  readonly #item: AskedItem;
  readonly #context: RouteContext;
  readonly #headersOf: (listed: number, counted: number) => readonly string[];
  #offers: (() => OfferRow[]) | null = null;
  #buyOrders: (() => BuyOrderRow[]) | null = null;
  #number = 0;
  #revision = -1;
  // The last text holds from here on, until a day of a lock has passed
  #from = Number.POSITIVE_INFINITY;
  #until = 0;
  #bytes = 0;

  constructor(
    item: AskedItem,
    context: RouteContext,
    headersOf: (listed: number, counted: number) => readonly string[],
  ) {
    this.#item = item;
    this.#context = context;
    this.#headersOf = headersOf;
  }

  readonly bytes = (): number => this.#bytes;

  readonly writeAgain: Prepared['writeAgain'] = (number) => {
    const { asked, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    const revision = this.#revisionNow();
    const isSame = number === this.#number && revision === this.#revision && this.#holds(now());
    const written = isSame ? 'same' : this.#write(revision);
    if (written !== null) asked(game, name, marketplace.id);
    return written;
  };

  readonly write: Prepared['write'] = () => this.#write(this.#revisionNow());

  #write(revision: number): Written | null {
    const { book, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    const summary = book.summary(marketplace.id, game, name);
    // Whoever asks for it waits for a look-up
    if (summary === null || isUnlisted(book, this.#item, summary)) return null;
    const at = now();
    if (!this.#holds(at)) this.#forget();
    this.#revision = revision;
    this.#from = at;
    return this.#written(summary);
  }

  #written(summary: BookSummary): Written {
    const offers = (this.#offers?.() ?? []).sort(cheapestFirst);
    const buyOrders = (this.#buyOrders?.() ?? []).sort(bestFirst);
    const rows = [...offers, ...buyOrders];
    const head = JSON.stringify(itemHead(this.#item, summary, rows));
    const json = `${head.slice(0, -1)},"offers":[${joined(offers)}],"buyOrders":[${joined(buyOrders)}]}`;
    const digest = digestOf(rows.reduce((text, row) => text + row.digest, head));
    const isAscii = isAsciiText(head) && rows.every((row) => row.isAscii);
    const headers = this.#headersOf(offers.length, summary.offerCount);
    this.#until = offers.reduce((until, one) => Math.min(until, one.dayEndsAt), Number.POSITIVE_INFINITY);
    this.#number += 1;
    this.#bytes = json.length + rows.length * rowBytes;
    return { json, digest, isAscii, headers, number: this.#number };
  }

  #holds(at: number): boolean {
    return at >= this.#from && at < this.#until;
  }

  #revisionNow(): number {
    const { marketplace, game, name } = this.#item;
    return this.#context.book.revision(marketplace.id, game, name);
  }

  /** Of the day that has passed all rows are written anew. */
  #forget(): void {
    const { book, now } = this.#context;
    const { marketplace, game, name } = this.#item;
    this.#offers = book.mapOffers(marketplace.id, game, name, (offer) => offerRow(offer, now()));
    this.#buyOrders = book.mapBuyOrders(marketplace.id, game, name, buyOrderRow);
  }
}

function offerRow(offer: LiveOffer, at: number): OfferRow {
  const row = toWireOffer(offer, at);
  const { priceUSD, foundAt, updatedAt } = row;
  return { ...textOf(row), priceUSD, foundAt, updatedAt, dayEndsAt: dayEndsAt(offer.tradableAt, at) };
}

function buyOrderRow(order: LiveBuyOrder): BuyOrderRow {
  const row = toWireBuyOrder(order);
  const { priceUSD, updatedAt } = row;
  return { ...textOf(row), priceUSD, updatedAt };
}

function textOf(row: object): Required<AnswerText> {
  const json = JSON.stringify(row);
  return { json, isAscii: isAsciiText(json), digest: digestOf(json) };
}

const isAsciiText = (text: string): boolean => Buffer.byteLength(text) === text.length;

function joined(rows: readonly { readonly json: string }[]): string {
  let text = '';
  for (const { json } of rows) text += text === '' ? json : `,${json}`;
  return text;
}
