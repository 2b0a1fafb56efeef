import { describe, expect, it } from 'vitest';
import { restarted } from '../../../test/support/book/restarted.ts';
import { dataSets, marketplaceNamed, noAttributes } from '../../schema/index.ts';
import { Book } from '../book.ts';

const idOf = (name: string) => marketplaceNamed(name)?.id ?? 0;
const [buff, dmarket, steam] = [idOf('Buff163'), idOf('DMarket'), idOf('SteamMarket')];

const quote = (name: string, itemAttributes = noAttributes) => ({
  kind: 'quote' as const,
  game: 'Dota2' as const,
  name,
  phase: null,
  lowest: { amount: 1_000, currency: 'USD' as const },
  prices: { USD: 1_000, EUR: null, CNY: null, RUB: null },
  offerCount: 1,
  purchaseLink: null,
  marketplaceItemId: null,
  thumbnail: null,
  itemAttributes,
});

const arms = 'Inscribed Exalted Arms';
const axe = { ...noAttributes, hero: 'Axe' };
const mythical = { ...noAttributes, rarity: 'Mythical' };

function tellingBook() {
  const book = new Book();
  return {
    book,
    tell: (marketplaceId: number, attributes: typeof noAttributes) =>
      void book.apply([quote(arms, attributes)], { marketplaceId, source: 'test', at: 9 }),
    known: () => book.itemAttributes('Dota2', arms),
  };
}

