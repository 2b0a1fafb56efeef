import type { Game, LiveOffer, NativeCurrency, Prices, Rate, Sticker, Variant } from '../../schema/index.ts';
import type { Block, Cell, NumberColumn, TextColumn } from '../engine.ts';
import {
  currencyCodes,
  currencyIndexes,
  fromOne,
  gameCodes,
  gameIndexes,
  instantCell,
  phaseCell,
  phaseCodes,
  phaseIndexes,
  rateCodes,
  stickersCell,
  tf2Cell,
} from './cells.ts';
import { storedName } from './stored-item.ts';

/** Values that are written with a row but are not part of it. */
export type Numbers = {
  /** The id of an item by the name it is stored under. */
  readonly itemId: (game: Game, stored: string) => string;
  /** Instant of the base that new states belong to. */
  readonly base: () => number;
};

/** One column of a table, and how it is written, read and exported. */
export type Column<Row, Read = unknown> = {
  /** ClickHouse type. */
  readonly type: string;
  readonly cell: (row: Row, numbers: Numbers, isRemoved: boolean) => Cell;
  readonly read: (block: Block) => Read;
  /** Name in exports, if different. */
  readonly title?: string;
  /** Description in exports. */
  readonly about: string;
};

/** The columns of a table by name, in the order of writing and reading. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** The values of columns as read. */
export type ReadOf<Of extends Columns<never>> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<never, infer Read> ? Read : never;
};

export const readColumns = <Of extends Columns<never>>(columns: Of, block: Block): ReadOf<Of> =>
  Object.fromEntries(Object.entries(columns).map(([name, { read }]) => [name, read(block)])) as ReadOf<Of>;

type Of<Row, Value> = (row: Row) => Value;

const readCodes = (block: Block): Uint8Array => block.codes();
const readNumbers = (block: Block): NumberColumn => block.numbers();
const readTexts = (block: Block): TextColumn => block.texts();

const enumOf = (codes: readonly (readonly [word: string, code: number])[]): string =>
  `Enum8(${codes.map(([word, code]) => `'${word}' = ${code}`).join(', ')})`;

const gameType = enumOf(fromOne(gameCodes));
const phaseType = enumOf([['', 0], ...fromOne(phaseCodes)]);
const currencyType = enumOf(currencyCodes);
const rateType = enumOf(rateCodes);
const instantType = `DateTime64(3, 'UTC')`;

export const marketplaceId = <Row extends { readonly marketplaceId: number }>(): Column<Row, Uint8Array> => ({
  type: 'UInt8',
  cell: (row) => row.marketplaceId,
  read: readCodes,
  title: 'marketplace',
  about: 'Name of the marketplace',
});

/** Read as indices into `games`. */
export const game = <Row extends { readonly game: Game }>(): Column<Row, Uint8Array> => ({
  type: gameType,
  cell: (row) => row.game,
  read: (block) => gameIndexes(block.codes(gameType)),
  about: 'CS2, Dota2, Rust or TF2',
});

type Item = { readonly game: Game; readonly name: string; readonly phase?: Variant | null };

/** The stored id of the item; read as two 32-bit halves each. */
export const itemId = <Row extends Item>(): Column<Row, Int32Array> => ({
  type: 'UInt64',
  cell: (row, numbers) => numbers.itemId(row.game, storedName(row)),
  read: (block) => block.halves(),
  title: 'name',
  about: 'Name of the item',
});

/** The stored id of one item; 0 means all. */
export const maybeItemId = <Row extends { readonly game: Game; readonly name: string | null }>(): Column<
  Row,
  Int32Array
> => ({
  type: 'UInt64',
  cell: (row, numbers) => (row.name === null ? 0 : numbers.itemId(row.game, storedName({ name: row.name }))),
  read: (block) => block.halves(),
  about: '',
});

export const byte = <Row>(of: Of<Row, number>): Column<Row, Uint8Array> => ({
  type: 'UInt8',
  cell: of,
  read: readCodes,
  about: '',
});

export const base = <Row>(): Column<Row, NumberColumn> => ({
  type: instantType,
  cell: (_, numbers) => instantCell(numbers.base()),
  read: readNumbers,
  about: '',
});

/** Read as numbers of variants; 0 is none. */
export const phase = <Row extends { readonly phase: Variant | null }>(): Column<Row, Uint16Array> => ({
  type: phaseType,
  cell: (row) => phaseCell(row.phase),
  read: (block) => phaseIndexes(block.codes(phaseType)),
  about: 'Variant of a Doppler; empty for none',
});

export const amount = <Row>(of: Of<Row, number>): Column<Row, NumberColumn> => ({
  type: 'Int64',
  cell: of,
  read: readNumbers,
  about: 'Price in the currency of the marketplace',
});

/** Read as indices into `nativeCurrencies`. */
export const currency = <Row>(of: Of<Row, NativeCurrency>): Column<Row, Uint8Array> => ({
  type: currencyType,
  cell: of,
  read: (block) => currencyIndexes(block.codes(currencyType)),
  about: 'Currency of amount',
});

