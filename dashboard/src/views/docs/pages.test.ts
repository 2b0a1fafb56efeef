import { describe, expect, it } from 'vitest';
import { addressOfPage, type DocsIndex, findIn, pageIdIn, pageWith } from './pages.ts';

const page = (id: string, title: string, entries: readonly { id: string; name: string; text: string }[]) => ({
  id,
  title,
  about: 'Prices of one item.',
  anchor: id === 'v2-items' ? 'readItem' : id,
  tryIt: null,
  entries,
});

const index: DocsIndex = {
  version: '1',
  groups: [
    { title: 'Guide', pages: [page('start', 'Quick start', [])] },
    {
      title: 'Markets',
      pages: [
        page('v2-items', 'GET /v2/items', [{ id: 'parameter.game', name: 'game', text: 'CS2, Dota2, Rust or TF2' }]),
        page('schemas', 'Schemas of REST', [{ id: 'Item.games', name: 'games', text: 'Its games' }]),
      ],
    },
  ],
};

describe('the search of the documentation', () => {
  it('finds what has all words in its name, its page or its meaning, names first', () => {
    expect(findIn(index, 'game').map(({ address }) => address)).toEqual([
      '/docs/v2-items#parameter.game',
      '/docs/schemas#Item.games',
    ]);
    expect(findIn(index, 'Dota2 items').map(({ address }) => address)).toEqual(['/docs/v2-items#parameter.game']);
    expect(findIn(index, 'start')[0]).toMatchObject({ address: '/docs', name: 'Quick start' });
    expect(findIn(index, 'nothing of this')).toEqual([]);
    expect(findIn(index, ' ')).toEqual([]);
  });
});

describe('addresses of the documentation', () => {
  it('name the page, and lead from the anchors of one page to where they are now', () => {
    expect([pageIdIn('/docs'), pageIdIn('/docs/v2-items')]).toEqual(['start', 'v2-items']);
    expect([addressOfPage('start'), addressOfPage('schemas', 'Item')]).toEqual(['/docs', '/docs/schemas#Item']);
    expect(pageWith(index, 'readItem')?.id).toBe('v2-items');
    expect(pageWith(index, 'Item.games')?.id).toBe('schemas');
    expect(pageWith(index, 'gone')).toBeNull();
  });
});
