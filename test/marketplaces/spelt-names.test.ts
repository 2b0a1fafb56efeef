import { describe, expect, it } from 'vitest';
import { Book } from '../../src/book/book.ts';
import { lisSkins } from '../../src/connectors/lis-skins/index.ts';
import { skinport } from '../../src/connectors/skinport/index.ts';
import type { Connector, Source } from '../../src/contract/connector.ts';
import { readText } from '../../src/contract/suite/read-text.ts';
import { ExchangeRates } from '../../src/normalise/exchange-rates.ts';
import { marketplaceWithSlug } from '../../src/schema/index.ts';
import { createIntake } from '../../src/service/sources/intake.ts';
import { unpublished } from '../support/collect/unpublished.ts';

const kinds = ['Sticker | Zero', 'Sticker | Zero (Foil, Ranked)', 'Sticker Slab | Zero', 'Sticker Slab | Zero (Holo)'];
/** Synthetic lists in the formats of two marketplaces: one sends Steam's names, the other one blank for two. */
const listOfSkinport = JSON.stringify(
  kinds.map((kind) => ({
    ...{ market_hash_name: `${kind}  | Cologne 2026`, version: null, currency: 'USD' },
    ...{ item_page: 'https://skinport.com/item/x', min_price: 9, quantity: 5 },
  })),
);
const listOfLisSkins = JSON.stringify(kinds.map((kind) => ({ name: `${kind} | Cologne 2026`, price: 8, count: 2 })));
const aliases = JSON.stringify(
  ['TWERL, Ekko & Sidetrack', 'TWERL and Ekko & Sidetrack', 'TWERL and Ekko &amp; Sidetrack'].map((artists) => ({
    ...{ name: `Music Kit | ${artists}, Under Bright Lights`, price: 5, count: 1 },
  })),
);

const sourceOf = ({ sources }: Connector, name: string): Source => sources.find((one) => one.name === name) as Source;

function reading() {
  const book = new Book();
  const rates = new ExchangeRates({ now: () => 1 });
  const { take } = createIntake({ book, rates, publisher: unpublished(), writer: { pushUnlessFull: () => {} } });
  const read = async (connector: Connector, source: string, text: string): Promise<void> => {
    const { records, rejected } = readText(sourceOf(connector, source), text, {
      ...{ game: 'CS2', item: null, marketplaceItemId: null, at: 1 },
    });
    expect(rejected).toEqual([]);
    await take(records, { marketplaceId: marketplaceWithSlug(connector.slug).id, source, at: 1 });
  };
  return { book, read };
}

describe('lists that differ in blanks', () => {
  it.each(['first', 'last'])(
    'are about the same items, whether the list with two blanks is the %s',
    async (sourceKey) => {
      const { book, read } = reading();
      const lists = [() => read(skinport, 'items', listOfSkinport), () => read(lisSkins, 'prices', listOfLisSkins)];
      for (const list of sourceKey === 'first' ? lists : lists.toReversed()) await list();

      const names = book
        .searchNames('CS2', 'zero cologne 2026', { marketplaceIds: null, limit: 50 })
        .map(({ name }) => name);
      expect(names.toSorted()).toEqual(kinds.map((kind) => `${kind}  | Cologne 2026`).toSorted());
      for (const name of names)
        expect(book.summaries('CS2', name).map(({ prices }) => prices.USD)).toEqual([9_000, 8_000]);
    },
  );
});

describe('a list with another spelling of one item', () => {
  it('is about one item', async () => {
    const { book, read } = reading();
    await read(lisSkins, 'prices', aliases);

    expect([...book.names('CS2')]).toEqual(['Music Kit | TWERL and Ekko & Sidetrack, Under Bright Lights']);
  });
});
