// A marketplace that sends offers and sales on one socket, at the rate that a test sets
export const marketplace = { name: 'BusyMarket', aliases: [] };

const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };

export const connector = ({ Type, feed, money }) => {
  const Row = Type.Object({
    what: Type.String(),
    id: Type.String(),
    name: Type.String(),
    cents: Type.Integer(),
    soldAt: Type.Integer({ description: 'epoch milliseconds' }),
  });

  const parse = ({ what, id, name, cents, soldAt }, { game }) => {
    const price = money(cents, 'USD', 100);
    if (what === 'sold') return { kind: 'sale', game, name, saleId: id, soldAt, price, ...unknown };
    const links = { purchaseLink: `https://busy-market.example/${id}`, inspectLink: null };
    return { kind: 'offer', game, name, offerId: id, price, ...unknown, ...links, tradableAt: null, ownerId: null };
  };

  return {
    slug: 'busy-market',
    games: ['CS2'],
    credentials: [],
    budgets: { socket: { requests: 60, perSeconds: 60, scope: 'ip' } },
    sources: [
      feed({
        name: 'live',
        yields: ['offer', 'sale'],
        evidence: 'documented',
        permission: 'documented',
        budget: 'socket',
        dialect: { name: 'json' },
        url: 'wss://feed.busy-market.example/live',
        join: () => [['join']],
        silenceSeconds: 120,
        rowsAt: 'rows',
        row: Row,
        parse,
      }),
    ],
  };
};
