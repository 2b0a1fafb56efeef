import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { parseEntry, parsePriced } from './parse.ts';

const at = Date.UTC(2026, 0, 15, 12, 20);
const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at };
const asset = (more = {}) => ({ id: '1', tr: 1, ...more });
const entry = (n: string, more = {}) => ({ n, e: 'FT' as const, p: 100, pst: 300, u: { '4': [asset(more)] } });
const only = (n: string, more = {}, game: About['game'] = 'CS2') => parseEntry(entry(n, more), { ...about, game })[0];

describe('an item of a LOOT.Farm bot', () => {
  it('has a float of five decimals without leading zeros', () => {
    expect(only('AWP | Asiimov', { f: '5642:100' })).toMatchObject({ float: 0.05642, paintSeed: 100 });
    expect(only('AWP | Asiimov', { f: '7:0' })).toMatchObject({ float: 0.00007, paintSeed: 0 });
    expect(only('AWP | Asiimov', { f: '99999:1000' })).toMatchObject({ float: 0.99999, paintSeed: 1000 });
    for (const f of ['', '5642', '123456:1', null])
      expect(only('AWP | Asiimov', { f })).toMatchObject({ float: null, paintSeed: null });
  });

  it('is StatTrak by its own mark, at a price of its own', () => {
    expect(only('AWP | Asiimov', { st: 1 })).toMatchObject({
      name: 'StatTrak™ AWP | Asiimov (Field-Tested)',
      price: { amount: 3000 },
    });
    expect(only('★ Karambit | Fade', { st: 1 })?.name).toBe('★ StatTrak™ Karambit | Fade (Field-Tested)');
    expect(only('AWP | Asiimov', { st: 0 })).toMatchObject({
      name: 'AWP | Asiimov (Field-Tested)',
      price: { amount: 1000 },
    });
    expect(parseEntry({ ...entry('AWP | Asiimov', { st: 1 }), pst: null }, about)).toEqual([]);
  });

  it('has an exterior only where its name has one', () => {
    expect(only('★ Karambit')?.name).toBe('★ Karambit');
    expect(only('Smissmas Spirit Scattergun', {}, 'TF2')).toBeUndefined();
  });

  it('keeps the end of its lock while the hours count down', () => {
    const freeAt = (td: number, later: number) =>
      parseEntry(entry('AWP | Asiimov', { tr: 0, td }), { ...about, at: at + later })[0]?.tradableAt;

    expect(freeAt(140, 0)).toBe(Date.UTC(2026, 0, 21, 9));
    expect(freeAt(140, 600_000)).toBe(freeAt(140, 0));
    expect(freeAt(139, 3_600_000)).toBe(freeAt(140, 0));
    expect(only('AWP | Asiimov', { tr: 0 })?.tradableAt).toBeNull();
    expect(only('AWP | Asiimov', { tr: null, td: 4 })?.tradableAt).toBeNull();
  });

  it('has its own link, which still leads to the page of its name', () => {
    const links = parseEntry({ ...entry('AWP | Asiimov'), u: { '4': [asset(), asset({ id: '2' })] } }, about).map(
      ({ purchaseLink }) => new URL(purchaseLink ?? ''),
    );

    expect(links.map(({ search }) => search)).toEqual(['?item=1', '?item=2']);
    expect(new Set(links.map(({ hash }) => hash)).size).toBe(1);
    expect(parsePriced({ name: 'AWP | Asiimov (Field-Tested)', price: 1, have: 1 }, about).purchaseLink).toContain(
      links[0]?.hash,
    );
  });
});
