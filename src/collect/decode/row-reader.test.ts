import { describe, expect, it } from 'vitest';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import { Unreadable } from '../../contract/unreadable.ts';
import { createRowReader, createRowTally, rejectionOf } from './row-reader.ts';

const about = { game: 'CS2', item: null, marketplaceItemId: null, at: 5000 } as const;
const plain = (text: string) => text;
const quote = (name: string) => ({
  ...{ kind: 'quote', game: 'CS2', name, phase: null, lowest: null, offerCount: 0 },
  ...{ purchaseLink: null, marketplaceItemId: null, thumbnail: null },
});

function readWith(changes: Parameters<typeof priceList>[0], rows: readonly unknown[]) {
  const tally = createRowTally();
  const records = createRowReader(priceList(changes), plain).read(rows, about, tally);
  return { records, tally };
}

describe('reading rows', () => {
  it('rejects rows that are not as the marketplace writes them, and keeps the first of them', () => {
    const { records, tally } = readWith({}, [...priceRows(3), ...Array.from({ length: 10 }, () => ({ name: 'Odd' }))]);

    expect(records).toHaveLength(3);
    expect(tally).toMatchObject({ rows: 13, rejected: 10, records: 3 });
    expect(tally.rejectedRows).toHaveLength(3);
    expect(tally.rejectedRows[0]).toMatchObject({ row: '{"name":"Odd"}', reason: expect.stringContaining('cents') });
  });

  it('rejects a row whose parser throws', () => {
    const parse = () => {
      throw new Error('no such phase');
    };
    const { tally } = readWith({ parse }, priceRows(1));

    expect(tally.rejectedRows[0]?.reason).toBe('cannot be parsed: no such phase');
  });

  it('rejects a row whose price cannot be read, and says what it is', () => {
    const parse = ({ cents }: { readonly cents: number }) => {
      throw new Unreadable('price', 'is not an amount', `${cents},50`);
    };
    const { records, tally } = readWith({ parse }, priceRows(1));

    expect(records).toEqual([]);
    expect(tally).toMatchObject({ rows: 1, rejected: 1, unreadable: 1 });
    expect(tally.rejectedRows[0]?.reason).toMatch(/^price is not an amount: "\d+,50"$/);
  });

  it('takes the format for changed when the prices of a few dear items cannot be read', () => {
    const parse = (row: { readonly name: string; readonly cents: number }) => {
      if (row.cents > 98) throw new Unreadable('price', 'is not an amount', '1,234.50');
      return quote(row.name);
    };
    const readingOf = (rows: readonly object[]) => rejectionOf(readWith({ parse: parse as never }, rows).tally);
    const rows = (cents: readonly number[]) => cents.map((one, at) => ({ name: `Item ${at}`, cents: one }));
    const cheap = Array.from({ length: 98 }, () => 5);

    expect(readingOf(rows([...cheap, 5, 99]))).toBeNull();
    expect(readingOf(rows([...cheap, 99, 99]))).toMatch(
      /^2 of 100 rows rejected; price is not an amount: "1,234\.50" in/,
    );
    expect(readingOf([...rows([...cheap]), { name: 'Odd' }, { name: 'Odder' }])).toBeNull();
  });

  it('shortens a reason that quotes the whole row', () => {
    const parse = () => {
      throw new Error('x'.repeat(1_000_000));
    };
    const { tally } = readWith({ parse }, priceRows(1));

    expect(tally.rejectedRows[0]?.reason.length).toBeLessThan(2_000);
  });

  it('rejects a record that does not fit its schema, and keeps the others of its row', () => {
    const odd = [-1, 0.5, 2 ** 32].map((offerCount) => ({ ...quote('Bad'), offerCount }));
    const parse = () => [quote('Good'), ...odd] as never;
    const { records, tally } = readWith({ parse }, priceRows(1));

    expect(records).toEqual([quote('Good')]);
    expect(tally.rejected).toBe(1);
    expect(tally.rejectedRows[0]?.reason).toContain('gives a quote whose /offerCount');
  });

  it('rejects a record whose texts would make messages longer than readers take', () => {
    const offer = {
      ...{ kind: 'offer', game: 'CS2', name: 'Good', phase: null, offerId: '1', price: { amount: 5, currency: 'USD' } },
      ...{ purchaseLink: null, inspectLink: null, float: null, paintIndex: null, paintSeed: null, stickers: null },
      ...{ tradableAt: null, ownerId: null },
    };
    const long = 'x'.repeat(20_000);
    const sticker = { name: 'Crown', slot: 0, wear: 0 };
    const odd = [
      { name: long },
      { phase: long },
      { offerId: long },
      { ownerId: long },
      { purchaseLink: long },
      { inspectLink: long },
      { stickers: [{ ...sticker, name: long }] },
      { stickers: Array(65).fill(sticker) },
    ].map((change) => ({ ...offer, ...change }));
    const parse = () => [offer, ...odd, { ...quote('Good'), localName: long }, quote(long)] as never;

    expect(readWith({ parse }, priceRows(1)).records).toEqual([offer]);
  });

  it('rejects a record whose item readers could not request, and trims the names of others', () => {
    const parse = () => [quote(' Good '), quote('Two\nlines'), quote('x'.repeat(257))] as never;
    const { records, tally } = readWith({ parse }, priceRows(1));

    expect(records).toEqual([quote('Good')]);
    expect(tally.rejectedRows[0]?.reason).toBe('gives a quote whose /name contains control characters');
  });

  it('rejects a record with a sticker without a name, which clients of the stream refuse', () => {
    const sale = {
      ...{ kind: 'sale', game: 'CS2', name: 'Good', phase: null, saleId: '1', soldAt: 5000 },
      ...{ price: { amount: 5, currency: 'USD' }, float: null, paintIndex: null, paintSeed: null },
    };
    const stuck = (name: string) => ({ ...sale, stickers: [{ name, wear: 0, slot: 0 }] });
    const parse = () => [stuck('Crown'), stuck(' \u00a0')] as never;

    expect(readWith({ parse }, priceRows(1)).records).toEqual([stuck('Crown')]);
  });

  it('removes a link that runs script', () => {
    const parse = () => ({ ...quote('Good'), purchaseLink: 'javascript:alert(1)' }) as never;

    expect(readWith({ parse }, priceRows(1)).records).toEqual([quote('Good')]);
  });

  it('rejects a sale and a past price from the future, which would stay the newest for ever', () => {
    const looks = { float: null, paintIndex: null, paintSeed: null, stickers: null };
    const of = { game: 'CS2', name: 'Chroma Case', phase: null };
    const price = { amount: 1000, currency: 'USD' };
    const paidAt = (at: number) => [
      { kind: 'sale', ...of, saleId: '1', soldAt: at, price, ...looks },
      { kind: 'pastPrice', ...of, at, median: price, saleCount: null },
    ];
    const parse = (_: unknown, { at }: { at: number }) => [...paidAt(at), ...paidAt(at + 172_800_000)] as never;
    const { records, tally } = readWith({ parse }, priceRows(1));

    expect(records).toEqual(paidAt(about.at));
    expect(tally.rejected).toBe(1);
    expect(tally.rejectedRows[0]?.reason).toBe(
      'gives a sale whose /soldAt is 1970-01-03, after its receipt on 1970-01-01',
    );
  });

  it('keeps an offer whose trade lock no item can have, without the lock', () => {
    const offerUntil = (tradableAt: number | null) => ({
      ...{ kind: 'offer', game: 'CS2', name: 'Good', phase: null, offerId: '1', price: { amount: 5, currency: 'USD' } },
      ...{ purchaseLink: null, inspectLink: null, float: null, paintIndex: null, paintSeed: null, stickers: null },
      ...{ tradableAt, ownerId: null },
    });
    const parse = () => [offerUntil(5000), offerUntil(1_768_478_400_000_000)] as never;

    expect(readWith({ parse }, priceRows(1)).records).toEqual([offerUntil(5000), offerUntil(null)]);
  });

  it('counts a row without a record as read', () => {
    expect(readWith({ parse: () => null }, priceRows(2)).tally).toMatchObject({ rows: 2, rejected: 0, records: 0 });
  });

  it('passes the game and the time of receipt to the parser', () => {
    const seen: unknown[] = [];
    const parse = (_: unknown, what: unknown) => {
      seen.push(what);
      return null;
    };
    readWith({ parse }, priceRows(1));

    expect(seen).toEqual([about]);
  });

  it('removes secrets before it shortens a row', () => {
    const tally = createRowTally();
    const redact = (text: string) => text.replaceAll('hidden-key', '[secret]');
    createRowReader(priceList(), redact).read([{ name: `${'x'.repeat(385)}hidden-key` }], about, tally);

    expect(tally.rejectedRows[0]?.row).not.toContain('hidden');
  });
});
