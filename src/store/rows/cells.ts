import { createHash } from 'node:crypto';
import type { Game, Money, NativeCurrency, Phase, Prices, Sticker } from '../../schema/index.ts';
import type { Cell } from '../engine.ts';

/** A variant as it is stored: no variant is the empty text. */
export type PhaseCell = Phase | '';
export type PriceCells = readonly [USD: number, EUR: number, CNY: number, RUB: number];

export const priceColumns = ['priceUSD', 'priceEUR', 'priceCNY', 'priceRUB'] as const;

export const phaseCell = (phase: Phase | null): PhaseCell => phase ?? '';
export const toPhase = (cell: PhaseCell): Phase | null => (cell === '' ? null : cell);

/** Prices are stored with 0 for "not known". */
export const priceCells = ({ USD, EUR, CNY, RUB }: Prices): PriceCells => [USD ?? 0, EUR ?? 0, CNY ?? 0, RUB ?? 0];

const known = (amount: number): number | null => (amount === 0 ? null : amount);
export const toPrices = ([USD, EUR, CNY, RUB]: PriceCells): Prices => ({
  USD: known(USD),
  EUR: known(EUR),
  CNY: known(CNY),
  RUB: known(RUB),
});

export const toMoney = (amount: number, currency: NativeCurrency): Money => ({ amount, currency });

const lastInstant = Date.UTC(2299, 11, 31, 23, 59, 59, 999); // the column type ends there

/** Epoch milliseconds as the column reads them; plain numbers would be taken for seconds or for ticks by their size. */
export const instantCell = (at: number): string =>
  new Date(Math.min(Math.max(Math.trunc(at), 0), lastInstant)).toISOString().slice(0, 23);

/** How a column of instants is asked for: epoch milliseconds. */
export const instantAsked = (column: string): string => `toUnixTimestamp64Milli(${column})`;

const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

/** Text without half characters, which the engine refuses with the whole batch they are in. */
export const textCell = (text: string): string =>
  loneSurrogate.test(text) ? text.replace(loneSurrogates, '\ufffd') : text;
export const nullableTextCell = (text: string | null): string | null => (text === null ? null : textCell(text));

const largestCount = 2 ** 32 - 1;
export const countCell = (count: number): number => Math.min(count, largestCount);

export const stickersCell = (stickers: readonly Sticker[] | null): Cell =>
  stickers === null ? null : textCell(JSON.stringify(stickers.map(({ name, wear, slot }) => ({ name, wear, slot }))));
export const toStickers = (cell: string | null): readonly Sticker[] | null =>
  cell === null ? null : (JSON.parse(cell) as Sticker[]);

/** The stored identity of a name: the same in every process, so that many can write without asking each other. */
export const itemIdOf = (game: Game, name: string): string =>
  createHash('sha256').update(`${game}\n${name}`).digest().readBigUInt64BE(0).toString();
