import { afterEach, describe, expect, it } from 'vitest';
import { type Feeding, feeding } from '../../../test/support/collect/feeding.ts';
import { tinyFeed, tinyPlayer, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { holds } from '../../../test/support/time/until.ts';

let here: Feeding;
afterEach(() => here.stop());

const idsOf = (records: readonly object[]): string[] =>
  records.flatMap((record) => ('offerId' in record ? [String(record.offerId)] : []));

describe.each(tongues)('a feed in $title', (tongue) => {
  async function joined(silenceSeconds = 300) {
    const { player, sentRows, received } = tinyPlayer(tongue);
    here = await feeding({ sources: [tinyFeed(tongue, { silenceSeconds })], players: [player] });
    await here.live();
    await holds(() => {
      here.tick();
      return here.sink.records.length > 0;
    }, 'the first changes');
    await holds(() => sentRows.at(-1)?.id === idsOf(here.sink.records).at(-1), 'all of them');
    sentRows.length = 0;
    here.sink.records.length = 0;
    return { sentRows, received };
  }
  /** The stage can be unaware yet of who joins. */
  const tickUntilReceived = () => {
    const before = here.sink.records.length;
    return holds(() => {
      here.tick();
      return here.sink.records.length > before;
    }, 'changes after it');
  };
  const arrived = (count: number) => holds(() => here.sink.records.length >= count, `${count} records`);

  /** Protocols that send again what was missed have none. */
  const expectGap = (from: number, reason: string) => {
    const to = here.clock.now();
    if (tongue.title === 'centrifugo 2') expect(here.sink.gaps).toEqual([]);
    else {
      expect(here.sink.gaps).toMatchObject([{ marketplaceId: 3, source: 'changes', game: 'CS2', from, reason }]);
      expect(here.sink.gaps[0]?.to).toBeGreaterThan(from);
      expect(here.sink.gaps[0]?.to).toBeLessThanOrEqual(to);
    }
  };

  it('joins and brings every change in its order', async () => {
    const { sentRows } = await joined();
    here.tick(20);
    await arrived(sentRows.length);

    expect(idsOf(here.sink.records)).toEqual(sentRows.map(({ id }) => id));
    expect(here.collector.health()[0]).toMatchObject({ kind: 'feed', state: 'live', nextAskAt: null, rejected: 0 });
  });

  it('is stale when cut off, removes nothing, and joins again', async () => {
    await joined();
    const receivedAt = here.clock.now();
    here.stage.setFault('skinport', { kind: 'cut' }, 1);
    here.tick();
    await holds(() => here.state() === 'stale', 'a stale source');
    const [cut] = here.collector.health();
    await here.turnUntil(() => here.state() === 'live', 'a second connection');
    await tickUntilReceived();

    expectGap(receivedAt, 'cut');
    expect(cut).toMatchObject({ state: 'stale', lastOutcome: 'retry' });
    expect(cut?.nextAskAt).not.toBeNull();
    expect(here.stage.requests('skinport').count).toBe(2);
    expect(here.sink.sweeps).toEqual([]);
  });

  it('treats silence as a lost connection', async () => {
    await joined();
    const receivedAt = here.clock.now();
    here.stage.setFault('skinport', { kind: 'stall' }, 1);
    here.tick();
    await here.turnUntil(() => here.stage.requests('skinport').count === 2, 'a second connection');
    await here.turnUntil(() => here.state() === 'live', 'a live source');
    await tickUntilReceived();

    expectGap(receivedAt, 'silent');
    expect(here.logged.join()).toContain('nothing received for 300 s');
  });

  it('notices a silence that is shorter than opening can take', async () => {
    await joined(5);
    here.stage.setFault('skinport', { kind: 'stall' }, 1);
    here.tick();
    await here.clock.advance(5_000);

    await holds(() => here.state() === 'stale', 'a stale source');
  });

  it('counts garbled messages, and continues', async () => {
    const { sentRows } = await joined();
    here.stage.setFault('skinport', { kind: 'garble' }, 1);
    here.tick(5);
    await arrived(sentRows.length - 1);
    await here.clock.advance(60_000);

    expect(here.collector.health()[0]?.rejected).toBe(1);
    expect(here.sink.records).toHaveLength(sentRows.length - 1);
    expect(here.stage.requests('skinport').count).toBe(1);
  });
});
