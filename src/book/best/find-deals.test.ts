import { describe, expect, it } from 'vitest';
import { everyDeal, fees, idOf } from '../../../test/support/book/read-market.ts';
import type { Game, Phase } from '../../schema/index.ts';
import { Book } from '../book.ts';
import type { DealQuery } from './deal.ts';

const game = 'CS2';
const at = 1_790_000_000_000;
const day = 24 * 3_600_000;
// Without known fees
const [waxpeer, market] = [idOf('waxpeer'), idOf('market-csgo')];
const [csfloat, dmarket] = [idOf('csfloat'), idOf('dmarket')];

const everything: DealQuery = { ...everyDeal, at };

type Given = { readonly phase?: Phase; readonly currency?: 'USD' | 'EUR' | 'PLN'; readonly at?: number };

function putInto(book: Book) {
  const texts = { purchaseLink: null, marketplaceItemId: null, thumbnail: null };
  const pricesOf = (amount: number) => ({ USD: amount, EUR: amount, CNY: amount, RUB: amount });
  const stamp = (marketplaceId: number, given: Given) => ({ marketplaceId, source: 'test', at: given.at ?? at });
  return {
    ask: (marketplaceId: number, name: string, amount: number, given: Given = {}) => {
      const { phase = null, currency = 'USD' } = given;
      const priced = { lowest: { amount, currency }, prices: pricesOf(amount), offerCount: 5 };
      book.apply([{ kind: 'quote', game, name, phase, ...priced, ...texts }], stamp(marketplaceId, given));
    },
    bid: (marketplaceId: number, name: string, amount: number, given: Given = {}) => {
      const { phase = null, currency = 'USD' } = given;
      const priced = { price: { amount, currency }, prices: pricesOf(amount), quantity: 1 };
      const orderId = `${name} ${phase} ${amount}`;
      book.apply([{ kind: 'buyOrder', game, name, phase, orderId, ...priced }], stamp(marketplaceId, given));
    },
  };
}

describe('deals', () => {
  it('that are equally good rank by name, phase, marketplaces and way, whatever the limit', () => {
    const same = fees.get(csfloat) ?? [];
    const book = new Book(new Map([csfloat, dmarket].map((id) => [id, same])));
    const { ask, bid } = putInto(book);
    const phased = ['C', 'A', 'D', 'B'].flatMap((name) => [
      { name, phase: 'Sapphire' } as const,
      { name, phase: 'Ruby' } as const,
    ]);
    for (const { name, phase } of phased) {
      for (const id of [market, waxpeer]) ask(id, name, 10_000, { phase });
      for (const id of [dmarket, csfloat]) ask(id, name, 90_000, { phase });
      for (const id of [dmarket, csfloat]) bid(id, name, 90_000, { phase });
    }
    const every = book.deals(game, everything);
    const texts = every.map(({ name, phase, buy, sell }) =>
      [name, phase, ...[buy, sell].map(({ marketplaceId }) => String(marketplaceId).padStart(3, '0')), sell.way].join(),
    );

    expect(every).toHaveLength(64);
    expect(texts).toEqual(texts.toSorted());
    for (const limit of [1, 2, 3, 7, 20, 40])
      expect(book.deals(game, { ...everything, limit })).toEqual(every.slice(0, limit));
    expect(book.deals(game, { ...everything, limit: 1, pairs: 'best' })).toEqual(every.slice(0, 1));
  });

  it('may have exactly the profit, share and cost that are the limits, and no worse', () => {
    const book = new Book(fees);
    const { ask, bid } = putInto(book);
    ask(waxpeer, 'Case', 10_000);
    ask(waxpeer, 'Knife', 10_000, { phase: 'Ruby' });
    bid(csfloat, 'Case', 12_500);
    bid(csfloat, 'Knife', 12_500, { phase: 'Ruby' });
    const limits = { minProfitUsd: 2_250, minPercent: 22.5, maxCostUsd: 10_000 };
    const namesOf = (query: Partial<DealQuery>) =>
      book.deals(game, { ...everything, ...limits, ...query }).map(({ name }) => name);

    expect(namesOf({})).toEqual(['Case', 'Knife']);
    expect(namesOf({ from: [waxpeer], to: [csfloat] })).toEqual(['Case', 'Knife']);
    expect(namesOf({ minProfitUsd: 2_251 })).toEqual([]);
    expect(namesOf({ minPercent: 22.6 })).toEqual([]);
    expect(namesOf({ maxCostUsd: 9_999 })).toEqual([]);
  });

  it('lead to the page of the item where nothing of it is on sale', () => {
    const pages = new Map([[csfloat, (of: Game, name: string) => `https://csfloat.example/${of}/${name}`]]);
    const book = new Book(fees, new Map(), pages);
    const { ask, bid } = putInto(book);
    ask(waxpeer, 'Case', 10_000);
    bid(csfloat, 'Case', 12_500);
    const [deal] = book.deals(game, everything);
    const [best] = book.best(game, 'Case', { marketplaceIds: null, unlockedAt: null, payout: 'any' });

    expect([deal?.buy.link, deal?.sell.link]).toEqual([null, 'https://csfloat.example/CS2/Case']);
    expect(best?.bid?.link).toBe('https://csfloat.example/CS2/Case');
  });

  it('are found at any price, and follow its changes', () => {
    const book = new Book(fees);
    const { ask } = putInto(book);
    const million = 1_000_000_000;
    ask(waxpeer, 'Case', 1);
    ask(waxpeer, 'Souvenir', 3 * million);
    ask(csfloat, 'Souvenir', 5 * million);
    const watch = book.watchDeals(game, () => {});
    const query = { ...everything, limit: 1, without: ['outlier'] } as const;
    const among = { ...everything, from: [waxpeer], to: [csfloat] };
    const profits = () =>
      [watch.take(query), book.deals(game, query), book.deals(game, among)].map(([deal]) => deal?.profitUsd);

    expect(profits()).toEqual(Array(3).fill(1.9 * million));
    ask(csfloat, 'Souvenir', 7 * million);
    expect(profits()).toEqual(Array(3).fill(3.86 * million));
    ask(waxpeer, 'Souvenir', 4 * million);
    expect(profits()).toEqual(Array(3).fill(2.86 * million));
  });
});

