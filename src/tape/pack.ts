import {
  type AttributeName,
  attributeNames,
  type Change,
  type Currency,
  filteredFields,
  type Game,
  type ItemAttributes,
  type ItemStatement,
  type LiveOffer,
  type NewFloors,
  type PreviousOffer,
  type Prices,
  type RemovalReason,
  type UsdRange,
} from '../schema/index.ts';
import type { LineWriter } from './line-writer.ts';
import type { TapeRecord } from './record.ts';
import { buyOrderLine, type Cells, filteredLine, floorLine, offerLine, quoteLine, topBidLine } from './record-lines.ts';

/*
 * A record is one line: a JSON array that begins with a letter for its kind and its time. Lines of several batches can be
 * concatenated. Unknown kinds are read as such, so that later releases can add kinds; lines of a known kind are only ever
 * extended at their end.
 */

const lineEnd = 10;

type PackedPrices = readonly [number | null, number | null, number | null, number | null];
export type PackedRange = readonly [number, number] | null;

function packPrices(to: LineWriter, { USD, EUR, CNY, RUB }: Prices): void {
  to.raw('[').number(USD).raw(',').number(EUR).raw(',').number(CNY).raw(',').number(RUB).raw(']');
}
const pricesIn = ([USD, EUR, CNY, RUB]: PackedPrices): Prices =>
  ({ USD, EUR, CNY, RUB }) satisfies Record<Currency, unknown>;
export function packRange(to: LineWriter, range: UsdRange | null): void {
  if (range === null) to.raw('null');
  else to.raw('[').number(range.low).raw(',').number(range.high).raw(']');
}
export const rangeIn = (range: PackedRange): UsdRange | null =>
  range === null ? null : { low: range[0], high: range[1] };

/** Without traits when they are unchanged. */
export type PackedPrevious = readonly [prices: PackedPrices, range: PackedRange, traits?: Cells];

const filtered = Object.keys(filteredFields) as (keyof typeof filteredFields)[];

function packPrevious(to: LineWriter, previous: PreviousOffer, offer: LiveOffer): void {
  packPrices(to.raw(',['), previous.prices);
  packRange(to.raw(','), previous.usdRange);
  if (!filtered.every((key) => previous[key] === offer[key])) filteredLine.write(to.raw(','), previous);
  to.raw(']');
}

function previousIn([prices, range, traits]: PackedPrevious, offer: LiveOffer): PreviousOffer {
  const { name, phase, purchaseLink, float, paintSeed } = traits === undefined ? offer : filteredLine.read(traits);
  return { name, phase, purchaseLink, float, paintSeed, prices: pricesIn(prices), usdRange: rangeIn(range) };
}

type PackedItem = readonly [
  game: Game,
  name: string,
  marketplaceId: number,
  ...attributes: ItemAttributes[AttributeName][],
];

function packItem(to: LineWriter, item: ItemStatement): void {
  to.raw('"').raw(item.game).raw('",').text(item.name).raw(',').number(item.marketplaceId);
  for (const name of attributeNames) to.raw(',').plain(JSON.stringify(item[name]));
}

const itemIn = ([game, name, marketplaceId, ...told]: PackedItem): ItemStatement => ({
  ...{ game, name, marketplaceId },
  ...(Object.fromEntries(attributeNames.map((one, at) => [one, told[at] ?? null])) as ItemAttributes),
});

export type PackedChange =
  | readonly ['a', number, number, Cells, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1]
  | readonly ['u', number, number, Cells, isNewFloor: 0 | 1, isNewItemFloor: 0 | 1, PackedPrevious, what?: 1 | 2]
  | readonly ['r', number, number, Cells, RemovalReason, PackedRange, goneBefore?: number, isDisproved?: 1]
  | readonly ['o', number, number, Cells]
  | readonly ['c', number, number, Cells]
  | readonly ['q', number, number, Cells]
  | readonly ['f', number, number, Cells]
  | readonly ['k', number, number, Cells];

type PackedRecord =
  | PackedChange
  | readonly ['h', number, number, Cells]
  | readonly ['i', number, ...PackedItem]
  | readonly [keyof typeof plainKinds, number, unknown];

/** Kinds whose record is one JSON value, which has the name of the kind, by their letter. */
const plainKinds = { s: 'sale', e: 'source', v: 'confirmation', g: 'gap', b: 'batch' } as const;
const plainLetters = new Map<TapeRecord['what'], string>(
  Object.entries(plainKinds).map(([letter, what]) => [what, letter]),
);

function packFloors(to: LineWriter, { isNewFloor, isNewItemFloor }: NewFloors): void {
  to.raw(isNewFloor ? ',1' : ',0').raw(isNewItemFloor ? ',1' : ',0');
}

