import { describe, expect, it } from 'vitest';
import { csfloat } from '../../connectors/csfloat/index.ts';
import { skinport } from '../../connectors/skinport/index.ts';
import { steamMarket } from '../../connectors/steam-market/index.ts';
import { availabilityOf } from './availability.ts';

describe('what can be read of a marketplace', () => {
  it('follows from what its sources yield: quotes count as offers, past prices do not count', () => {
    expect(availabilityOf(skinport, ({ kind }) => kind !== 'feed')).toEqual({
      marketplaceId: 3,
      games: skinport.games.map((game) => ({ game, offers: true, buyOrders: false, sales: false })),
    });
  });

  it('counts only the sources that are on', () => {
    const { games } = availabilityOf(csfloat, ({ name }) => name === 'sales');

    expect(games).toEqual([{ game: 'CS2', offers: false, buyOrders: false, sales: true }]);
  });

  it('goes game by game where a source covers fewer games than its marketplace', () => {
    const sources = steamMarket.sources.map((source) =>
      source.yields.includes('buyOrder') ? { ...source, games: ['TF2'] as const } : source,
    );
    const { games } = availabilityOf({ ...steamMarket, sources }, () => true);

    expect(games.filter(({ buyOrders }) => buyOrders).map(({ game }) => game)).toEqual(['TF2']);
    expect(games.every(({ offers }) => offers)).toBe(true);
  });
});
