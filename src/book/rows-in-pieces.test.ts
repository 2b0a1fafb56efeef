import { expect, it } from 'vitest';
import { RandomMarket, randomGames, randomMarketplaces } from '../../test/support/book/random-market.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import type { LiveBuyOrder, LiveOffer } from '../schema/index.ts';
import { Book } from './book.ts';
import type { RowsInPieces } from './rows-in-pieces.ts';

const rounds = extent({ short: 20, long: 3_000 });
const names = 3;

/** Without what does not lead to a row being read again. */
const unseen = (rows: readonly (LiveOffer | LiveBuyOrder)[]) => rows.map(({ seenAt: _, ...rest }) => rest);

it('are the rows of the present, however the book changes while they are read ahead', () => {
  const market = new RandomMarket(11, { names, ids: 40 });
  const book = new Book();
  const items = randomMarketplaces.flatMap((id) =>
    randomGames.flatMap((game) =>
      Array.from({ length: names }, (_, at) => ({
        id,
        game,
        name: market.nameOf(at),
        offers: null as RowsInPieces<LiveOffer> | null,
        orders: null as RowsInPieces<LiveBuyOrder> | null,
      })),
    ),
  );
  let compared = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const item of items) {
      const { id, game, name } = item;
      item.offers ??= book.offersInPieces(id, game, name);
      item.orders ??= book.buyOrdersInPieces(id, game, name);
      for (const _ of item.offers?.ahead() ?? []) market.next()(book);
      for (const _ of item.orders?.ahead() ?? []) market.next()(book);
      const [offers, orders] = [item.offers?.now() ?? [], item.orders?.now() ?? []];
      expect(unseen(offers)).toEqual(unseen(book.offers(id, game, name)));
      expect(unseen(orders)).toEqual(unseen(book.buyOrders(id, game, name)));
      compared += offers.length + orders.length;
      market.next()(book);
    }
  }
  expect(compared).toBeGreaterThan(rounds * 10);
});
