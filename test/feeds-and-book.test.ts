import { afterEach, describe, expect, it } from 'vitest';
import { createShelf } from '../src/book/create-shelf.ts';
import type { BookRecord } from '../src/book/shelf.ts';
import { createExchangeRates } from '../src/normalise/exchange-rates.ts';
import { normalise } from '../src/normalise/normalise.ts';
import { marketplaceWithSlug } from '../src/schema/index.ts';
import type { FeedFault } from '../src/stage/faults.ts';
import { type Feeding, feeding } from './support/feeding.ts';
import { until } from './support/hand-clock.ts';
import { slug, tinyFeed, tinyPlayer, tongues } from './support/tiny-feeds.ts';

let here: Feeding;
afterEach(() => here.stop());

const { id: marketplaceId } = marketplaceWithSlug(slug);

const isForBook = (record: { readonly kind: string }): record is BookRecord =>
  record.kind === 'offer' || record.kind === 'withdrawal';

/** A feed that fills a book, on which a first message has already been heard. */
async function filling() {
  const tongue = tongues[0];
  if (tongue === undefined) throw new Error('there is no tongue');
  const { player, told } = tinyPlayer(tongue);
  const shelf = createShelf();
  const rates = createExchangeRates({ now: Date.now });
  let taken = 0;
  here = await feeding({
    sources: [tinyFeed(tongue)],
    players: [player],
    take: async (records, stamp) => {
      taken += records.length;
      const normal = records.map((record) => normalise(record, stamp, rates));
      shelf.apply(normal.filter(isForBook), stamp);
    },
  });
  await here.live();
  await until(() => {
    here.tick();
    return taken > 0;
  }, 'the first changes');
  return { shelf, told, taken: () => taken };
}

type Told = Awaited<ReturnType<typeof filling>>['told'];

/** What stands when every change is heard once and in order. */
function standing(told: Told): Record<string, number> {
  const prices = new Map<string, number>();
  for (const { what, id, cents } of told) {
    if (what === 'removed') prices.delete(id);
    else prices.set(id, cents * 10);
  }
  return Object.fromEntries([...prices].sort());
}

const inBook = (shelf: ReturnType<typeof createShelf>, told: Told): Record<string, number> => {
  const names = new Set(told.map(({ name }) => name));
  const offers = [...names].flatMap((name) => shelf.offers(marketplaceId, 'CS2', name));
  return Object.fromEntries(offers.map(({ offerId, price }) => [offerId, price.amount] as const).sort());
};

describe('the book behind a feed', () => {
  it.each<FeedFault>([{ kind: 'duplicate' }, { kind: 'reorder' }])(
    'is the same when messages come by $kind',
    async (fault) => {
      const { shelf, told, taken } = await filling();
      await until(() => taken() === told.length, 'the first messages');
      here.stage.setFault(slug, fault);
      here.tick(40);
      const twice = fault.kind === 'duplicate' ? told.length - taken() : 0;
      here.stage.clearFaults();
      here.tick(3);
      await until(() => taken() === told.length + twice, 'every message');

      expect(told.length).toBeGreaterThan(50);
      expect(inBook(shelf, told)).toEqual(standing(told));
    },
  );

  it('keeps everything when the connection is lost', async () => {
    const { shelf, told, taken } = await filling();
    here.tick(20);
    await until(() => taken() === told.length, 'every message');
    const before = inBook(shelf, told);
    here.stage.setFault(slug, { kind: 'cut' });
    here.tick();
    await until(() => here.state() === 'stale', 'a stale source');

    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(inBook(shelf, told)).toEqual(before);
  });
});
