import { createHash } from 'node:crypto';
import { itemKey } from '../../names/item-key.ts';
import {
  type BankCurrency,
  type Currency,
  type Game,
  games,
  type NativeCurrency,
  nativeCurrencies,
  otherCurrencies,
  type Phase,
  type Prices,
  phases,
  type Rate,
  type Sticker,
} from '../../schema/index.ts';
import type { Cell } from '../engine.ts';

/** A phase as it is stored: none is the empty text. */
export type PhaseCell = Phase | '';
export type PriceCells = readonly [USD: number, EUR: number, CNY: number, RUB: number];

export const priceColumns = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB'] as const;

export const phaseCell = (phase: Phase | null): PhaseCell => phase ?? '';

const known = (amount: number): number | null => (amount === 0 ? null : amount);
/** Prices are stored with 0 for unknown. */
export const toPrices = ([USD, EUR, CNY, RUB]: PriceCells): Prices => ({
  USD: known(USD),
  EUR: known(EUR),
  CNY: known(CNY),
  RUB: known(RUB),
});

const lastInstant = Date.UTC(2299, 11, 31, 23, 59, 59, 999); // the column type ends there

/** Epoch milliseconds, clamped to the range of the column type. */
export const instantCell = (at: number): number => Math.min(Math.max(Math.trunc(at), 0), lastInstant);

/** SQL that reads a column of instants as epoch milliseconds. */
export const selectInstant = (column: string): string => `toUnixTimestamp64Milli(${column})`;

const largestCount = 2 ** 32 - 1;
export const countCell = (count: number): number => Math.min(count, largestCount);

export const stickersCell = (stickers: readonly Sticker[] | null): Cell =>
  stickers === null ? null : JSON.stringify(stickers.map(({ name, wear, slot }) => ({ name, wear, slot })));

const idOf = (game: Game, name: string): string =>
  createHash('sha256').update(`${game}\n${name}`).digest().readBigUInt64BE(0).toString();

/** The stored id of an item, the same for every spelling: a hash, so that all processes get it without coordination. */
export const itemIdOf = (game: Game, name: string): string => idOf(game, itemKey(name));

/** All ids that rows of an item can have: up to release 0.1.0, ids were made of the name instead of the key. */
export const itemIdsOf = (game: Game, name: string): readonly string[] => [
  ...new Set([itemIdOf(game, name), idOf(game, name)]),
];

/** The SQL condition for rows of an item. */
export const isItem = (game: Game, name: string): string => `itemId IN (${itemIdsOf(game, name).join(', ')})`;

// Codes in the tables, counted from 1
export const gameCodes: readonly Game[] = ['CS2', 'Dota2', 'Rust', 'TF2'];
export const phaseCodes: readonly Phase[] = [
  'Phase 1',
  'Phase 2',
  'Phase 3',
  'Phase 4',
  'Ruby',
  'Sapphire',
  'Black Pearl',
  'Emerald',
];
type Codes<Word> = readonly (readonly [Word, number])[];

const publicCodes: Codes<Currency> = [
  ['USD', 1],
  ['EUR', 2],
  ['CNY', 3],
  ['RUB', 4],
];
const otherCodes: Codes<BankCurrency> = otherCurrencies.map((currency, at) => [currency, 8 + at]);
export const currencyCodes: Codes<NativeCurrency> = [...publicCodes, ['TF2', 5], ...otherCodes];
export const rateCodes: Codes<Rate['currency']> = [...publicCodes, ['KEY', 6], ['REF', 7], ...otherCodes];

/** Maps the codes of a column to indices into the list of words. */
const placesIn = <Word>(codes: Codes<Word>, words: readonly Word[]) => {
  const places = new Uint8Array(256);
  for (const [word, code] of codes) places[code] = words.indexOf(word);
  return (column: Uint8Array): Uint8Array => column.map((code) => places[code] as number);
};

export const fromOne = <Word>(words: readonly Word[]): Codes<Word> => words.map((word, at) => [word, at + 1]);

export const gamePlaces = placesIn(fromOne(gameCodes), games);
export const currencyPlaces = placesIn(currencyCodes, nativeCurrencies);
/** Indices into `phases` plus 1, as 0 is none. */
export const phasePlaces = (column: Uint8Array): Uint8Array => column.map((code) => phaseNumbers[code] as number);
const phaseNumbers = Uint8Array.from([0, ...phaseCodes.map((phase) => phases.indexOf(phase) + 1)]);
