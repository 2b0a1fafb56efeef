import { describe, expect, it } from 'vitest';
import type { About, Walk } from '../contract/connector.ts';
import { readText } from '../contract/suite/read-text.ts';
import { connectors } from './index.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: Date.UTC(2026, 0, 15, 12) };

function walkNamed(name: string): Walk<unknown> {
  const [slug, ofSource] = name.split('/');
  const source = connectors.find((one) => one.slug === slug)?.sources.find((one) => one.name === ofSource);
  if (source?.kind !== 'walk') throw new Error(`${name} is not a list in pages`);
  return source;
}

function cursorAfter(name: string, payload: unknown, cursor: string | null): string | null {
  const { cursorAt } = walkNamed(name);
  if (typeof cursorAt === 'string') throw new Error(`${name} names its next page`);
  return cursorAt(payload, cursor);
}

const items = (count: number) => ({ items: Array.from({ length: count }) });

// Two passes that end early sweep away everything after the page at which they end
describe('a page that lacks rows', () => {
  it.each([
    ['skinswap/inventory', { data: Array(99) }, '200', '299'],
    ['csmoney/bots', items(59), '60', '120'],
    ['csmoney-trade/inventory', items(59), '60', '120'],
    ['tradeit/groups', { ...items(500), counts: [] }, '1000', '1500'],
  ])('does not end the list %s', (name, payload, cursor, next) => {
    expect(cursorAfter(name, payload, cursor)).toBe(next);
  });

  it.each([
    ['skinswap/inventory', { data: [] }],
    ['csmoney/bots', items(0)],
    ['csmoney/bots', { error: 2 }],
    ['csmoney-trade/inventory', items(0)],
    ['csmoney-trade/inventory', { error: 2 }],
    ['tradeit/groups', { ...items(0), counts: [] }],
  ])('ends the list %s when it has none: %j', (name, payload) => {
    expect(cursorAfter(name, payload, '180')).toBeNull();
  });

  it('does not end a list that says whether it ends', () => {
    const next = (rows: number, endOfResults: boolean) =>
      cursorAfter('skinswap/inventory', { data: Array(rows), endOfResults }, '200');

    expect(next(100, true)).toBeNull();
    expect(next(1, true)).toBeNull();
    expect(next(1, false)).toBe('201');
    // A page that names itself as the next one is reported as odd
    expect(next(0, false)).toBe('200');
  });
});

describe('a page that does not say how many there are', () => {
  it.each([
    ['steam-market/search', { success: true, start: 0, results: [{}] }, 'total_count'],
    ['steam-market/search', { success: true, start: 0, results: [{}], total_count: 0 }, 'total_count'],
    ['haloskins/search', { success: true, data: { list: [], page: 1 } }, 'pages'],
    ['haloskins/search', { success: true, data: { list: [], page: 1, pages: null } }, 'pages'],
    ['buff163/goods', { code: 'OK', data: { items: [], page_num: 1 } }, 'total_page'],
    ['buffmarket/goods', { code: 'OK', data: { items: [], total_page: '12' } }, 'total_page'],
  ])('is not the whole list of %s: %j', (name, payload, field) => {
    const { outcome, detail } = readText(walkNamed(name), JSON.stringify(payload), about);

    expect(outcome).toBe('changed');
    expect(detail).toContain(field);
  });
});
