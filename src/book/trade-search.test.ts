import { describe, expect, it } from 'vitest';
import { type Game, type NormalQuote, noPrices } from '../schema/index.ts';
import { Book } from './book.ts';

type Item = readonly [name: string, priceUsd: number, offerCount: number];

const items: Readonly<Record<Game, readonly Item[]>> = {
  CS2: [
    ['★ Butterfly Knife', 900, 40],
    ['★ Butterfly Knife | Doppler (Factory New)', 1800, 60],
    ['★ Butterfly Knife | Gamma Doppler (Factory New)', 1900, 30],
    ['★ Butterfly Knife | Fade (Factory New)', 1900, 30],
    ['★ Karambit', 800, 20],
    ['★ StatTrak™ Karambit', 900, 5],
    ['★ Karambit | Doppler (Factory New)', 1100, 70],
    ['★ Karambit | Gamma Doppler (Factory New)', 1300, 40],
    ['★ Karambit | Fade (Factory New)', 1500, 20],
    ['★ Karambit | Marble Fade (Factory New)', 1200, 50],
    ['★ Karambit | Tiger Tooth (Factory New)', 1000, 50],
    ['★ M9 Bayonet | Fade (Factory New)', 1300, 10],
    ['★ M9 Bayonet | Marble Fade (Factory New)', 1100, 90],
    ['★ Skeleton Knife | Case Hardened (Field-Tested)', 300, 50],
    ['★ Sport Gloves | Vice (Field-Tested)', 900, 30],
    ['AK-47 | Case Hardened (Field-Tested)', 150, 500],
    ['AK-47 | Redline (Field-Tested)', 30, 2000],
    ['StatTrak™ AK-47 | Redline (Field-Tested)', 120, 300],
    ['AK-47 | Uncharted (Field-Tested)', 1, 900],
    ['AWP | Asiimov (Battle-Scarred)', 90, 400],
    ['AWP | Dragon Lore (Field-Tested)', 6000, 10],
    ['Dual Berettas | Melondrama (Field-Tested)', 2, 300],
    ['M4A1-S | Hot Rod (Factory New)', 500, 30],
    ['M4A4 | Howl (Field-Tested)', 3500, 10],
    ['R8 Revolver | Amber Fade (Field-Tested)', 1, 900],
    ['R8 Revolver | Fade (Factory New)', 3, 20],
    ['SSG 08 | Blood in the Water (Minimal Wear)', 150, 100],
    ['Fowl Play', 1, 9000],
    ['Howl Pin', 20, 400],
    ['Sticker | Howling Dawn', 400, 20],
    ['Sticker | Baby Lore', 1, 900],
    ['Sticker | Black Pearl (Foil)', 1, 900],
    ['Sticker | Crown (Foil)', 400, 50],
    ['Sticker Slab | Crown (Foil)', 500, 90],
    ['Sticker | iBUYPOWER (Holo) | Cologne 2014', 90, 50],
    ['Sticker | iBUYPOWER (Holo) | Katowice 2014', 50_000, 1],
  ],
  Dota2: [
    ['Manifold Paradox', 30, 500],
    ['Arcana Bundle of Paint', 1, 900],
  ],
  TF2: [
    ['Mann Co. Supply Crate Key', 2, 9000],
    ['Mann Co. Stockpile Crate Key', 5, 10],
    ["Bill's Hat", 3, 200],
  ],
  Rust: [
    ['Tempered AK47', 9, 500],
    ['Tempered MP5', 9, 500],
    ['Big Grin', 90, 50],
    ['Punishment Mask', 90, 50],
    ['Punishment Pants', 90, 900],
  ],
};

const quoteOf = (game: Game, [name, priceUsd, offerCount]: Item): NormalQuote => {
  const usd = priceUsd * 1000;
  return {
    kind: 'quote',
    game,
    name,
    phase: null,
    lowest: { amount: usd, currency: 'USD' },
    prices: { ...noPrices, USD: usd },
    offerCount,
    purchaseLink: null,
    marketplaceItemId: null,
    thumbnail: null,
  };
};