/** A currency that has an exchange rate. */
export const ratedCurrency = <Row>(of: Of<Row, Rate['currency']>): Column<Row> => ({
  type: rateType,
  cell: of,
  read: (block) => block.codes(rateType),
  about: '',
});

/** Prices in the four public currencies, 0 when unknown. */
export const prices = <Row extends { readonly prices: Prices }>(what: string) => {
  const price = (of: keyof Prices): Column<Row, NumberColumn> => ({
    type: 'Int64',
    cell: (row) => row.prices[of] ?? 0,
    read: readNumbers,
    about: `${what} in ${of}; empty where no rate was known`,
  });
  return { priceUSD: price('USD'), priceEUR: price('EUR'), priceCNY: price('CNY'), priceRUB: price('RUB') };
};

export const text = <Row>(of: Of<Row, string>, about = ''): Column<Row, TextColumn> => ({
  type: 'String',
  cell: of,
  read: readTexts,
  about,
});

export const nullableText = <Row>(of: Of<Row, string | null>, about = ''): Column<Row, TextColumn> => ({
  type: 'Nullable(String)',
  cell: of,
  read: readTexts,
  about,
});

/** Read as JSON. */
export const list = <Row>(of: Of<Row, readonly object[] | null>, about: string): Column<Row, TextColumn> =>
  nullableText((row) => {
    const listed = of(row);
    return listed === null ? null : JSON.stringify(listed);
  }, about);

/** A text with few distinct values. */
export const word = <Row>(of: Of<Row, string>): Column<Row> => ({
  type: 'LowCardinality(String)',
  cell: of,
  read: readTexts,
  about: '',
});

export const coded = <Row>(type: string, of: Of<Row, string>, about: string): Column<Row, Uint8Array> => ({
  type,
  cell: of,
  read: (block) => block.codes(type),
  about,
});

/** Read as JSON. */
export const stickers = <Row extends { readonly stickers: readonly Sticker[] | null }>(): Column<Row, TextColumn> => ({
  type: 'Nullable(String)',
  cell: (row) => stickersCell(row.stickers),
  read: readTexts,
  about: 'Applied stickers as JSON: name, wear, slot',
});

/**
 * Read as JSON: the stickers on an item of CS2, a list, or the traits of an item of TF2, an object. An item has one of them at
 * most, so they share the column that was there before the traits.
 */
export const stickersOrTraits = <Row extends Pick<LiveOffer, 'stickers' | 'tf2'>>(): Column<Row, TextColumn> => ({
  ...stickers<Row>(),
  cell: (row) => tf2Cell(row.tf2) ?? stickersCell(row.stickers),
  about:
    'Applied stickers as JSON: name, wear, slot; of an item of TF2: quality, elevatedQuality, craftNumber, crateSeries',
});

type NumberType =
  | 'UInt32'
  | 'UInt64'
  | 'Float64'
  | 'Nullable(UInt32)'
  | 'Nullable(UInt64)'
  | 'Nullable(Int32)'
  | 'Nullable(Int64)'
  | 'Nullable(Float64)';

export const number = <Row>(type: NumberType, of: Of<Row, number | null>, about = ''): Column<Row, NumberColumn> => ({
  type,
  cell: of,
  read: readNumbers,
  about,
});

type Looks = {
  readonly float: number | null;
  readonly paintIndex: number | null;
  readonly paintSeed: number | null;
  readonly stickers: readonly Sticker[] | null;
};

export const looks = <Row extends Looks>() => ({
  float: number<Row>('Nullable(Float64)', (row) => row.float, 'Wear from 0 to 1'),
  paintIndex: number<Row>('Nullable(Int32)', (row) => row.paintIndex, 'Number of the finish'),
  paintSeed: number<Row>('Nullable(Int32)', (row) => row.paintSeed, 'Number of the pattern'),
  stickers: stickers<Row>(),
});

export const instant = <Row>(of: Of<Row, number>, about = ''): Column<Row, NumberColumn> => ({
  type: instantType,
  cell: (row) => instantCell(of(row)),
  read: readNumbers,
  about,
});

export const nullableInstant = <Row>(of: Of<Row, number | null>, about = ''): Column<Row, NumberColumn> => ({
  type: `Nullable(${instantType})`,
  cell: (row) => {
    const at = of(row);
    return at === null ? null : instantCell(at);
  },
  read: readNumbers,
  about,
});

type Times = { readonly foundAt: number; readonly changedAt: number; readonly seenAt: number };

export const times = <Row extends Times>() => ({
  foundAt: instant<Row>((row) => row.foundAt, 'First seen, UTC'),
  changedAt: instant<Row>((row) => row.changedAt, 'Last change, UTC'),
  seenAt: instant<Row>((row) => row.seenAt, 'Last seen, UTC'),
});

/** Whether what the row is a state of has been removed. */
export const isRemoved = <Row>(): Column<Row, Uint8Array> => ({
  type: 'UInt8',
  cell: (_, __, removed) => (removed ? 1 : 0),
  read: readCodes,
  about: '',
});
