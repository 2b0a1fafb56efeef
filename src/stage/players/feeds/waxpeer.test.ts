import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, feedOf, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { waxpeer } from './waxpeer.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(waxpeer, world, now);
const api = 'https://api.waxpeer.com/v1';
const redline = liquidNames.CS2;
const knife = '★ Karambit | Doppler (Factory New)';

const itemOf = (name: string) => {
  const item = world.itemNamed('CS2', name);
  if (item === null) throw new Error(`${name} is missing`);
  return item;
};

const massInfo = (names: readonly string[], query = 'game=csgo&api=played-key') =>
  ask(`${api}/mass-info?${query}`, { method: 'POST', body: JSON.stringify({ name: names, sell: 1 }) });
const bestOrders = () => jsonOf(ask(`${api}/buy-orders/snapshot?game=csgo`));
const prices = (query: string) => jsonOf(ask(`${api}/prices?${query}`)).items;
const dopplers = (query: string) => jsonOf(ask(`${api}/prices/dopplers?${query}`));

describe('Waxpeer as played', () => {
  it('lists the lowest price of a name in thousandths of a dollar', () => {
    const [cheapest] = world.listings('waxpeer', itemOf(redline));
    const row = prices('game=csgo').find(({ name }: { name: string }) => name === redline);

    expect(row).toMatchObject({
      min: Math.round((cheapest?.priceUsd ?? 0) * 1000),
      count: world.listings('waxpeer', itemOf(redline)).length,
    });
    expect(Object.keys(row)).toEqual(['name', 'count', 'min', 'img']);
  });

  it('lists only matches of a search, and a single one on request', () => {
    expect(prices('game=csgo&search=redline').every(({ name }: { name: string }) => name.includes('Redline'))).toBe(
      true,
    );
    expect(prices('game=csgo&single=1')).toHaveLength(1);
    expect(prices('game=rust').map(({ name }: { name: string }) => name)).toContain(liquidNames.Rust);
  });

  it('lists single Dopplers of the requested phases', () => {
    const phasesOf = (query: string): readonly string[] =>
      dopplers(query).items.map(({ phase }: { phase: string }) => phase);
    const all = phasesOf('phase=any');
    const [one = '', other = ''] = [...new Set(all)];

    expect(phasesOf(`phase=${one}&phase=${other}`)).toEqual(all.filter((phase) => phase === one || phase === other));
    expect(new Set(phasesOf(`phase=${one}`))).toEqual(new Set([one]));
    expect(dopplers('phase=any&weapon=Bayonet').items.every(({ name }: { name: string }) => /Bayonet/.test(name))).toBe(
      true,
    );
    expect(dopplers('minified=0')).toEqual({ success: false, msg: 'Wrong input' });
  });

  it('gives the listings of up to fifty names, in a nested list', () => {
    const { data } = jsonOf(massInfo([redline, knife, 'nothing']));

    expect(data[redline].listings[0]).toHaveLength(world.listings('waxpeer', itemOf(redline)).length);
    expect(data[knife].listings[0][0].phase).toBe(world.listings('waxpeer', itemOf(knife))[0]?.phase);
    expect(data['nothing'].listings).toEqual([[]]);
    expect(massInfo(Array.from({ length: 51 }, (_, at) => `n${at}`))?.body).toEqual({
      success: false,
      msg: 'Wrong input',
    });
  });

  it('gives items of Rust ids beyond the precision of a double', () => {
    const { data } = jsonOf(massInfo([liquidNames.Rust], 'game=rust&api=played-key'));
    const [{ item_id: id }] = data[liquidNames.Rust].listings[0];

    expect(String(Number(id))).not.toBe(id);
  });

  it('lists the best order of every name without a key', () => {
    const wanted = world.items('CS2').filter((item) => world.buyOrders('waxpeer', item).length > 0);
    const [best] = world.buyOrders('waxpeer', itemOf(redline));
    const { offers } = bestOrders();

    expect(offers.map(({ name }: { name: string }) => name)).toEqual(wanted.map(({ name }) => name));
    expect(offers).toContainEqual(
      expect.objectContaining({ name: redline, max: Math.round((best?.priceUsd ?? 0) * 1000) }),
    );
  });

  it('answers 403 without a required key', () => {
    expect(massInfo([redline], 'game=csgo')).toEqual({ status: 403, body: { success: false, msg: 'wrong api' } });
  });
});

const changes = playedChanges(world, 'waxpeer', 'CS2', now);
const feed = feedOf(waxpeer);

const messagesTo = (...sent: readonly unknown[]) => {
  const member = memberOf(feed);
  const answers = sent.flatMap((message) => feed.receive?.(message, member, world) ?? []);
  return { answers, messages: asJson(feed.messagesOf(changes, member, world)) };
};

describe('the feed of Waxpeer as played', () => {
  it('confirms a subscription once, under either name, and sends nothing without one', () => {
    expect(messagesTo(['subscribe', { name: 'csgo' }], ['sub', { name: 'csgo' }]).answers).toEqual([
      ['subscribed', { name: 'csgo' }],
    ]);
    expect(messagesTo(['sub', { name: 'rust' }]).messages).toEqual([]);
    expect(messagesTo(['sub', { name: 'chess' }])).toEqual({ answers: [], messages: [] });
  });

  it('sends what is added, changed and removed, without the reason for a removal', () => {
    const { messages } = messagesTo(['subscribe', { name: 'csgo' }]);
    const kinds = changes.map(({ kind }) => ({ added: 'new', repriced: 'update', removed: 'removed' })[kind]);
    const gone = messages.find(([event]: readonly string[]) => event === 'removed');

    expect(messages.map(([event]: readonly string[]) => event)).toEqual(kinds);
    expect(Object.keys(gone[1])).toEqual(['game', 'item_id', 'name', 'price']);
  });

  it('writes the variant of a Doppler into its name', () => {
    const [listing] = world.listings('waxpeer', itemOf(knife));
    if (listing === undefined) throw new Error('no knife is on sale');
    const member = memberOf(feed);
    member.joined.add('csgo');
    const [[, item]] = asJson(feed.messagesOf([{ kind: 'added', listing }], member, world));

    expect(item).toMatchObject({ name: `★ Karambit | Doppler ${listing.phase} (Factory New)`, phase: listing.phase });
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'waxpeer');

describe.runIf(existsSync(recordings))('recorded answers of Waxpeer', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    const listed = Object.values(jsonOf(massInfo([redline, knife])).data);
    const printed = Object.values(read('mass-info-docs-1.json').data);

    expect(missingFrom({ success: true, items: prices('game=csgo&minified=0') }, read('prices-1.json'))).toEqual([]);
    expect(missingFrom(dopplers('phase=any&minified=0'), read('prices-dopplers-docs-1.json'))).toEqual([]);
    expect(missingFrom(listed, printed)).toEqual([]);
    const { event, data } = read('ws-new-shape-1.json');
    const messages = messagesTo(['subscribe', { name: 'csgo' }]).messages.filter(
      ([name]: readonly string[]) => name === event,
    );
    // Written before the class id was known to be a number
    expect(
      missingFrom(
        messages.map(([, item]: readonly unknown[]) => item),
        [data],
        ['[].classid'],
      ),
    ).toEqual([]);
  });

  it('refuse with the same text', () => {
    const refusals = [massInfo([redline], 'game=csgo'), ask(`${api}/prices?game=chess`)].map((reply) => ({
      status: reply?.status,
      body: reply?.body,
    }));

    expect(refusals).toEqual(read('errors-1.json'));
  });
});