function filledBook(): Book {
  const book = new Book();
  for (const [game, some] of Object.entries(items) as [Game, readonly Item[]][])
    book.apply(
      some.map((item) => quoteOf(game, item)),
      { marketplaceId: 1, source: 'list', at: 1 },
    );
  return book;
}

describe('searching as traders type', () => {
  const book = filledBook();
  const names = (game: Game, query: string, limit = 20) =>
    book.searchNames(game, query, { marketplaceIds: null, limit }).map(({ name }) => name);

  it.each<readonly [Game, string, string]>([
    ['CS2', 'bfk doppler p2', '★ Butterfly Knife | Doppler (Factory New)'],
    ['CS2', 'kara vanilla', '★ Karambit'],
    ['CS2', 'st kara', '★ StatTrak™ Karambit'],
    ['CS2', 'kara fade', '★ Karambit | Fade (Factory New)'],
    ['CS2', 'karambit fn', '★ Karambit | Doppler (Factory New)'],
    ['CS2', 'skelly knife ch', '★ Skeleton Knife | Case Hardened (Field-Tested)'],
    ['CS2', 'ak ch ft', 'AK-47 | Case Hardened (Field-Tested)'],
    ['CS2', 'ak casehardened', 'AK-47 | Case Hardened (Field-Tested)'],
    ['CS2', 'st ak redline field tested', 'StatTrak™ AK-47 | Redline (Field-Tested)'],
    ['CS2', 'ak', 'AK-47 | Redline (Field-Tested)'],
    ['CS2', 'redline', 'AK-47 | Redline (Field-Tested)'],
    ['CS2', 'dlore', 'AWP | Dragon Lore (Field-Tested)'],
    ['CS2', 'awp dragonlore', 'AWP | Dragon Lore (Field-Tested)'],
    ['CS2', 'm4a1 s hotrod', 'M4A1-S | Hot Rod (Factory New)'],
    ['CS2', 'karambit tigertooth', '★ Karambit | Tiger Tooth (Factory New)'],
    ['CS2', 'scout blood in water', 'SSG 08 | Blood in the Water (Minimal Wear)'],
    ['CS2', 'dualies melondrama', 'Dual Berettas | Melondrama (Field-Tested)'],
    ['CS2', 'ibp holo', 'Sticker | iBUYPOWER (Holo) | Katowice 2014'],
    ['CS2', 'kato 14 ibp', 'Sticker | iBUYPOWER (Holo) | Katowice 2014'],
    ['CS2', 'crown foil', 'Sticker | Crown (Foil)'],
    ['CS2', 'm9 fade', '★ M9 Bayonet | Fade (Factory New)'],
    ['CS2', 'r8 fade', 'R8 Revolver | Fade (Factory New)'],
    ['CS2', 'howl', 'M4A4 | Howl (Field-Tested)'],
    ['CS2', 'vice gloves', '★ Sport Gloves | Vice (Field-Tested)'],
    ['CS2', '红线', 'AK-47 | Redline (Field-Tested)'],
    ['CS2', '蝴蝶刀 多普勒', '★ Butterfly Knife | Doppler (Factory New)'],
    ['CS2', '蝴蝶刀多普勒', '★ Butterfly Knife | Doppler (Factory New)'],
    ['CS2', 'ak红线', 'AK-47 | Redline (Field-Tested)'],
    ['CS2', 'нож бабочка', '★ Butterfly Knife'],
    ['CS2', 'керамбит градиент', '★ Karambit | Fade (Factory New)'],
    ['CS2', 'АК красная линия', 'AK-47 | Redline (Field-Tested)'],
    ['Dota2', 'pa arcana', 'Manifold Paradox'],
    ['TF2', 'key', 'Mann Co. Supply Crate Key'],
    ['TF2', 'mann co key', 'Mann Co. Supply Crate Key'],
    ['TF2', 'bills hat', "Bill's Hat"],
    ['Rust', 'tempered ak', 'Tempered AK47'],
    ['Rust', 'punishment mask', 'Punishment Mask'],
    ['Rust', 'big grin mask', 'Big Grin'],
  ])('of %s, %s finds %s first', (game, query, first) => {
    expect(book.searchNames(game, query, { marketplaceIds: null, limit: 20 })[0]).toEqual({
      name: first,
      isNear: false,
    });
    expect(book.search(game, query, null, 1000).map(({ name }) => name)).toContain(first);
  });

  it.each<readonly [string, string]>([
    ['awp asimov bs', 'AWP | Asiimov (Battle-Scarred)'],
    ['kara saphire', '★ Karambit | Doppler (Factory New)'],
    ['butterfly rubby', '★ Butterfly Knife | Doppler (Factory New)'],
    ['karambit black perl', '★ Karambit | Doppler (Factory New)'],
    ['karambit phsae 2', '★ Karambit | Doppler (Factory New)'],
    ['kara emerlad', '★ Karambit | Gamma Doppler (Factory New)'],
    ['dulies melondrama', 'Dual Berettas | Melondrama (Field-Tested)'],
    ['керамбт градиент', '★ Karambit | Fade (Factory New)'],
  ])('with a typing error, %s finds %s first, and says that it is near', (query, first) => {
    expect(book.searchNames('CS2', query, { marketplaceIds: null, limit: 20 })[0]).toEqual({
      name: first,
      isNear: true,
    });
    const rows = book.search('CS2', query, null, 1000);
    expect(rows.map(({ name }) => name)).toContain(first);
    expect(rows.every(({ isNear }) => isNear)).toBe(true);
  });

  it('offers what a word resembles only if nothing has it', () => {
    expect(names('CS2', 'howl')).not.toContain('Fowl Play');
    expect(book.searchNames('CS2', 'bowl', { marketplaceIds: null, limit: 20 })).toContainEqual({
      name: 'Fowl Play',
      isNear: true,
    });
    expect(names('CS2', 'xyzzy')).toEqual([]);
    expect(names('CS2', 'karmabitt dopller')).toEqual([]);
  });

  it('finds what has the words themselves beside what they stand for', () => {
    expect(names('CS2', 'black pearl')).toContain('Sticker | Black Pearl (Foil)');
    expect(names('CS2', 'sticker black pearl')).toEqual(['Sticker | Black Pearl (Foil)']);
    expect(names('CS2', '★ karambit', 1)).toEqual(['★ Karambit']);
    expect(names('CS2', '™')).toHaveLength(2);
    expect(names('CS2', '™', 1)).toHaveLength(1);
  });

  it('puts items before stickers of the same words, and plain ones before StatTrak', () => {
    expect(names('CS2', 'lore')).toEqual(['AWP | Dragon Lore (Field-Tested)', 'Sticker | Baby Lore']);
    expect(names('CS2', 'ak redline')).toEqual([
      'AK-47 | Redline (Field-Tested)',
      'StatTrak™ AK-47 | Redline (Field-Tested)',
    ]);
  });

  it('orders by the offers and prices of the marketplaces searched', () => {
    const other = filledBook();
    other.apply([quoteOf('CS2', ['★ Karambit | Fade (Factory New)', 9000, 999])], {
      marketplaceId: 2,
      source: 'list',
      at: 1,
    });
    const first = (ids: number[] | null) =>
      other.searchNames('CS2', 'karambit factory', { marketplaceIds: ids, limit: 1 })[0]?.name;
    expect(first(null)).toBe('★ Karambit | Fade (Factory New)');
    expect(first([1])).toBe('★ Karambit | Doppler (Factory New)');
    expect(first([2])).toBe('★ Karambit | Fade (Factory New)');
  });
});