function packChange(to: LineWriter, change: Change): void {
  switch (change.kind) {
    case 'added':
      offerLine.write(to, change.offer);
      packFloors(to, change);
      break;
    case 'updated':
      offerLine.write(to, change.offer);
      packFloors(to, change);
      packPrevious(to, change.previous, change.offer);
      if (change.isSilent) to.raw(',1');
      else if (change.isReturned === true) to.raw(',2');
      break;
    case 'removed':
      offerLine.write(to, change.offer);
      packRange(to.raw(',').text(change.reason).raw(','), change.usdRange);
      to.raw(',').number(change.at - change.goneAt);
      if (change.isDisproved === true) to.raw(',1');
      break;
    case 'ordered':
    case 'orderRemoved':
      buyOrderLine.write(to, change.buyOrder);
      break;
    case 'quoted':
      quoteLine.write(to, change.quote);
      break;
    case 'floor':
    case 'known':
      floorLine.write(to, change.floor);
  }
}

const letterOf = {
  added: 'a',
  updated: 'u',
  removed: 'r',
  ordered: 'o',
  orderRemoved: 'c',
  quoted: 'q',
  floor: 'f',
  known: 'k',
} as const satisfies Record<Change['kind'], PackedChange[0]>;

/** Writes a record as a line, including the line end. */
export function packRecord(to: LineWriter, record: TapeRecord): void {
  switch (record.what) {
    case 'change': {
      const { at, change } = record;
      to.raw('["').raw(letterOf[change.kind]).raw('",').number(at).raw(',').instant(change.at).raw(',');
      packChange(to, change);
      to.raw(']\n');
      break;
    }
    case 'topBid': {
      const { at, topBid } = record;
      to.raw('["h",').number(at).raw(',').instant(topBid.at).raw(',');
      topBidLine.write(to, topBid);
      to.raw(']\n');
      break;
    }
    case 'item':
      packItem(to.raw('["i",').number(record.at).raw(','), record.item);
      to.raw(']\n');
      break;
    default: {
      const letter = plainLetters.get(record.what);
      if (letter === undefined) throw new Error('a record of an unknown kind cannot be written');
      const { [record.what]: value } = record as { readonly [what: string]: unknown };
      to.raw('["').raw(letter).raw('",').number(record.at).raw(',').json(value).raw(']\n');
    }
  }
}

function changeIn(cells: PackedChange): Change {
  const at = cells[2];
  switch (cells[0]) {
    case 'a':
      return {
        kind: 'added',
        at,
        offer: offerLine.read(cells[3]),
        isNewFloor: cells[4] === 1,
        isNewItemFloor: cells[5] === 1,
      };
    case 'u': {
      const offer = offerLine.read(cells[3]);
      return {
        kind: 'updated',
        at,
        offer,
        isNewFloor: cells[4] === 1,
        isNewItemFloor: cells[5] === 1,
        previous: previousIn(cells[6], offer),
        isSilent: cells[7] === 1,
        ...(cells[7] === 2 && { isReturned: true }),
      };
    }
    case 'r':
      return {
        ...{ kind: 'removed', at, offer: offerLine.read(cells[3]), reason: cells[4], usdRange: rangeIn(cells[5]) },
        goneAt: at - (cells[6] ?? 0),
        ...(cells[7] === 1 && { isDisproved: true }),
      };
    case 'o':
      return { kind: 'ordered', at, buyOrder: buyOrderLine.read(cells[3]) };
    case 'c':
      return { kind: 'orderRemoved', at, buyOrder: buyOrderLine.read(cells[3]) };
    case 'q':
      return { kind: 'quoted', at, quote: quoteLine.read(cells[3]) };
    case 'f':
      return { kind: 'floor', at, floor: floorLine.read(cells[3]) };
    case 'k':
      return { kind: 'known', at, floor: floorLine.read(cells[3]) };
  }
}

const changeLetters: ReadonlySet<string> = new Set('aurocqfk');
const isChange = (cells: PackedRecord): cells is PackedChange => changeLetters.has(cells[0]);
const isPlain = (cells: PackedRecord): cells is readonly [keyof typeof plainKinds, number, unknown] =>
  Object.hasOwn(plainKinds, cells[0]);

/** Parses a line, given without its line end. */
export function unpackRecord(line: string): TapeRecord {
  const cells = JSON.parse(line) as PackedRecord;
  const at = cells[1];
  if (isChange(cells)) return { what: 'change', at, change: changeIn(cells) };
  if (cells[0] === 'h') return { what: 'topBid', at, topBid: { ...topBidLine.read(cells[3]), at: cells[2] } };
  if (cells[0] === 'i') {
    const [, , ...item] = cells;
    return { what: 'item', at, item: itemIn(item) };
  }
  if (isPlain(cells)) {
    const what = plainKinds[cells[0]];
    return { what, at, [what]: cells[2] } as TapeRecord;
  }
  return { what: 'unknown', at };
}

/** The records of a batch. */
export function unpackRecords(bytes: Buffer): TapeRecord[] {
  const lines = bytes.toString().split('\n');
  lines.pop();
  return lines.map(unpackRecord);
}

/** Where each line of a batch starts, and where the last one ends. */
export function lineStarts(bytes: Buffer): number[] {
  const starts = [0];
  for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, end + 1)) starts.push(end + 1);
  return starts;
}
