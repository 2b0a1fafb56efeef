import { expect, it } from 'vitest';
import { createBook } from '../../book/create-book.ts';
import { createExchangeRates } from '../../normalise/exchange-rates.ts';
import { noAttributes } from '../../schema/index.ts';
import type { Hub } from '../../stream/hub.ts';
import { applyPublished } from './follow-tape.ts';

it('a replica knows what marketplaces have told of an item before it publishes what comes with it', () => {
  const book = createBook();
  const known = () => book.itemAttributes('Dota2', 'Arms');
  const published: unknown[] = [];
  const hub = { publish: () => void published.push(known()) } as unknown as Hub;
  const item = { marketplaceId: 4, game: 'Dota2', name: 'Arms', ...noAttributes, hero: 'Axe' } as const;
  const records = [{ what: 'item', at: 9, item }] as const;

  applyPublished(
    { book, hub, rates: createExchangeRates({ now: () => 9 }) },
    { records, first: 1, lines: Buffer.alloc(0) },
  );

  expect(published).toEqual([{ ...noAttributes, hero: 'Axe' }]);
  expect(book.takeItemStatements()).toEqual([]);
});