describe('what is known of an item', () => {
  it('is gathered from all marketplaces, and nothing before one tells it', () => {
    const { tell, known } = tellingBook();
    expect(known()).toEqual(noAttributes);
    tell(steam, mythical);
    tell(dmarket, axe);
    tell(dmarket, noAttributes);
    expect(known()).toEqual({ ...noAttributes, rarity: 'Mythical', hero: 'Axe' });
  });

  it('is, where marketplaces contradict each other, what the first of the registry says, in whatever order they speak', () => {
    const says = (hero: string) => ({ ...noAttributes, hero });
    for (const order of [
      [steam, dmarket, buff],
      [buff, dmarket, steam],
      [dmarket, buff, steam],
    ]) {
      const { tell, known } = tellingBook();
      for (const id of order) tell(id, says(id === buff ? 'Lina' : `Axe of ${id}`));
      expect(known().hero, order.join()).toBe('Lina');
    }
  });

  it('does not go to and fro where one marketplace contradicts itself', () => {
    const { book, tell, known } = tellingBook();
    tell(dmarket, axe);
    expect(book.takeItemStatements()).toHaveLength(1);
    tell(dmarket, { ...noAttributes, hero: 'Lina' });
    tell(dmarket, axe);
    expect(known().hero).toBe('Axe');
    expect(book.takeItemStatements()).toEqual([]);
  });

  it('is published once, each time with all that its marketplace has told', () => {
    const { book, tell } = tellingBook();
    tell(dmarket, axe);
    tell(dmarket, axe);
    const about = { game: 'Dota2', name: arms, marketplaceId: dmarket };
    expect(book.takeItemStatements()).toEqual([{ ...about, ...axe }]);
    tell(dmarket, mythical);
    tell(steam, mythical);
    expect(book.takeItemStatements()).toEqual([{ ...about, ...noAttributes, rarity: 'Mythical', hero: 'Axe' }]);
    expect(book.takeItemStatements()).toEqual([]);
  });

  it('is the same after published statements are restored, in any order, and not published again', () => {
    const { book, tell, known } = tellingBook();
    tell(steam, { ...mythical, hero: 'Lina' });
    tell(dmarket, axe);
    const statements = book.takeItemStatements();
    for (const some of [statements, statements.toReversed(), [...statements, ...statements]]) {
      const restored = new Book();
      restored.restoreItemStatements(some);
      expect(restored.itemAttributes('Dota2', arms)).toEqual(known());
      expect(restored.takeItemStatements()).toEqual([]);
    }
  });

  it('can be told without a price: then it is published once, and nothing that is on sale changes or is seen', () => {
    const { book, known } = tellingBook();
    const stated = { kind: 'item', game: 'Dota2', name: arms, itemAttributes: axe } as const;
    book.apply([quote(arms)], { marketplaceId: dmarket, source: 'list', at: 9 });
    const before = [book.summaries('Dota2', arms), book.known(dmarket, 'Dota2', arms)];
    for (const marketplaceId of [dmarket, buff])
      for (const at of [20, 30]) expect(book.apply([stated], { marketplaceId, source: 'details', at })).toEqual([]);
    expect(known()).toEqual(axe);
    expect(book.takeItemStatements()).toEqual([{ ...axe, game: 'Dota2', name: arms, marketplaceId: dmarket }]);
    expect([book.summaries('Dota2', arms), book.known(dmarket, 'Dota2', arms)]).toEqual(before);
    expect(book.summaries('Dota2', arms)).toMatchObject([{ marketplaceId: dmarket, seenAt: 9, changedAt: 9 }]);
  });

  it('makes no item known that no marketplace has, and counts, like what is told later, once one has it', () => {
    const { book, tell, known } = tellingBook();
    const [dataSet = { id: 0 }] = dataSets;
    const says = (itemAttributes: typeof noAttributes) =>
      ({ kind: 'item', game: 'Dota2', name: arms, itemAttributes }) as const;
    for (const attributes of [mythical, { ...mythical, hero: 'Lina' }])
      book.apply([says(attributes)], { marketplaceId: dataSet.id, source: 'list', at: 9 });
    expect([book.hasItem('Dota2', arms), book.takeItemStatements()]).toEqual([false, []]);

    tell(steam, axe);
    expect(known()).toEqual({ ...mythical, hero: 'Axe' });
    expect(book.catalogueItem('Dota2', arms)?.tellings).toEqual([
      { marketplaceId: steam, attributes: axe },
      { marketplaceId: dataSet.id, attributes: { ...mythical, hero: 'Lina' } },
    ]);
    expect(book.takeItemStatements().map(({ marketplaceId }) => marketplaceId)).toEqual([dataSet.id, steam]);
  });

  it('is nothing, and makes no item known, where a marketplace tells nothing', () => {
    const { book } = tellingBook();
    const silent = { kind: 'item', game: 'Dota2', name: arms, itemAttributes: noAttributes } as const;
    expect(book.apply([silent], { marketplaceId: dmarket, source: 'details', at: 9 })).toEqual([]);
    expect(book.hasItem('Dota2', arms)).toBe(false);
    expect(book.takeItemStatements()).toEqual([]);
  });

  it('comes with who tells it and who contradicts that, and with nobody who says the same', () => {
    const { book, tell } = tellingBook();
    tell(steam, { ...mythical, hero: 'Lina' });
    tell(dmarket, axe);
    tell(buff, mythical);
    const told = book.catalogueItem('Dota2', arms)?.tellings;
    expect(told).toEqual([
      { marketplaceId: dmarket, attributes: axe },
      { marketplaceId: steam, attributes: { ...mythical, hero: 'Lina' } },
    ]);
    expect(restarted(book).catalogueItem('Dota2', arms)?.tellings).toEqual(told);
  });

  it('has a digest that is the same for the same beliefs in whatever order they came', () => {
    const [one, other] = [tellingBook(), tellingBook()];
    one.tell(steam, mythical);
    one.tell(dmarket, axe);
    other.tell(dmarket, axe);
    const before = other.book.catalogueDigest('Dota2');
    other.tell(steam, mythical);
    expect(other.book.catalogueDigest('Dota2')).toBe(one.book.catalogueDigest('Dota2'));
    expect(before).not.toBe(one.book.catalogueDigest('Dota2'));
  });

  it('is known after a restart', () => {
    const { book, tell, known } = tellingBook();
    tell(steam, mythical);
    tell(dmarket, axe);
    expect(restarted(book).itemAttributes('Dota2', arms)).toEqual(known());
  });
});
