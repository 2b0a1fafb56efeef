import { createHash } from 'node:crypto';
import {
  type Game,
  games,
  type NativeCurrency,
  nativeCurrencies,
  type Phase,
  type Prices,
  phases,
  type Rate,
  type Sticker,
} from '../../schema/index.ts';
import type { Cell } from '../engine.ts';

/** A variant as it is stored: no variant is the empty text. */
export type PhaseCell = Phase | '';
export type PriceCells = readonly [USD: number, EUR: number, CNY: number, RUB: number];

export const priceColumns = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB'] as const;

export const phaseCell = (phase: Phase | null): PhaseCell => phase ?? '';

const known = (amount: number): number | null => (amount === 0 ? null : amount);
/** Prices are stored with 0 for "not known". */
export const toPrices = ([USD, EUR, CNY, RUB]: PriceCells): Prices => ({
  USD: known(USD),
  EUR: known(EUR),
  CNY: known(CNY),
  RUB: known(RUB),
});

const lastInstant = Date.UTC(2299, 11, 31, 23, 59, 59, 999); // the column type ends there

/** Epoch milliseconds, as far as a column holds them. */
export const instantCell = (at: number): number => Math.min(Math.max(Math.trunc(at), 0), lastInstant);

/** How a column of instants is asked for: epoch milliseconds. */
export const instantAsked = (column: string): string => `toUnixTimestamp64Milli(${column})`;

const largestCount = 2 ** 32 - 1;
export const countCell = (count: number): number => Math.min(count, largestCount);

export const stickersCell = (stickers: readonly Sticker[] | null): Cell =>
  stickers === null ? null : JSON.stringify(stickers.map(({ name, wear, slot }) => ({ name, wear, slot })));

/** The stored identity of a name: the same in every process, so that many can write without asking each other. */
export const itemIdOf = (game: Game, name: string): string =>
  createHash('sha256').update(`${game}\n${name}`).digest().readBigUInt64BE(0).toString();

// As the tables have them, from 1
export const gameCodes: readonly Game[] = ['CS2', 'Dota2', 'Rust', 'TF2'];
export const currencyCodes: readonly NativeCurrency[] = ['USD', 'EUR', 'CNY', 'RUB', 'TF2'];
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
export const rateCodes: readonly (readonly [Rate['currency'], number])[] = [
  ['USD', 1],
  ['EUR', 2],
  ['CNY', 3],
  ['RUB', 4],
  ['KEY', 6],
  ['REF', 7],
];

/** Codes of a column as places in the list of the words they stand for. */
const placesIn = <Word>(codes: readonly Word[], words: readonly Word[]) => {
  const places = Uint8Array.from(codes, (word) => words.indexOf(word));
  return (column: Uint8Array): Uint8Array => column.map((code) => places[code - 1] as number);
};

export const gamePlaces = placesIn(gameCodes, games);
export const currencyPlaces = placesIn(currencyCodes, nativeCurrencies);
/** And 1 more, as 0 is none. */
export const phasePlaces = (column: Uint8Array): Uint8Array => column.map((code) => phaseNumbers[code] as number);
const phaseNumbers = Uint8Array.from([0, ...phaseCodes.map((phase) => phases.indexOf(phase) + 1)]);
