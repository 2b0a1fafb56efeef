import {
  currencies,
  type DatedFloor,
  type FloorColumns,
  games,
  type LiveOffer,
  nativeCurrencies,
  type OfferColumns,
  type SeriesColumns,
  type TextColumn,
  variantNumber,
} from '../../../src/schema/index.ts';

function textsOf(texts: readonly (string | null)[]): TextColumn {
  const pieces = texts.map((text) => Buffer.from(text ?? ''));
  const ends = Int32Array.from(pieces, (_, at) => Buffer.concat(pieces.slice(0, at + 1)).length);
  const starts = Int32Array.from(texts, (text, at) =>
    text === null ? -1 : (ends[at] ?? 0) - (pieces[at]?.length ?? 0),
  );
  return { bytes: Buffer.concat(pieces), starts, ends };
}

const numbersOf = (numbers: readonly (number | null)[]) => Float64Array.from(numbers, (number) => number ?? Number.NaN);

type Series = Pick<DatedFloor, 'marketplaceId' | 'game' | 'name' | 'phase' | 'prices'>;

function seriesOf(rows: readonly Series[]): SeriesColumns {
  const names = [...new Set(rows.map(({ game, name }) => `${game} ${name}`))];
  const nameOf = (number: number) => names[number] ?? '';
  return {
    length: rows.length,
    marketplaceId: Uint8Array.from(rows, ({ marketplaceId }) => marketplaceId),
    game: Uint8Array.from(rows, ({ game }) => games.indexOf(game)),
    names: { size: names.length, name: (number) => nameOf(number).slice(nameOf(number).indexOf(' ') + 1) },
    nameNumbers: Int32Array.from(rows, ({ game, name }) => names.indexOf(`${game} ${name}`)),
    phase: Uint16Array.from(rows, ({ phase }) => variantNumber(phase)),
    prices: currencies.map((currency) => numbersOf(rows.map(({ prices }) => prices[currency] ?? 0))),
  };
}

/** Floors as columns, as a store returns them. */
export const floorColumnsOf = (floors: readonly DatedFloor[]): FloorColumns => ({
  ...seriesOf(floors),
  offerCount: numbersOf(floors.map(({ offerCount }) => offerCount)),
  changedAt: numbersOf(floors.map(({ at }) => at)),
});

/** Offers as columns, as a store returns them. */
export function columnsOf(offers: readonly LiveOffer[]): OfferColumns {
  const of = <Value>(read: (offer: LiveOffer) => Value): Value[] => offers.map(read);
  return {
    ...seriesOf(offers),
    offerId: textsOf(of(({ offerId }) => offerId)),
    currency: Uint8Array.from(of(({ price }) => nativeCurrencies.indexOf(price.currency))),
    amount: numbersOf(of(({ price }) => price.amount)),
    purchaseLink: textsOf(of(({ purchaseLink }) => purchaseLink)),
    inspectLink: textsOf(of(({ inspectLink }) => inspectLink)),
    float: numbersOf(of(({ float }) => float)),
    paintIndex: numbersOf(of(({ paintIndex }) => paintIndex)),
    paintSeed: numbersOf(of(({ paintSeed }) => paintSeed)),
    stickers: textsOf(
      of(({ stickers, tf2 }) => (stickers === null && tf2 === undefined ? null : JSON.stringify(tf2 ?? stickers))),
    ),
    ownerId: textsOf(of(({ ownerId }) => ownerId)),
    tradableAt: numbersOf(of(({ tradableAt }) => tradableAt)),
    foundAt: numbersOf(of(({ foundAt }) => foundAt)),
    changedAt: numbersOf(of(({ changedAt }) => changedAt)),
    seenAt: numbersOf(of(({ seenAt }) => seenAt)),
  };
}
