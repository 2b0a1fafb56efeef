// A marketplace that allows three requests a day, and that is asked every second
export const marketplace = { name: 'MeteredMarket', aliases: [] };

export const connector = ({ Type, bulk, money }) => ({
  slug: 'metered-market',
  games: ['CS2'],
  credentials: [],
  budgets: { api: { requests: 3, perSeconds: 86_400, scope: 'ip' } },
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      evidence: 'documented',
      permission: 'documented',
      budget: 'api',
      everySeconds: 1,
      request: () => ({ url: 'https://metered-market.example/prices' }),
      rowsAt: 'items',
      row: Type.Object({ name: Type.String(), cents: Type.Integer() }),
      parse: ({ name, cents }, { game }) => ({
        kind: 'quote',
        game,
        name,
        phase: null,
        lowest: money(cents, 'USD', 100),
        offerCount: 1,
        purchaseLink: null,
        marketplaceItemId: null,
        thumbnail: null,
      }),
    }),
  ],
});
