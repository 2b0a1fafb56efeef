import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Alerting,
  openAlerting,
  type Received,
  type Receiver,
  ruleOf,
  startReceiver,
} from '../../test/support/alerts/alerting.ts';
import { termsPaying } from '../../test/support/api/money-terms.ts';
import { buyOrderRecord, csfloat, dmarket, skinport } from '../../test/support/api/served-api.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { holds, until } from '../../test/support/time/until.ts';
import { createLiveReader } from '../api/stream/live-reader.ts';
import { Book } from '../book/book.ts';
import { systemClock } from '../runtime/clock.ts';
import type { Fee } from '../schema/index.ts';
import type { Alerts } from './alerts.ts';
import type { Rule } from './rule.ts';
import { newSecret } from './sign.ts';

const redline = 'AK-47 | Redline (Field-Tested)';

let rig: Alerting;
let receiver: Receiver;
let alerts: Alerts;

beforeEach(async () => {
  rig = await openAlerting();
  receiver = await startReceiver();
  alerts = await rig.open();
  alerts.start();
});
afterEach(async () => {
  await rig.close();
  await receiver.close();
});

const cheap = { kind: 'stream', filter: { games: ['CS2'], maxPriceUSD: 10, events: ['Added'] } } as const;
const lowAsk = { kind: 'figure', figure: 'ask', game: 'CS2', items: [redline], below: 10 } as const;

// Usual prices need a day of data
const twoDaysAgo = (): number => Date.now() - 2 * 86_400_000;

const delivered = () => holds(() => alerts.stats().pending === 0, 'an empty outbox');

describe('an offer that was away for some minutes', () => {
  it('is no news', async () => {
    const filter = { games: ['CS2'], maxPriceUSD: 10, events: ['Added', 'Updated'] } as const;
    await alerts.create(
      'k1',
      ruleOf({ kind: 'stream', filter: { ...filter, events: [...filter.events] } }, receiver.url),
    );
    const gone = { kind: 'withdrawal', game: 'CS2', offerId: 'a', reason: 'sold' } as const;
    for (const record of [pricedOffer('a', 9_000), gone, pricedOffer('a', 9_000), pricedOffer('b', 8_000)])
      rig.put([record]);
    await receiver.has(2);
    await rig.untilPublished();
    await delivered();

    expect(receiver.received.map(({ json }) => json.data.link)).toEqual([
      'https://example.test/o/a',
      'https://example.test/o/b',
    ]);
  });
});

