import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../../test/support/runner/shared-folder.ts';
import { asJson, feedOf, memberOf, playedChanges } from '../../../../test/support/stage/played-changes.ts';
import { jsonOf, requesterOf } from '../../../../test/support/stage/player-requester.ts';
import { missingFrom } from '../../../../test/support/stage/shape.ts';
import { stageItems } from '../../../../test/support/stage/stage-items.ts';
import { sampleOf } from '../../catalogue/catalogue.ts';
import { liquidNames } from '../../catalogue/liquid-names.ts';
import { createWorld } from '../../market/create-world.ts';
import { manncoStore } from './mannco-store.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const ask = requesterOf(manncoStore, world, now);
const redline = liquidNames.CS2;
const word = '730-ak-47-redline-field-tested';

const liquid = world.itemNamed('CS2', redline);
if (liquid === null) throw new Error('the liquid item is missing');

const api = 'https://api.mannco.store';
const logIn = (apiKey: unknown) => ask(`${api}/user/login`, { method: 'POST', body: JSON.stringify({ apiKey }) });
const token = () => ({ authorization: `Bearer ${jsonOf(logIn('played-mannco-key')).content.jwt}` });
const item = (path: string, headers: Readonly<Record<string, string>> = token()) =>
  ask(`${api}/item/${path}`, { headers });
const prices = (game: number, outofstock = 0) => jsonOf(item(`prices?game=${game}&outofstock=${outofstock}`)).content;
const numberOf = (page: string): number => jsonOf(item(`details/${page}`)).content.informations.id;

describe('Mannco.store as played', () => {
  it('lists every name in stock with its lowest price', () => {
    const listed = world.listings('mannco-store', liquid);

    expect(prices(730).find(({ url }: { url: string }) => url === word)).toMatchObject({
      price: Math.round((listed[0]?.priceUsd ?? 0) * 100),
      assetcount: listed.length,
    });
    expect(prices(730, 1)).toHaveLength(world.items('CS2').length);
    expect(item('prices')?.status).toBe(300);
  });

  it('ends some texts with a separator', () => {
    const names: readonly string[] = prices(730).map(({ name }: { name: string }) => name);

    expect(names.some((name) => name.endsWith(' ;'))).toBe(true);
    expect(names.every((name) => name.endsWith(' ;'))).toBe(false);
    expect(jsonOf(item('details/730-stattrak-ak-47-redline-field-tested')).content.informations.quality).toMatch(/;$/);
  });

  it("finds an item by number and by its page's slug, and refuses others", () => {
    expect(item(`listing/${numberOf(word)}`)).toEqual(item(`listing/${word}`));
    expect(item('listing/730-nothing')).toMatchObject({ status: 300, body: { err: true, message: 'Item not found' } });
  });

  it("finds every item by its page's slug, however short the words in it are", () => {
    const large = createWorld({ seed: 1, startedAt: now, items: sampleOf(5) });
    const askLarge = requesterOf(manncoStore, large, now);
    const words: string[] = jsonOf(
      askLarge(`${api}/item/prices?game=252490&outofstock=1`, { headers: token() }),
    ).content.map(({ url }: { url: string }) => url);

    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((one) => askLarge(`${api}/item/listing/${one}`, { headers: token() })?.status === 300)).toEqual(
      [],
    );
  });

  it('lists what is on sale, cheapest first, with or without a count', () => {
    const contents = world
      .items('CS2')
      .slice(0, 6)
      .map((one) => jsonOf(item(`listing/${numberOf(word) + one.index - liquid.index}?count=3`)).content);

    expect(contents.some((content) => Array.isArray(content))).toBe(true);
    expect(contents.some((content) => Array.isArray(content.values) && typeof content.count === 'number')).toBe(true);
    for (const content of contents) expect((content.values ?? content).length).toBeLessThanOrEqual(3);
  });

  it('exchanges a key for a token, without which everything is refused', () => {
    const number = numberOf(word);

    expect(logIn('short')?.status).toBe(403);
    expect(item(`pricing/${number}`, {})?.status).toBe(403);
    expect(item(`listing/${number}`, {})?.status).toBe(403);
    expect(jsonOf(item(`pricing/${number}`)).content.item_id).toBe(number);
    expect(item(`pricing/${word}`)?.status).toBe(300);
    expect(jsonOf(item(`pricing/bulk?items=${number},${number + 1}`)).content.items).toHaveLength(2);
  });

  it('sums up the sales of a day', () => {
    const { values } = jsonOf(item(`salesGraph/${numberOf(word)}?period=1Y`)).content;
    const sales = world.sales('mannco-store', liquid);
    const total = (key: 'price' | 'nb') =>
      values.reduce((sum: number, day: { price: number; nb: number }) => sum + day[key], 0);

    expect(total('nb')).toBe(sales.length);
    expect(total('price')).toBe(sales.reduce((sum, { priceUsd }) => sum + Math.round(priceUsd * 100), 0));
  });
});

const changes = playedChanges(world, 'mannco-store', 'CS2', now);

describe('the feed of Mannco.store as played', () => {
  it('sends listings to every client by number, without a name or a game', () => {
    const feed = feedOf(manncoStore);
    const messages: readonly { readonly event: string; readonly data: object }[] = asJson(
      feed.messagesOf(changes, memberOf(feed), world),
    );
    const keysOf = (event: string) => Object.keys(messages.find((one) => one.event === event)?.data ?? {});

    expect(messages).toHaveLength(changes.length);
    expect(keysOf('listing_added')).toEqual(['id', 'assetId', 'itemId', 'price']);
    expect(keysOf('price_changed')).toEqual(['id', 'assetId', 'itemId', 'oldPrice', 'newPrice']);
    expect(keysOf('listing_removed')).toEqual(['id']);
  });
});

const recordings = join(sharedFolder, 'marketplaces', 'fixtures', 'mannco-store');

describe.runIf(existsSync(recordings))('recorded answers of Mannco.store, as docs and clients print them,', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(recordings, file), 'utf8'));
  const orders = world
    .items('CS2')
    .map((one) => jsonOf(item(`buyorderList/${numberOf(word) + one.index - liquid.index}`)));
  const informations = () => orders.map(({ content }) => content.informations);

  it('have no key or kind of value that the played ones lack', () => {
    expect(missingFrom(jsonOf(item(`details/${word}`)), read('item-details-docs-1.json'))).toEqual([]);
    const number = numberOf(word);
    expect(missingFrom(jsonOf(item(`pricing/${number}`)), read('item-pricing-synthetic-1.json'))).toEqual([]);
    const graph = jsonOf(item(`salesGraph/${number}`));
    expect(missingFrom(graph, read('item-salesGraph-synthetic-1.json'))).toEqual([]);
    expect(missingFrom(jsonOf(item('listing/730-nothing')), read('error-notfound-synthetic-1.json'))).toEqual([]);
  });

  it.each(['buyorderList-1-array.json', 'buyorderList-2-object-more.json', 'buyorderList-3-null.json'])(
    'of orders have a form that is played too: %s',
    (file) => {
      const formOf = (tiers: unknown): string => {
        if (tiers === null) return 'null';
        return Array.isArray(tiers) ? 'array' : Object.keys(tiers as object).join();
      };
      expect(informations().map(formOf)).toContain(formOf(read(file).content.informations));
    },
  );
});
