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
  phaseIn,
  type Rate,
  type Sticker,
  type Tf2Traits,
  type Variant,
  variantNumber,
} from '../../schema/index.ts';
import type { Cell } from '../engine.ts';

/** A phase as it is stored: none is the empty text, also for effects, which are part of the stored item. */
export type PhaseCell = Phase | '';
export type PriceCells = readonly [USD: number, EUR: number, CNY: number, RUB: number];

export const priceColumns = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB'] as const;

export const phaseCell = (phase: Variant | null): PhaseCell => phaseIn(phase) ?? '';

const known = (amount: number): number | null => (amount === 0 ? null : amount);
/** Prices are stored with 0 for unknown. */
export const toPrices = ([USD, EUR, CNY, RUB]: PriceCells): Prices => ({
  USD: known(USD),
  EUR: known(EUR),
  CNY: known(CNY),
  RUB: known(RUB),
});

const lastInstant = Date.UTC(2299, 11, 31, 23, 59, 59, 999); // the column type ends there

export const tf2Cell = (traits: Tf2Traits | undefined): Cell => (traits === undefined ? null : JSON.stringify(traits));

/** Epoch milliseconds, clamped to the range of the column type. */
export const instantCell = (at: number): number => Math.min(Math.max(Math.trunc(at), 0), lastInstant);

const largestCount = 2 ** 32 - 1;
export const countCell = (count: number): number => Math.min(count, largestCount);

export const stickersCell = (stickers: readonly Sticker[] | null): Cell =>
  stickers === null ? null : JSON.stringify(stickers.map(({ name, wear, slot }) => ({ name, wear, slot })));

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
const indexesIn = <Word>(codes: Codes<Word>, words: readonly Word[]) => {
  const indexes = new Uint8Array(256);
  for (const [word, code] of codes) indexes[code] = words.indexOf(word);
  return (column: Uint8Array): Uint8Array => column.map((code) => indexes[code] as number);
};

export const fromOne = <Word>(words: readonly Word[]): Codes<Word> => words.map((word, at) => [word, at + 1]);

export const gameIndexes = indexesIn(fromOne(gameCodes), games);
export const currencyIndexes = indexesIn(currencyCodes, nativeCurrencies);
/** Numbers of variants; 0 is none. */
export const phaseIndexes = (column: Uint8Array): Uint16Array =>
  Uint16Array.from(column, (code) => phaseNumbers[code] as number);
const phaseNumbers = Uint16Array.from([null, ...phaseCodes], variantNumber);
