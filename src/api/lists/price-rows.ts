import { setImmediate as turn } from 'node:timers/promises';
import type { PriceColumns } from '../../book/prices/price-copies.ts';
import { type Currency, csvText, effectIn, marketplaceWithId, phaseIn, type Variant } from '../../schema/index.ts';
import { priceText } from '../wire/price.ts';
import { toSeconds } from '../wire/time.ts';

// Joined by hand, as in the stream: there are more than a million rows

export const listFormats = ['json', 'ndjson', 'csv'] as const;
export type ListFormat = (typeof listFormats)[number];

/** Writes rows as text in one format. */
export type RowWriter = {
  readonly type: string;
  readonly between: string;
  /** Written after the last row, if there are rows. */
  readonly end: string;
  /** The part that all rows of a name share, made once per name. */
  readonly name: (name: string) => string;
  /** The name of a marketplace in its rows, and the currency where its columns do not name it. */
  readonly marketplace: (name: string, currency: Currency) => string;
  readonly row: (columns: PriceColumns, at: number, name: string, marketplace: string) => string;
};

const amount = (thousandths: number): string => priceText(thousandths === 0 ? null : thousandths);

const json: Omit<RowWriter, 'type' | 'between' | 'end'> = {
  name: (name) => `{"name":${JSON.stringify(name)},"itemPhase":`,
  marketplace: (name, currency) => `${JSON.stringify(name)},"currency":"${currency}"`,
  row: ({ phaseAt, price, offerCount, bid, orderCount, seenAt }, at, name, marketplace) => {
    return `${name}${variantText(phaseAt(at))},"marketplace":${marketplace},"price":${amount(price[at] as number)},"offerCount":${offerCount[at]},"bid":${amount(bid[at] as number)},"buyOrderCount":${orderCount[at]},"seenAt":${toSeconds(seenAt[at] as number)}}`;
  },
};

function variantText(variant: Variant | null): string {
  const effect = effectIn(variant);
  if (effect !== null) return `null,"unusualEffect":${JSON.stringify(effect)}`;
  return variant === null ? 'null' : `"${variant}"`;
}

const cell = (thousandths: number): string => (thousandths === 0 ? '' : priceText(thousandths));

export const csvHead = (currency: Currency): string =>
  `name,itemPhase,marketplace,price${currency},offerCount,bid${currency},buyOrderCount,seenAt,unusualEffect\r\n`;

export const rowWriters: Readonly<Record<ListFormat, RowWriter>> = {
  json: { type: 'application/json; charset=utf-8', between: ',', end: '', ...json },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', between: '\n', end: '\n', ...json },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    between: '\r\n',
    end: '\r\n',
    name: csvText,
    marketplace: csvText,
    row: ({ phaseAt, price, offerCount, bid, orderCount, seenAt }, at, name, marketplace) =>
      `${name},${phaseIn(phaseAt(at)) ?? ''},${marketplace},${cell(price[at] as number)},${offerCount[at]},${cell(bid[at] as number)},${orderCount[at]},${new Date(seenAt[at] as number).toISOString()},${csvText(effectIn(phaseAt(at)) ?? '')}`,
  },
};

/** About 16 KB, made in a fraction of a millisecond. */
const rowsPerPiece = 100;

/** The rows of all marketplaces in pieces; yields to the event loop after each. */
export async function* rowPieces(
  copies: { readonly next: () => PriceColumns | null },
  writer: RowWriter,
  currency: Currency,
  isWanted: ((name: string) => boolean) | null = null,
): AsyncGenerator<Buffer> {
  const { between, end, row, name: nameText } = writer;
  /** Empty for those that are left out. */
  const names: string[] = [];
  const textOf = (name: string): string => (isWanted?.(name) === false ? '' : nameText(name));
  let isFirst = true;
  const piece = (columns: PriceColumns, marketplace: string, from: number): string => {
    let text = '';
    for (let at = from; at < Math.min(from + rowsPerPiece, columns.length); at += 1) {
      const number = columns.names[at] as number;
      names[number] ??= textOf(columns.nameOf(number));
      if (names[number] === '') continue;
      text += (isFirst ? '' : between) + row(columns, at, names[number], marketplace);
      isFirst = false;
    }
    return text;
  };
  for (let columns = copies.next(); columns !== null; columns = copies.next()) {
    const marketplace = writer.marketplace(marketplaceWithId(columns.marketplaceId).name, currency);
    for (let from = 0; from < columns.length; from += rowsPerPiece) {
      const text = piece(columns, marketplace, from);
      if (text !== '') yield Buffer.from(text);
      await turn();
    }
  }
  if (!isFirst && end !== '') yield Buffer.from(end);
}
