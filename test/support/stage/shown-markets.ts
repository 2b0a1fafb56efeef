import { createTape } from '#client';
import { liquidNames } from '../../../src/stage/catalogue/liquid-names.ts';
import { readJson } from '../processes/served-process.ts';
import { until } from '../time/until.ts';
import { type PlayedMarkets, startPlayedMarkets } from './played-markets.ts';
import { stageItems } from './stage-items.ts';

/** An item of many offers, and one of many variants. */
export const shownItems = { redline: liquidNames.CS2, doppler: '★ Karambit | Doppler (Factory New)' } as const;

/** Marketplaces of one game, once every view of the dashboard has something to show, an alert rule included. */
export async function startShownMarkets(): Promise<PlayedMarkets> {
  const markets = await startPlayedMarkets({
    items: stageItems,
    timesFaster: 3,
    atLeastSeconds: 3_600,
    config: { 'collect.games': ['CS2'], 'alerts.allowPrivate': true },
  });
  const { origin } = markets.service;
  const { redline, doppler } = shownItems;
  const marketplacesOf = async (name: string): Promise<number> =>
    (await readJson(`${origin}/v2/items/compare?game=CS2&name=${encodeURIComponent(name)}`, markets.key)).marketplaces
      .length;
  await until('several marketplaces to know the items', async () => {
    if ((await marketplacesOf(redline).catch(() => 0)) < 6) return false;
    const found = await readJson(`${origin}/v2/items/search?game=CS2&query=redline`, markets.key);
    const isPictured = found.some(({ thumbnail }: { thumbnail: string | null }) => thumbnail !== null);
    return isPictured && (await marketplacesOf(doppler)) >= 4;
  });
  const { alerts } = createTape({ url: origin, key: markets.key });
  const when = { kind: 'figure' as const, figure: 'ask' as const, game: 'CS2', items: [redline], below: 0.01 };
  await alerts.create({ name: 'never', when, target: { kind: 'webhook', url: 'http://127.0.0.1:9/hook' } });
  return markets;
}
