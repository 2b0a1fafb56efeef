import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needing } from '../../../../test/support/runner/needs.ts';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { createWorld } from '../../market/create-world.ts';
import { saleFeed } from './skinport-feed.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const changes = playedChanges(world, 'skinport', 'CS2', now);

const joined = (...rooms: readonly object[]) => {
  const member = memberOf(saleFeed);
  for (const room of rooms) saleFeed.receive?.(['saleFeedJoin', room], member, world);
  return member;
};
const dollars = { currency: 'USD', locale: 'en', appid: 730 };
const messagesTo = (member: ReturnType<typeof joined>) => saleFeed.messagesOf(changes, member, world);

type Body = {
  readonly eventType: string;
  readonly sales: readonly { readonly salePrice: number; readonly lock: unknown }[];
};
const bodies = (messages: readonly unknown[]): readonly Body[] =>
  messages.map((message) => (message as readonly [string, Body])[1]);

describe('the sale feed of Skinport as played', () => {
  it('sends nothing before a game has been joined, and nothing of other games', () => {
    expect(messagesTo(joined())).toEqual([]);
    expect(messagesTo(joined({ ...dollars, appid: 440 }))).toEqual([]);
    expect(messagesTo(joined({ ...dollars, currency: 'XYZ' }))).toEqual([]);
  });

  it('sends what is listed and sold, but neither new prices nor withdrawals', () => {
    const [listed, sold] = bodies(messagesTo(joined(dollars)));

    expect([listed?.eventType, sold?.eventType]).toEqual(['listed', 'sold']);
    expect(listed?.sales).toHaveLength(changes.filter(({ kind }) => kind === 'added').length);
    expect(sold?.sales).toHaveLength(changes.filter((change) => change.kind === 'removed' && change.isSold).length);
  });

  it('gives prices in cents of the chosen currency', () => {
    const priceIn = (currency: string) => bodies(messagesTo(joined({ ...dollars, currency })))[0]?.sales[0]?.salePrice;
    const [added] = changes.filter(({ kind }) => kind === 'added');
    const usd = added?.listing.priceUsd ?? 0;

    expect(priceIn('USD')).toBe(Math.round(usd * 100));
    expect(priceIn('EUR')).toBe(Math.round(usd * world.rates.EUR * 100));
  });

  it('gives locks as dates, for the framing to encode', () => {
    const locks = bodies(messagesTo(joined(dollars))).flatMap(({ sales }) => sales.map(({ lock }) => lock));

    expect(locks.every((lock) => lock === null || lock instanceof Date)).toBe(true);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'skinport');

needing('the folder of recordings').describe('the printed message of the sale feed', () => {
  it('has the same keys in the same order and no kind of value that the played ones lack', () => {
    const printed = JSON.parse(readFileSync(join(recordings, 'salefeed-listed-docs-1.json'), 'utf8'));
    const played = asJson(bodies(messagesTo(joined(dollars))));

    // Whether the first few are locked or starred depends on the world
    expect(missingFrom({ ...played[0] }, printed, ['.sales[].lock', '.sales[].quality'])).toEqual([]);
    // It was printed before charms existed
    expect(new Set(Object.keys(played[0].sales[0]))).toEqual(new Set([...Object.keys(printed.sales[0]), 'charms']));
  });
});