describe('a rule that is paused', () => {
  it('is inactive until it is resumed, across a restart too, and then applies to new records', async () => {
    const { id } = await alerts.create('k1', ruleOf(cheap, `${receiver.url}/hook`));
    expect((await alerts.pause(id, 'k1')).rule.pausedAt).toEqual(expect.any(Number));
    await rig.leave();
    await alerts.stop();
    alerts = await rig.open();
    alerts.start();
    rig.put([pricedOffer('while', 9_000)]);
    await rig.untilPublished();
    await alerts.resume(id, 'k1');
    rig.put([pricedOffer('after', 8_000)]);
    await receiver.has(1);
    await delivered();

    expect(receiver.received.map(({ json }) => json.data.link)).toEqual(['https://example.test/o/after']);
    await expect(alerts.pause(id, 'k2')).rejects.toThrow('no rule of this key');
  });

  it('ignores records published before it was resumed that are yet to be processed', async () => {
    const { id } = await alerts.create('k1', ruleOf(cheap, receiver.url));
    await alerts.create('k1', ruleOf({ kind: 'stream', filter: { games: ['CS2'], maxPriceUSD: 1 } }, receiver.url));
    await alerts.pause(id, 'k1');
    rig.put(Array.from({ length: 2_000 }, (_, at) => pricedOffer(`while${at}`, 9_000)));
    await rig.untilPublished();
    await alerts.resume(id, 'k1');
    rig.put([pricedOffer('after', 8_000)]);
    await receiver.has(1);
    await delivered();

    expect(receiver.received.map(({ json }) => json.data.link)).toEqual(['https://example.test/o/after']);
  });

  it('stays inactive if it was paused again before its resumption was stored', async () => {
    const { id } = await alerts.create('k1', ruleOf(cheap, `${receiver.url}/paused`));
    await alerts.pause(id, 'k1');
    await Promise.all([alerts.resume(id, 'k1'), alerts.pause(id, 'k1')]);
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/active`));
    rig.put([pricedOffer('a', 9_000)]);
    await rig.untilPublished();
    await receiver.has(1);
    await delivered();

    expect(alerts.list('k1')[0]?.rule.pausedAt).toEqual(expect.any(Number));
    expect(receiver.received.map(({ path }) => path)).toEqual(['/active']);
  });
});

describe('the secret of a webhook', () => {
  const at = { offset: 0 };
  const clock = { ...systemClock, now: () => Date.now() + at.offset };
  afterEach(() => {
    at.offset = 0;
    vi.useRealTimers();
  });
  const secretOf = ({ target }: Rule): string => (target.kind === 'webhook' ? target.secret : '');
  /** Which of these secrets verify an alert, on a receiver whose time is that of the service. */
  const verifying = ({ body, headers }: Received, secrets: readonly string[]): boolean[] => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
    const verified = secrets.map((secret) => {
      try {
        return new Webhook(secret).verify(body, headers as Record<string, string>) !== null;
      } catch {
        return false;
      }
    });
    vi.useRealTimers();
    return verified;
  };
  const reopen = async (): Promise<void> => {
    await rig.leave();
    await alerts.stop();
    alerts = await rig.open({ clock });
    alerts.start();
  };

  it('that was rotated signs for another day, over a restart too, and then only the new one does', async () => {
    await reopen();
    const rule = await alerts.create('k1', ruleOf(cheap, receiver.url));
    const { secret, previousExpiresAt } = await alerts.rotate(rule.id, 'k1');
    const secrets = [secretOf(rule), secret, newSecret()];
    await reopen();
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);
    expect(verifying(receiver.received[0] as Received, secrets)).toEqual([true, true, false]);

    at.offset = previousExpiresAt - Date.now();
    await alerts.test(rule.id, 'k1');
    expect(verifying(receiver.received[1] as Received, secrets)).toEqual([false, true, false]);
  });

  it('stays as it was if a new one cannot be stored', async () => {
    const rule = await alerts.create('k1', ruleOf(cheap, receiver.url));
    await reopen();
    const next = join(rig.folder, 'alerts.log.next');
    mkdirSync(next);
    await expect(alerts.rotate(rule.id, 'k1')).rejects.toThrow('cannot be written now');
    await alerts.test(rule.id, 'k1');
    rmdirSync(next);
    const { secret } = await until('a new secret', () => alerts.rotate(rule.id, 'k1').catch(() => null));
    await alerts.test(rule.id, 'k1');

    const [before, after] = receiver.received;
    expect(String(before?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect(verifying(before as Received, [secretOf(rule), secret])).toEqual([true, false]);
    expect(verifying(after as Received, [secretOf(rule), secret])).toEqual([true, true]);
  });

  it('no longer signs once two newer ones were made', async () => {
    const rule = await alerts.create('k1', ruleOf(cheap, receiver.url));
    const made = [(await alerts.rotate(rule.id, 'k1')).secret, (await alerts.rotate(rule.id, null)).secret];
    await alerts.test(rule.id, 'k1');

    expect(verifying(receiver.received[0] as Received, [secretOf(rule), ...made])).toEqual([false, true, true]);
  });

  it('is not rotated for another key, and not where a target has none', async () => {
    const { id } = await alerts.create('k1', ruleOf(cheap, receiver.url));
    const browser = await alerts.create('k1', ruleOf(cheap, '', { target: { kind: 'browser' } }));

    await expect(alerts.rotate(id, 'k2')).rejects.toThrow('no rule of this key');
    await expect(alerts.rotate(browser.id, 'k1')).rejects.toThrow('only webhooks have a secret');
  });
});

describe('an alert of a change', () => {
  it('contains the stream message, signed as in Standard Webhooks', async () => {
    const rule = await alerts.create('k1', ruleOf(cheap, `${receiver.url}/hook?x=1`));
    rig.put([pricedOffer('dear', 20_000), pricedOffer('cheap', 9_990)]);
    await receiver.has(1);
    await delivered();

    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body, json } = receiver.received[0] as never] = receiver.received;
    expect(path).toBe('/hook?x=1');
    const secret = rule.target.kind === 'webhook' ? rule.target.secret : '';
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(json);
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    expect(json).toMatchObject({
      type: 'alert',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        rule: { id: rule.id, name: 'rule' },
        kind: 'stream',
        text: `${redline} on Buff163: 9.99 USD (Added)`,
        link: 'https://example.test/o/cheap',
        message: {
          type: 'offer',
          eventType: 'Added',
          epoch: rig.tape.epoch,
          sequence: expect.any(Number),
          game: 'CS2',
        },
      },
    });
    expect(headers).toMatchObject({ 'itemtape-attempt': '1', 'content-type': 'application/json' });
    expect(headers).not.toHaveProperty('itemtape-repeat');
  });

  it('is sent once if the rule does not repeat, and after the cool-down if it has one', async () => {
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/once`, { repeats: false }));
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/cool`, { coolDownSeconds: 3_600 }));
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/all`));
    rig.put([pricedOffer('a', 9_000)]);
    rig.put([pricedOffer('b', 8_000), pricedOffer('c', 7_000, { name: 'AWP | Asiimov (Field-Tested)' })]);
    await rig.untilPublished();
    await receiver.has(6);
    await delivered();

    const counts = ['/once', '/cool', '/all'].map(
      (path) => receiver.received.filter((one) => one.path === path).length,
    );
    expect(counts).toEqual([1, 2, 3]);
    const [first] = alerts.list('k1');
    expect(first?.rule.doneAt).toEqual(expect.any(Number));
  });

  it('requires offers far enough below the usual price, or states of sources, if the rule says so', async () => {
    rig.put([pricedOffer('usual', 10_000)], 1, twoDaysAgo());
    await rig.untilPublished();
    const under = { ...cheap, filter: { games: 'all' }, underUsualPercent: 30 } as const;
    await alerts.create('k1', ruleOf(under, `${receiver.url}/under`));
    const states = { kind: 'stream', filter: { games: 'all', channels: ['sources'] }, states: ['blocked'] } as const;
    await alerts.create('k1', ruleOf(states, `${receiver.url}/states`));
    rig.put([pricedOffer('a', 9_000), pricedOffer('b', 5_000)]);
    const source = {
      marketplaceId: 1,
      slug: 'buff163',
      source: 'offers',
      game: 'CS2',
      detail: null,
      lastReadAt: null,
    } as const;
    rig.publish([
      { what: 'source', source: { ...source, state: 'live' } },
      { what: 'source', source: { ...source, state: 'blocked' } },
    ]);
    await receiver.has(2);
    await delivered();

    expect(receiver.received.map(({ path, json }) => [path, json.data.text]).sort()).toEqual([
      ['/states', 'Buff163 (CS2): offers is blocked'],
      ['/under', `${redline} on Buff163: 5 USD (Added)`],
    ]);
  });

  it('requires what must be on an offer, if the rule says so', async () => {
    const charmed = { ...cheap, charm: 'ava' } as const;
    await alerts.create('k1', ruleOf(charmed, `${receiver.url}/charm`));
    await alerts.create('k1', ruleOf({ ...cheap, nameTag: true }, `${receiver.url}/tag`));
    const charms = [{ name: "Charm | Lil' Ava", pattern: 7 }];
    rig.put([
      pricedOffer('a', 9_000),
      pricedOffer('b', 8_000, { charms }),
      pricedOffer('c', 7_000, { nameTag: 'Mine' }),
    ]);
    await receiver.has(2);
    await rig.untilPublished();
    await delivered();

    expect(receiver.received.map(({ path, json }) => [path, json.data.text]).sort()).toEqual([
      ['/charm', `${redline} on Buff163: 8 USD (Added)`],
      ['/tag', `${redline} on Buff163: 7 USD (Added)`],
    ]);
    const sales = { kind: 'stream', filter: { games: 'all', channels: ['sales'] }, minFade: 90 } as const;
    await expect(alerts.create('k1', ruleOf(sales, receiver.url))).rejects.toThrow('"minFade" applies to offers only');
  });

  it('is not raised for a key that may no longer send alerts', async () => {
    await rig.close();
    rig = await openAlerting({ mayAlert: (keyId) => keyId === 'k2' });
    alerts = await rig.open();
    alerts.start();
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/one`));
    await alerts.create('k2', ruleOf(cheap, `${receiver.url}/two`));
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);
    await delivered();

    expect(receiver.received.map(({ path }) => path)).toEqual(['/two']);
  });
});

describe('an alert of a figure', () => {
  it('is sent when the bound is passed, and again only after the figure has moved back', async () => {
    await alerts.create('k1', ruleOf(lowAsk, receiver.url, { hysteresisPercent: 10 }));
    // 10.5 is within the hysteresis, 12 is beyond it
    for (const usd of [9_000, 8_000, 10_500, 9_500, 12_000, 9_900]) {
      rig.put([pricedOffer('a', usd)]);
      await rig.untilPublished();
      await holds(() => alerts.stats().behind === 0);
    }
    await receiver.has(2);
    await delivered();

    expect(receiver.received.map(({ json }) => json.data.figure.value)).toEqual([9, 9.9]);
    expect(receiver.received[0]?.json.data).toMatchObject({
      kind: 'figure',
      text: `${redline}: the lowest ask in USD is 9 (below 10)`,
      figure: { figure: 'ask', below: 10, above: null, game: 'CS2', name: redline, marketplace: 'Buff163' },
    });
  });

  it('can name the item in another spelling', async () => {
    const items = [redline.replace(' | ', '\u00a0|  ').replace('Field-Tested', 'field-tested')];
    await alerts.create('k1', ruleOf({ ...lowAsk, items }, receiver.url));
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);

    expect(receiver.received[0]?.json.data.figure.name).toBe(redline);
  });

  it('respects the cool-down, but not if a clock ran ahead at the last alert', async () => {
    await rig.close();
    const right = Date.now();
    let now = right;
    rig = await openAlerting({ clock: { ...systemClock, now: () => now } });
    alerts = await rig.open();
    alerts.start();
    await alerts.create('k1', ruleOf(lowAsk, receiver.url, { coolDownSeconds: 3_600 }));
    const raised: number[] = [];
    for (const at of [right + 86_400_000, right + 86_460_000, right, right + 60_000, right + 3_600_000]) {
      now = at;
      for (const usd of [9_000, 12_000]) {
        rig.put([pricedOffer('a', usd)]);
        await rig.untilPublished();
        await holds(() => alerts.stats().behind === 0);
      }
      raised.push(alerts.stats().raised);
    }
    expect(raised).toEqual([1, 1, 2, 2, 3]);
  });

  it('is sent at once if the bound is already passed, for the named marketplaces only', async () => {
    rig.put([pricedOffer('a', 9_000)]);
    rig.put([pricedOffer('b', 8_000)], 3);
    await rig.untilPublished();
    await alerts.create('k1', ruleOf({ ...lowAsk, marketplaces: ['SkinPort'] }, `${receiver.url}/skinport`));
    await alerts.create('k1', ruleOf({ ...lowAsk, marketplaces: ['DMarket'] }, `${receiver.url}/dmarket`));
    await receiver.has(1);
    await delivered();

    expect(receiver.received.map(({ path, json }) => [path, json.data.figure.value])).toEqual([['/skinport', 8]]);
  });

  it('can be about all items with some attributes, on sale already or later, or about those among some', async () => {
    const knife = (name: string, usd: number) => pricedOffer(name, usd, { name });
    const [bayonet, kukri] = ['★ Bayonet | Night (Field-Tested)', '★ Kukri Knife | Night (Field-Tested)'];
    rig.put([knife(bayonet, 9_000), pricedOffer('a', 9_000)]);
    await rig.untilPublished();
    const { items: _, ...anyItem } = { ...lowAsk, traits: { kind: ['knife', 'gloves'], exterior: 'field-tested' } };
    await alerts.create('k1', ruleOf(anyItem, `${receiver.url}/any`));
    await alerts.create('k1', ruleOf({ ...anyItem, items: [kukri, redline] }, `${receiver.url}/some`));
    await receiver.has(1);
    rig.put([knife(kukri, 8_000), pricedOffer('a', 8_000)]);
    await receiver.has(3);
    await delivered();

    const told = receiver.received.map(({ path, json }) => [path, json.data.figure.name]);
    expect(told[0]).toEqual(['/any', bayonet]);
    expect(told.slice(1).sort()).toEqual([
      ['/any', kukri],
      ['/some', kukri],
    ]);
    await expect(alerts.create('k1', ruleOf({ ...anyItem, traits: {} }, receiver.url))).rejects.toThrow('"traits"');
    await expect(alerts.create('k1', ruleOf({ ...anyItem, traits: { kind: 'x' } }, receiver.url))).rejects.toThrow(
      'give one of pistol',
    );
  });

  it('is sent of thousands of items, some at a time', async () => {
    const names = Array.from({ length: 3_000 }, (_, at) => `★ Bayonet | Number ${at} (Field-Tested)`);
    rig.put(names.map((name) => pricedOffer(name, 9_000, { name })));
    await rig.untilPublished();
    const { items: _, ...anyItem } = { ...lowAsk, traits: { kind: 'knife' } };
    const { id } = await alerts.create('k1', ruleOf(anyItem, receiver.url));
    await holds(() => alerts.stats().raised + alerts.stats().lost === names.length);
    await alerts.remove(id, 'k1');
  });

  it('can be about how far the ask is below the usual price', async () => {
    rig.put([pricedOffer('a', 10_000)], 1, twoDaysAgo());
    await rig.untilPublished();
    await alerts.create(
      'k1',
      ruleOf({ kind: 'figure', figure: 'underUsualPercent', game: 'CS2', items: [redline], above: 25 }, receiver.url),
    );
    rig.put([pricedOffer('a', 8_000)]);
    await rig.untilPublished();
    rig.put([pricedOffer('b', 7_000)]);
    await receiver.has(1);
    await delivered();

    expect(receiver.received.map(({ json }) => Math.round(json.data.figure.value))).toEqual([30]);
  });
});

describe('an alert about both sides of the market', () => {
  const fee = (side: Fee['side'], percent: number): Fee => ({
    side,
    percent,
    asOf: '2026-09-01',
    source: 'test',
    evidence: 'single',
  });
  const noSales = { saleCounts: async () => new Map<string, number>() };
  const bid = (usd: number) => buyOrderRecord('CS2', redline, 'b', usd);
  const texts = () => receiver.received.map(({ path, json }) => [path, json.data.text]);

  beforeEach(async () => {
    await rig.close();
    rig = await openAlerting({
      book: new Book(
        new Map([
          [csfloat, [fee('seller', 2)]],
          [dmarket, [fee('buyer', 0)]],
        ]),
        termsPaying({ csfloat: 'money', dmarket: 'steamBalance' }),
      ),
    });
    alerts = await rig.open();
    alerts.start();
  });

  it('can be about the best bid, before or after fees, or the spread', async () => {
    const figure = { kind: 'figure', game: 'CS2', items: [redline] } as const;
    await alerts.create('k1', ruleOf({ ...figure, figure: 'bid', above: 9 }, `${receiver.url}/bid`));
    await alerts.create('k1', ruleOf({ ...figure, figure: 'bidAfterFees', above: 9 }, `${receiver.url}/net`));
    await alerts.create('k1', ruleOf({ ...figure, figure: 'spreadPercent', below: 5 }, `${receiver.url}/spread`));
    rig.put([pricedOffer('a', 10_000)], dmarket);
    for (const usd of [8_000, 9_100, 9_600]) {
      rig.put([bid(usd)], csfloat);
      await rig.untilPublished();
      await holds(() => alerts.stats().behind === 0);
    }
    await receiver.has(3);
    await delivered();

    expect(texts().sort()).toEqual([
      ['/bid', `${redline}: the highest bid in USD is 9.1 (above 9)`],
      ['/net', `${redline}: the highest bid after fees in USD is 9.41 (above 9)`],
      ['/spread', `${redline}: the spread in percent is 4 (below 5)`],
    ]);
  });

  it('counts bids only where one gets money, unless asked otherwise, and needs a variant where items have them', async () => {
    const figure = { kind: 'figure', game: 'CS2', items: [redline], figure: 'bid', above: 9 } as const;
    await alerts.create('k1', ruleOf(figure, `${receiver.url}/money`));
    await alerts.create('k1', ruleOf({ ...figure, payout: 'steamBalance' }, `${receiver.url}/balance`));
    rig.put([bid(9_500)], dmarket);
    await receiver.has(1);
    rig.put([bid(9_100)], csfloat);
    await receiver.has(2);
    await delivered();

    expect(texts()).toEqual([
      ['/balance', `${redline}: the highest bid in USD is 9.5 (above 9)`],
      ['/money', `${redline}: the highest bid in USD is 9.1 (above 9)`],
    ]);
    const knife = { ...figure, items: ['★ Bayonet | Doppler (Factory New)'] };
    await expect(alerts.create('k1', ruleOf(knife, receiver.url))).rejects.toThrow('give its "phase"');
    const hat = { ...figure, game: 'TF2', items: ['Unusual Team Captain'] } as const;
    await expect(alerts.create('k1', ruleOf(hat, receiver.url))).rejects.toThrow('watch its "ask" instead');
  });

  it('can be about a deal, once while it exists and again when it returns, with a bound if the buyer fee is unknown', async () => {
    let looks = 0;
    const { book } = rig;
    const reader = createLiveReader({ book, store: noSales, health: () => [], rates: () => [], now: Date.now });
    const deals: typeof reader.deals = (...parameters) => {
      const view = reader.deals(...parameters);
      const take = () => {
        looks += 1;
        return view.take();
      };
      return { ...view, standing: () => view.standing(), close: () => view.close(), take };
    };
    await alerts.stop();
    alerts = await rig.open({ deals: { deals } });
    alerts.start();
    rig.put([bid(10_000)], csfloat);
    const when = { kind: 'deal', game: 'CS2', filter: { minPercent: 10 } } as const;
    await alerts.create('k1', ruleOf(when, `${receiver.url}/deal`));
    for (const usd of [9_500, 8_000, 7_900, 9_500, 8_400]) {
      const before = looks;
      rig.put([pricedOffer('a', usd)], dmarket);
      await holds(() => looks > before, 'a look at the deals');
    }
    await receiver.has(2);
    rig.put([pricedOffer('c', 7_000)], skinport);
    await receiver.has(3);
    await delivered();

    expect(texts()).toEqual([
      ['/deal', `${redline}: buy on DMarket for 8 USD, sell on CSFloat, profit 1.8 USD (22.5 %)`],
      ['/deal', `${redline}: buy on DMarket for 8.4 USD, sell on CSFloat, profit 1.4 USD (16.67 %)`],
      ['/deal', `${redline}: buy on SkinPort for 7 USD, sell on CSFloat, profit ≤ 2.8 USD (≤ 40 %)`],
    ]);
    expect(receiver.received[0]?.json.data.message).toMatchObject({ type: 'deal', game: 'CS2', data: { profit: 1.8 } });
    expect(receiver.received[0]?.json.data.link).toMatch(/^https:/);
  });

  it('can be about a sale', async () => {
    const filter = { games: ['CS2'], channels: ['sales'], minPriceUSD: 20 } as const;
    await alerts.create('k1', ruleOf({ kind: 'stream', filter }, `${receiver.url}/sale`));
    const { kind: _, ...sold } = pricedOffer('s', 25_000);
    const sale = { ...sold, kind: 'sale' as const, saleId: 's1', soldAt: Date.now(), marketplaceId: skinport };
    rig.publish([
      { what: 'sale', sale: { ...sale, saleId: 's0', ...pricedOffer('s', 15_000), kind: 'sale' } },
      { what: 'sale', sale },
    ]);
    await receiver.has(1);
    await delivered();

    expect(texts()).toEqual([['/sale', `${redline} was sold on SkinPort for 25 USD`]]);
  });
});

describe('a target', () => {
  it('that fails is retried until it accepts, in order per item', async () => {
    receiver.answer.status = 500;
    await alerts.create('k1', ruleOf(cheap, receiver.url));
    const names = [redline, 'AWP | Asiimov (Field-Tested)', 'M4A4 | Howl (Minimal Wear)'];
    for (let round = 0; round < 5; round += 1)
      rig.put(names.map((name, at) => pricedOffer(`${round}-${at}`, 1_000 + 10 * round + at, { name })));
    await receiver.has(5);
    expect(alerts.stats()).toMatchObject({ delivered: 0, pending: 15 });
    const failures = receiver.received.length;
    receiver.answer.status = 200;
    await delivered();

    const taken = receiver.received.slice(failures).map(({ json }) => json.data.message);
    for (const name of names) {
      const prices = taken.filter((message) => message.data.name === name).map((message) => message.sequence);
      expect(new Set(prices).size).toBe(5);
      expect(prices).toEqual([...prices].sort((a, b) => a - b));
    }
    const [{ rule, lastAttempt } = {} as never] = alerts.list('k1');
    expect(lastAttempt).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(alerts.attempts(rule?.id ?? '', 'k1').map(({ outcome }) => outcome)).toContain('failed');
  });

  it('is marked as a possible repeat for as long as an earlier attempt may have arrived', async () => {
    // Ends the exchange without an answer
    receiver.answer.status = 101;
    receiver.answer.headers = { connection: 'upgrade', upgrade: 'other' };
    await alerts.create('k1', ruleOf(cheap, receiver.url));
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);
    receiver.answer.status = 503;
    receiver.answer.headers = {};
    const { length } = receiver.received;
    await receiver.has(length + 2);
    receiver.answer.status = 204;
    await delivered();

    const marks = receiver.received.map(({ headers }) => headers['itemtape-repeat']);
    expect(marks).toEqual([undefined, ...marks.slice(1).map(() => '1')]);
    expect(marks.length).toBeGreaterThan(2);
  });

  it('that refuses several alerts at once is tried again after the first pause, not after one for each of them', async () => {
    await rig.leave();
    await alerts.stop();
    alerts = await rig.open({ backOffSeconds: [0.02, 3_600] });
    alerts.start();
    const names = [redline, 'AWP | Asiimov (Field-Tested)', 'M4A4 | Howl (Minimal Wear)', 'Chroma Case'];
    const statusNow = () => (receiver.received.length > names.length ? 200 : 500);
    Object.defineProperty(receiver.answer, 'status', { get: statusNow });
    await alerts.create('k1', ruleOf(cheap, receiver.url));
    rig.put(names.map((name, at) => pricedOffer(`${at}`, 1_000, { name })));
    await receiver.has(2 * names.length);
    await delivered();

    expect(receiver.received).toHaveLength(2 * names.length);
    expect(receiver.received.map(({ headers }) => headers['itemtape-attempt'])).toEqual([
      ...names.map(() => '1'),
      ...names.map(() => '2'),
    ]);
  });

  describe('that fails for a day', () => {
    const outcomes = () => alerts.attempts(alerts.list('k1')[0]?.rule.id ?? '', 'k1').map(({ outcome }) => outcome);
    const clockAhead = (ahead: { now: number; elapsed: number }) => ({
      ...systemClock,
      now: () => Date.now() + ahead.now,
      elapsed: () => performance.now() + ahead.elapsed,
    });
    const dayMs = 86_400_000;
    const reopen = async (change: Parameters<Alerting['open']>[0]) => {
      rig.leave();
      await alerts.stop();
      alerts = await rig.open(change);
      alerts.start();
    };

    it.each([
      ['was asleep', { now: 2 * dayMs, elapsed: 0 }, 16 * 60_000],
      ['ran, though its clock was set back', { now: -365 * dayMs, elapsed: 0 }, dayMs],
    ])('is given up after some time that has passed if the machine %s', async (_, then, passed) => {
      receiver.answer.status = 503;
      const ahead = { now: 0, elapsed: 0 };
      await reopen({ clock: clockAhead(ahead), backOffSeconds: [0.2] });
      await alerts.create('k1', ruleOf(cheap, receiver.url));
      rig.put([pricedOffer('a', 9_000)]);
      await receiver.has(1);
      Object.assign(ahead, then);
      await receiver.has(4);
      expect(alerts.stats().pending).toBe(1);
      ahead.elapsed += passed;
      await holds(() => alerts.stats().pending === 0, 'the end of the attempts');
      expect(new Set(outcomes().slice(1))).toEqual(new Set(['failed']));
      expect([outcomes()[0], receiver.received.length < 20]).toEqual(['givenUp', true]);
    });

    it('is given up after enough attempts, however often the service was restarted', async () => {
      receiver.answer.status = 503;
      await alerts.create('k1', ruleOf(cheap, receiver.url));
      const clock = clockAhead({ now: 2 * dayMs, elapsed: 0 });
      await reopen({ clock });
      rig.put([pricedOffer('a', 9_000)]);
      await receiver.has(3);
      await reopen({ clock });
      await holds(() => alerts.stats().pending === 0, 'the end of the attempts');
      expect(outcomes()[0]).toBe('givenUp');
      expect(alerts.attempts(alerts.list('k1')[0]?.rule.id ?? '', 'k1')[0]?.attempt).toBe(20);
    });
  });

  it('that redirects is not followed', async () => {
    const other = await startReceiver();
    receiver.answer.status = 302;
    receiver.answer.headers = { location: other.url };
    const { id } = await alerts.create('k1', ruleOf(cheap, receiver.url));

    expect(await alerts.test(id, 'k1')).toMatchObject({
      isDelivered: false,
      status: 302,
      error: 'the target answered 302, and redirects are not followed',
    });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('of a chat is sent text in its own format', async () => {
    const { url } = receiver;
    const text = 'Look: {item} <{price}> {nothing}';
    const targets = [
      { kind: 'discord', url: `${url}/discord` },
      { kind: 'slack', url: `${url}/slack` },
      { kind: 'telegram', token: '12:ab', chatId: '-100', url: `${url}/telegram` },
      { kind: 'ntfy', url: `${url}/ntfy`, token: 'tk' },
    ] as const;
    for (const target of targets) await alerts.create('k1', { ...ruleOf(cheap, '', { text, name: 'né' }), target });
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(4);
    await delivered();

    const link = 'https://example.test/o/a';
    const found = Object.fromEntries(receiver.received.map((one) => [one.path, one]));
    expect(found['/discord']?.json).toEqual({
      content: `Look: ${redline} <9> {nothing}\n${link}`,
      allowed_mentions: { parse: [] },
    });
    expect(found['/slack']?.json).toEqual({ text: `Look: ${redline} &lt;9&gt; {nothing}\n${link}` });
    expect(found['/telegram/bot12:ab/sendMessage']?.json).toEqual({
      chat_id: '-100',
      text: `Look: ${redline} <9> {nothing}\n${link}`,
    });
    expect(found['/ntfy']).toMatchObject({
      body: `Look: ${redline} <9> {nothing}`,
      headers: { title: '=?UTF-8?B?bsOp?=', click: link, authorization: 'Bearer tk' },
    });
  });
});

describe('after a stop', () => {
  it('changes published meanwhile are processed once each, and pending alerts are sent', async () => {
    receiver.answer.status = 503;
    await alerts.create('k1', ruleOf(cheap, receiver.url));
    rig.put([pricedOffer('before', 9_000)]);
    await receiver.has(1);
    await alerts.stop();
    rig.leave();
    rig.put([pricedOffer('meanwhile', 8_000)]);
    await rig.untilPublished();
    const failures = receiver.received.length;
    receiver.answer.status = 204;
    alerts = await rig.open();
    rig.put([pricedOffer('while it loads', 7_000)]);
    await rig.untilPublished();
    alerts.start();
    rig.put([pricedOffer('after', 6_000)]);
    await rig.untilPublished();
    await receiver.has(failures + 4);
    await delivered();

    const prices = receiver.received.slice(failures).map(({ json }) => json.data.message.data.priceUSD);
    expect(prices).toEqual([9, 8, 7, 6]);
  });

  it('pending alerts in a copied folder are marked as possible repeats, since the original may have sent them', async () => {
    receiver.answer.status = 500;
    await alerts.create('k1', ruleOf(cheap, `${receiver.url}/hook`));
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(2);
    rig.leave();
    await alerts.stop();
    const before = receiver.received.length;
    receiver.answer.status = 204;
    rig.put([pricedOffer('between', 9_000)]);
    await rig.untilPublished();
    const { first, head, read, readLeft } = rig.tape;
    const tape = { epoch: 'c0ffee', first, head, read: read.bind(rig.tape), readLeft: readLeft.bind(rig.tape) };
    alerts = await rig.open({ tape });
    alerts.start();
    await holds(() => alerts.stats().behind === 0, 'no records to process');
    await delivered();

    expect(receiver.received[before - 1]?.headers['itemtape-repeat']).toBeUndefined();
    expect(receiver.received.slice(before).map(({ headers }) => headers['itemtape-repeat'])).toEqual(['1']);
  });

  it('a figure is not alerted again, and rules and their attempts are as before', async () => {
    const { id } = await alerts.create('k1', ruleOf(lowAsk, receiver.url));
    rig.put([pricedOffer('a', 9_000)]);
    await receiver.has(1);
    await delivered();
    const before = alerts.list('k1');
    await alerts.stop();
    alerts = await rig.open();
    alerts.start();
    rig.put([pricedOffer('a', 8_000)]);
    await rig.untilPublished();
    await holds(() => alerts.stats().behind === 0);

    expect(alerts.list('k1')).toEqual(before);
    expect(alerts.attempts(id, 'k1')).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('rules', () => {
  it('can be seen and deleted only by the key that created them', async () => {
    const { id } = await alerts.create('k1', ruleOf(cheap, receiver.url));

    expect(alerts.list('k2')).toEqual([]);
    await expect(alerts.remove(id, 'k2')).rejects.toThrow('no rule of this key');
    await expect(alerts.test(id, 'k2')).rejects.toThrow('no rule of this key');
    expect(alerts.list(null)).toHaveLength(1);
    await alerts.remove(id, 'k1');
    rig.put([pricedOffer('a', 9_000)]);
    await rig.untilPublished();
    expect(alerts.stats()).toMatchObject({ rules: 0, raised: 0 });
  });

  it('are neither created nor changed while they cannot be stored', async () => {
    const next = join(rig.folder, 'alerts.log.next');
    mkdirSync(next);
    const create = () => alerts.create('k1', ruleOf(cheap, receiver.url));

    await expect(create()).rejects.toThrow(/cannot be written now: EISDIR.*; try again/);
    await expect(create()).rejects.toThrow(/cannot be written now/);
    expect(alerts.list('k1')).toEqual([]);
    rmdirSync(next);
    const { id } = await until('a rule', () => create().catch(() => null));
    await alerts.stop();
    alerts = await rig.open();
    expect(alerts.list('k1').map(({ rule }) => rule.id)).toEqual([id]);
  });

  it('treat null in their filter as missing, like a subscription', async () => {
    const empty = [
      'id',
      'sequence',
      'resume',
      'replay',
      'snapshot',
      'heartbeatSeconds',
      'conflate',
      'subscribeTo',
      'items',
    ];
    const filter = { ...cheap.filter, ...Object.fromEntries(empty.map((key) => [key, null])) };
    await alerts.create('k1', ruleOf({ ...cheap, filter }, receiver.url));

    rig.put([pricedOffer('a', 9_000)]);
    await rig.untilPublished();
    expect(alerts.stats()).toMatchObject({ rules: 1, raised: 1 });
  });

  it.each([
    [{ ...cheap, filter: { games: ['CS2'], snapshot: true } }, '"snapshot" has no meaning in a rule'],
    [{ ...cheap, filter: { games: ['CS2'], maxPriceUSB: 3 } }, 'did you mean "maxPriceUSD"'],
    [{ ...cheap, filter: { games: ['CS2'], query: 'redline' } }, '"query" applies only to the channels best and found'],
    [{ ...cheap, filter: { games: ['CS2'], channels: ['best'] } }, 'do not report changes'],
    [{ ...cheap, states: ['blocked'] }, 'applies to sources only'],
    [{ ...lowAsk, above: 3 }, 'one bound'],
    [{ ...lowAsk, marketplaces: ['SkinProt'] }, 'did you mean "SkinPort"'],
    [{ kind: 'deal', game: 'all' }, 'about one game'],
  ] as const)('as %j are refused', async (when, message) => {
    await expect(alerts.create('k1', ruleOf(when, receiver.url))).rejects.toThrow(message);
  });
});

describe('what belongs to a key', () => {
  const item = { game: 'CS2', name: redline, phase: null } as const;
  const toBrowser = (more: object = {}) => ({ ...ruleOf(lowAsk, ''), target: { kind: 'browser' } as const, ...more });

  it('stays over restarts, also after the file is rewritten', async () => {
    const { id } = await alerts.create('k1', toBrowser());
    await alerts.test(id, 'k1');
    await alerts.test(id, 'k1');
    await alerts.watch('k1', item);
    await alerts.watch('k1', { ...item, phase: 'Ruby' });
    await alerts.unwatch('k1', { ...item, phase: 'Ruby' });
    await alerts.markRead('k1', alerts.logged('k1')[1]?.id ?? '');
    const before = [alerts.logged('k1'), alerts.watchlist('k1')];
    expect(before[0]).toMatchObject([{ isRead: false }, { isRead: true }]);
    expect(before[1]).toMatchObject([item]);
    // Twice: the first write after a start replaces the file
    for (const name of ['once', 'twice']) {
      await alerts.stop();
      alerts = await rig.open();
      alerts.start();
      await alerts.watch('k2', { ...item, name });
    }
    expect([alerts.logged('k1'), alerts.watchlist('k1')]).toEqual(before);
    expect(alerts.watchlist('k2').map(({ name }) => name)).toEqual(['twice', 'once']);
  });

  it('is bounded: 1,000 watched items, and the last 200 alerts', async () => {
    for (let at = 0; at < 1_000; at += 1) await alerts.watch('k1', { ...item, name: `${at}` });
    await expect(alerts.watch('k1', item)).rejects.toThrow('has 1000 items');
    const filter = { games: ['CS2'], events: ['Added'] };
    await alerts.create('k1', toBrowser({ when: { kind: 'stream', filter } }));
    rig.put(Array.from({ length: 210 }, (_, at) => pricedOffer(`o${at}`, 9_000)));
    await holds(() => alerts.stats().raised === 210, 'all alerts');
    await delivered();
    expect(alerts.logged('k1')).toHaveLength(200);
  });
});
