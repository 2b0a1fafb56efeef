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
import { whiteMarket } from './white-market.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(whiteMarket, world, now);
const redline = liquidNames.CS2;

const item = world.itemNamed('CS2', redline);
if (item === null) throw new Error('the liquid item is missing');

const query = (text: string, endpoint = 'api', headers = {}) =>
  ask(`https://api.white.market/graphql/${endpoint}`, {
    method: 'POST',
    body: JSON.stringify({ query: text }),
    headers,
  });
const named = `nameHash: ${JSON.stringify(redline)}`;
const orders = () => jsonOf(query(`query { order_list(search: { ${named} }) { edges { node { id } } } }`));
const prices = () => jsonOf(ask('https://export.white.market/v1/prices/730.json'));

describe('White.market as played', () => {
  it('writes prices as text with three decimals', () => {
    const [cheapest] = world.listings('white-market', item);

    expect(prices().find((row: { market_hash_name: string }) => row.market_hash_name === redline)).toMatchObject({
      price: cheapest?.priceUsd.toFixed(3),
      market_product_count: world.listings('white-market', item).length,
    });
  });

  it('has a row for each variant of a Doppler, which only the link tells apart', () => {
    const doppler = world.items('CS2').find(({ name }) => name.includes('| Doppler'));
    const links: string[] = prices()
      .filter((row: { market_hash_name: string }) => row.market_hash_name === doppler?.name)
      .map((row: { market_product_link: string }) => row.market_product_link);
    const listed = doppler === undefined ? [] : world.listings('white-market', doppler);
    const variants = new Set(listed.map(({ phase }) => phase));

    expect(links).toHaveLength(variants.size);
    expect(links.every((link) => /&csgoPhase=(?:PHASE[1-4]|RUBY|SAPPHIRE|BLACK_PEARL)$/.test(link))).toBe(true);
  });

  it('lists the products of a name, up to the requested number', () => {
    const { market_list: list } = jsonOf(
      query(`query { market_list(search: { ${named} }, forwardPagination: { first: 2 }) { edges { node { id } } } }`),
    ).data;

    expect(list.edges).toHaveLength(2);
    expect(list.edges[0].node).toMatchObject({
      price: { value: world.listings('white-market', item)[0]?.priceUsd.toFixed(2), currency: 'USD' },
      item: { description: { nameHash: redline } },
    });
    expect(list.pageInfo.hasNextPage).toBe(true);
  });

  it('lists orders and daily averages of a name, and nothing for an unknown one', () => {
    expect(orders().data.order_list.edges).toHaveLength(world.buyOrders('white-market', item).length);
    const days = jsonOf(query(`query { market_stats_product(appId: CSGO, ${named}) { date } }`)).data;
    expect(days.market_stats_product[0]).toEqual({
      priceAvg: expect.any(Number),
      volume: expect.any(Number),
      date: expect.stringMatching(/^2026-01-1\d$/),
    });
    expect(
      jsonOf(query('query { order_list(search: { nameHash: "nothing" }) { edges } }')).data.order_list.edges,
    ).toEqual([]);
  });

  it('answers errors with status 200, and an expired token with 401', () => {
    expect(jsonOf(query('query { wallet { value } }')).errors).toHaveLength(1);
    expect(query('query { order_list(search: { nameHash: "x" }) { id } }', 'partner')?.status).toBe(401);
  });

  it('exchanges a partner token for one that gives access to feed and queries', () => {
    const { framing } = feedOf(whiteMarket);
    const given = jsonOf(
      query('mutation { auth_token { accessToken } }', 'partner', { 'x-partner-token': 'abcdefgh' }),
    );
    const token = given.data.auth_token.accessToken;
    const admits = framing.name === 'centrifugo' ? framing.admits : undefined;

    expect([admits?.(token), admits?.(null)]).toEqual([true, false]);
    const authorization = `Bearer ${token}`;
    expect(
      query(`query { order_list(search: { ${named} }) { id } }`, 'partner', { authorization })?.status,
    ).toBeUndefined();
  });
});

const changes = playedChanges(world, 'white-market', 'CS2', now);
const sent = asJson(feedOf(whiteMarket).messagesOf(changes, memberOf(feedOf(whiteMarket)), world));

describe('the feed of White.market as played', () => {
  it('writes JSON in JSON, an edit without inspect link and a removal with ids and name only', () => {
    const messages = sent.map(({ data }: { readonly data: { readonly message: string } }) => JSON.parse(data.message));
    const keysOf = (type: string) => Object.keys(messages.find((one: { type: string }) => one.type === type).content);

    expect(messages).toHaveLength(changes.length);
    expect(keysOf('market_product_added')).toContain('inspect_url');
    expect(keysOf('market_product_edited')).not.toContain('inspect_url');
    expect(keysOf('market_product_removed')).toEqual([
      'id',
      'app_id',
      'asset_id',
      'class_id',
      'instance_id',
      'name_hash',
    ]);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'white-market');

describe.runIf(existsSync(recordings))('recorded answers of White.market', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(prices(), read('prices-730-1.json'))).toEqual([]);
    expect(missingFrom(prices(), read('prices-730-full-shape-1.json'))).toEqual([]);
    const sold = jsonOf(query(`query { market_stats_product(appId: CSGO, ${named}) { date } }`));
    expect(missingFrom(sold, read('market-stats-product-shape-1.json'))).toEqual([]);
  });

  it.each(['added', 'edited', 'removed'])(
    'describe a product that is %s with the same keys in the same order',
    (kind) => {
      const contentIn = (message: string) => {
        const { type, content } = JSON.parse(message);
        return type === `market_product_${kind}` ? [Object.keys(content)] : [];
      };
      const recorded = contentIn(read(`ws-product-${kind}-docs-1.json`).push.pub.data.message);
      const played = sent.flatMap(({ data }: { readonly data: { readonly message: string } }) =>
        contentIn(data.message),
      );

      expect(played[0]).toEqual(recorded[0]);
    },
  );
});
