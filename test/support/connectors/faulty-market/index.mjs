// A marketplace whose connector rejects a promise that nothing awaits
export const marketplace = { name: 'FaultyMarket', aliases: [] };

const unknown = { phase: null, float: null, paintIndex: null, paintSeed: null, stickers: null };

const faults = {
  exception: () => setTimeout(() => null.made, 0),
  rejection: () => void Promise.reject(new Error('a made-up rejection')),
};

export const connector = ({ Type, bulk, money }) => {
  const Row = Type.Object({ id: Type.String(), name: Type.String(), cents: Type.Integer(), soldAt: Type.Integer() });
  const parse = ({ id, name, cents, soldAt }, { game }) => {
    faults[name]?.();
    return { kind: 'sale', game, name, saleId: id, soldAt, price: money(cents, 'USD', 100), ...unknown };
  };
  return {
    slug: 'faulty-market',
    games: ['CS2'],
    credentials: [],
    budgets: { list: { requests: 60, perSeconds: 60, scope: 'ip' } },
    sources: [
      bulk({
        name: 'sales',
        yields: ['sale'],
        evidence: 'documented',
        permission: 'documented',
        budget: 'list',
        everySeconds: 60,
        request: () => ({ url: 'https://faulty-market.example/sales' }),
        rowsAt: '',
        row: Row,
        parse,
      }),
    ],
  };
};
