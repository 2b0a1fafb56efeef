import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../book/memory/byte-writer.ts';
import { LateFields } from '../../book/memory/late-fields.ts';
import { StringPool } from '../../book/memory/string-pool.ts';
import { NativeBlock } from '../../store/clickhouse/native-block.ts';
import { NativeWriter } from '../../store/clickhouse/native-writer.ts';
import type { Numbers } from '../../store/rows/columns.ts';
import { rowsOf } from '../../store/rows/page.ts';
import { storedTable } from '../../store/rows/stored-fields.ts';
import { writerOf } from '../../store/rows/table.ts';
import { LineWriter } from '../../tape/line-writer.ts';
import { cellsOf, offerLine, recordLine } from '../../tape/record-lines.ts';
import type { LiveOffer } from '../change.ts';
import { late, type RecordOf } from './field.ts';
import { offerFields } from './live-fields.ts';

const fields = {
  ...offerFields,
  keyring: late('text', 'Keyring that hangs on it'),
  keyringSeed: late('whole', null),
} as const;
type Ringed = RecordOf<typeof fields>;

const offer: LiveOffer = {
  ...{ game: 'CS2', name: 'AK-47 | “Slate”', phase: 'Ruby', marketplaceId: 3, offerId: 'a "1"' },
  price: { amount: 12_340, currency: 'CHF' },
  prices: { USD: 12_000, EUR: null, CNY: 9, RUB: null },
  ...{ purchaseLink: 'https://a.test/1', inspectLink: null, float: 0.25, paintIndex: 282, paintSeed: null },
  stickers: [{ name: 'Crown', wear: 0, slot: 2 }],
  ...{ tradableAt: 1_800_000_000_000, ownerId: null },
  ...{ foundAt: 1_790_000_000_000, changedAt: 1_790_000_000_001, seenAt: 1_790_000_000_002 },
};
const ringed: Ringed = { ...offer, keyring: 'Lil’ Ava', keyringSeed: 7 };
const ofTf2 = { quality: 'Unusual', elevatedQuality: null, craftNumber: null, crateSeries: 3 };

describe('a field that is added to the declaration of an offer', () => {
  const line = recordLine(fields);
  const textOf = (one: Ringed, of = line): string => {
    const to = new LineWriter();
    of.write(to, one);
    return to.take().toString();
  };

  it('is in the line, where its cell can be found, and back from it', () => {
    const cells = JSON.parse(textOf(ringed));
    const { tf2, keyring, keyringSeed } = cellsOf(fields);
    expect([cells[tf2], cells[keyring], cells[keyringSeed]]).toEqual([null, 'Lil’ Ava', 7]);
    expect(cells).toHaveLength(Object.keys(fields).length);
    expect(line.read(cells)).toEqual(ringed);
  });

  it('changes nothing of the lines of offers without it', () => {
    for (const one of [offer, { ...offer, tf2: ofTf2 }]) {
      expect(textOf(one)).toBe(textOf(one, offerLine));
      expect(line.read(JSON.parse(textOf(one)))).toEqual(one);
    }
    expect(offerLine.read(JSON.parse(textOf(ringed)))).toEqual(offer);
  });

  it('is in the columns of the store and back from them, unless it is not kept', () => {
    const table = storedTable('ringed', fields);
    expect(table.columns['keyring']).toMatchObject({ type: 'Nullable(String)', about: 'Keyring that hangs on it' });
    expect(table.exported?.columns.at(-1)).toBe('keyring');

    const writer = writerOf(table);
    const numbers: Numbers = { itemId: () => '0', base: () => 0 };
    const rows = [ringed, offer, { ...offer, stickers: null, tf2: ofTf2 }];
    const cells = rows.map((row) => writer.cells(row, numbers, false));
    const block = new NativeBlock(new NativeWriter().block(writer.columns, cells), 0);
    const names = { numbersOf: () => new Int32Array(rows.length), name: () => offer.name, effect: () => 0 };
    const { keyringSeed: _, ...stored } = ringed;
    expect(rowsOf(table, block, names)).toEqual([stored, ...rows.slice(1)]);
  });

  it('is among the bytes that the book keeps, and back from them', () => {
    const stored = new LateFields(fields, 256);
    const names = new StringPool(8);
    const reader = new ByteReader();
    const opened = (one: Ringed): ByteReader => {
      const writer = new ByteWriter();
      stored.write(writer, one, names, true);
      return Object.assign(reader, { bytes: writer.bytes, at: 0 });
    };
    const { keyring, keyringSeed } = ringed;
    const ofOther = { ...ringed, tf2: ofTf2 };
    expect(stored.read(opened(ringed), stored.flagsOf(ringed), names)).toEqual({ keyring, keyringSeed });
    expect(stored.read(opened(ofOther), stored.flagsOf(ofOther), names)).toEqual({ keyring, keyringSeed, tf2: ofTf2 });
    expect(stored.read(opened(offer), stored.flagsOf(offer), names)).toBeNull();
    const flags = stored.flagsOf(ofOther);
    expect(stored.areWritten(opened(ofOther), flags, ofOther, names)).toBe(true);
    expect(stored.areWritten(opened(ofOther), flags, { ...ofOther, keyringSeed: 8 }, names)).toBe(false);
    expect(stored.filled(offer, ringed)).toEqual(ringed);
    expect(() => new LateFields({ bid: late('money') }, 1)).toThrow('money');
  });
});