describe('the flags of a deal', () => {
  const sourceFlags: DealQuery['sourceFlags'] = (id, kind) =>
    kind === 'ask' ? (id === waxpeer ? ['inferred'] : []) : ['partialRead'];

  it('are those of each of its sides, in order', () => {
    const book = new Book(fees);
    const { ask, bid } = putInto(book);
    ask(waxpeer, 'Case', 10_000, { at: at - 2 * day });
    ask(waxpeer, 'Case', 3_000, { currency: 'EUR' });
    bid(csfloat, 'Case', 9_000, { currency: 'EUR' });
    bid(csfloat, 'Case', 8_000);
    const query: DealQuery = { ...everything, sourceFlags };
    const [deal] = book.deals(game, query);

    expect(deal?.buy).toMatchObject({ count: 5, flags: ['feeUnknown', 'inferred', 'outlier', 'rateOld'] });
    expect(deal?.sell).toMatchObject({ count: 2, flags: ['partialRead', 'rateOld'] });
    for (const flag of ['outlier', 'rateOld', 'partialRead', 'inferred', 'feeUnknown'] as const)
      expect(book.deals(game, { ...query, without: [flag] })).toEqual([]);
    expect(book.deals(game, { ...query, without: ['thin', 'stale', 'variantUnknown'] })).toEqual([deal]);
  });

  it('say that a price was converted, by which deals can be left out', () => {
    const book = new Book(fees);
    const { ask, bid } = putInto(book);
    ask(dmarket, 'Case', 5_000, { currency: 'PLN' });
    bid(csfloat, 'Case', 9_000);
    const query: DealQuery = { ...everything, rates: [{ currency: 'PLN', perUsd: 4, ratedAt: at, source: 'ecb' }] };

    expect(book.deals(game, query)[0]?.buy.flags).toContain('converted');
    expect(book.deals(game, query)[0]?.sell.flags).not.toContain('converted');
    expect(book.deals(game, { ...query, without: ['converted'] })).toEqual([]);
  });

  it('say that a price is of an unknown variant, or is far from others of the same one', () => {
    const book = new Book(fees);
    const { ask, bid } = putInto(book);
    const flags = () => book.deals(game, { ...everything, ways: ['bid'] })[0]?.buy.flags;
    for (const id of [idOf('buff163'), dmarket, csfloat]) ask(id, 'Knife', 100_000, { phase: 'Ruby' });
    bid(csfloat, 'Knife', 30_000);
    ask(waxpeer, 'Knife', 20_000);
    const unknown = flags();
    ask(market, 'Knife', 15_000, { phase: 'Ruby' });

    expect(unknown).toEqual(['feeUnknown', 'variantUnknown']);
    expect(flags()).toEqual(['feeUnknown', 'outlier']);
  });
});
