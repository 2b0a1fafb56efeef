import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../src/connectors/index.ts';
import type { MarketRecord } from '../../src/schema/index.ts';
import { createPlayedSecrets } from '../../src/stage/played-secrets.ts';
import { players } from '../../src/stage/players/index.ts';
import { type Feeding, feeding } from '../support/collect/feeding.ts';
import { until } from '../support/time/until.ts';

const secretOf = createPlayedSecrets();

let here: Feeding;
afterEach(() => here?.stop());

const connectorOf = (slug: string) => {
  const found = connectors.find((connector) => connector.slug === slug);
  if (found === undefined) throw new Error(`there is no connector ${slug}`);
  return found;
};

/** Starts the feed of a connector against the stage, and waits until it is live. */
async function live(slug: string): Promise<void> {
  const connector = connectorOf(slug);
  const env = connector.credentials.map((credential) => credential.env);
  here = await feeding({
    sources: connector.sources
      .filter(({ kind }) => kind === 'feed')
      .map(({ onRequest: _, ...source }) => ({ ...source, evidence: 'documented' as const })),
    players: players.filter((player) => player.slug === slug),
    connector,
    secrets: Object.fromEntries(env.map((name) => [name, secretOf(name)])),
  });
  here.collector.start();
  // A token is requested before the socket opens, and budgets delay the second request
  await here.turnUntil(() => here.state() === 'live', 'a live feed');
}

const kindsOf = (records: readonly MarketRecord[]): readonly string[] =>
  [...new Set(records.map(({ kind }) => kind))].sort();

describe('messages pushed by the stage', () => {
  const pushing = connectors.filter(({ sources }) => sources.some(({ kind }) => kind === 'feed'));

  it('come from every connector that declares a feed', () => {
    expect(pushing.map(({ slug }) => slug)).toEqual(
      players
        .filter(({ feeds }) => feeds !== undefined)
        .map(({ slug }) => slug)
        .sort((a, b) => orderOf(a) - orderOf(b)),
    );
  });

  it.each(pushing.map(({ slug }) => slug))('are read by the connector of %s, every row of them', async (slug) => {
    await live(slug);
    const yields = connectorOf(slug).sources.flatMap(({ kind, yields }) => (kind === 'feed' ? yields : []));
    const holds = () => new Set(here.sink.records.map(({ kind }) => kind)).size === new Set(yields).size;
    await until(`every kind of message from ${slug}`, async () => {
      here.tick(5);
      return holds();
    });

    expect(kindsOf(here.sink.records)).toEqual([...yields].sort());
    expect(here.sink.runs.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(0);
    expect(here.state()).toBe('live');
  });
});

describe('dates in MessagePack', () => {
  it('become the times from which items can be traded', async () => {
    await live('skinport');
    const locks = () => here.sink.records.flatMap((record) => (record.kind === 'offer' ? [record.tradableAt] : []));
    await until('an item with a trade lock', async () => {
      here.tick(5);
      return locks().some((at) => at !== null && at > 0);
    });

    expect(locks().some((at) => at !== null && at > Date.UTC(2026, 0, 1))).toBe(true);
    expect(locks()).not.toContain(null);
  });
});

const orderOf = (slug: string): number => connectors.findIndex((connector) => connector.slug === slug);
