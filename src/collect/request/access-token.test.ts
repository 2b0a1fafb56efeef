import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { type Feeding, feeding } from '../../../test/support/collect/feeding.ts';
import { tinyFeed, tinyPlayer, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { ScriptedReply, SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import { holds } from '../../../test/support/time/until.ts';
import type { Credential } from '../../contract/connector.ts';

const secret = 'user-0123:pass-4567';
const lastsSeconds = 90;
const key: Credential = {
  env: 'TINY_LOGIN',
  about: 'Your name and password, as name:password.',
  carry: {
    in: 'token',
    name: 'authorization',
    prefix: 'Bearer ',
    exchange: (given) => {
      const [user, password] = given.split(':');
      if (password === undefined) throw new Error(`${given} has no password`);
      return { method: 'POST', url: 'https://tiny.test/login', body: { user, password } };
    },
    tokenAt: 'content.jwt',
    lastsSeconds,
  },
};
const sources = [
  priceList({ name: 'a', credential: key.env }),
  priceList({ name: 'b', credential: key.env, request: () => ({ url: 'https://tiny.test/others' }) }),
];
const tokenOf = (number: number): string => `eyJ0b2tlbi${number}.c2VjcmV0.x-${number}`;

let here: Collecting;
afterEach(() => here?.stop());

/** A marketplace that gives a new token at every log-in and accepts only the last. */
async function withLogin(answers: Partial<Record<'login' | 'rows', (request: SeenRequest) => ScriptedReply>> = {}) {
  let given = 0;
  here = await collecting({ sources, connector: { credentials: [key] }, secrets: { TINY_LOGIN: secret } });
  here.server.play((request) => {
    if (request.url.endsWith('/login')) {
      given += 1;
      return answers.login?.(request) ?? { body: { content: { jwt: tokenOf(given) } } };
    }
    if (answers.rows !== undefined) return answers.rows(request);
    const isGood = request.headers.authorization === `Bearer ${tokenOf(given)}`;
    return isGood ? { body: { items: priceRows(2) } } : { status: 401, body: 'token expired' };
  });
}

const pathsRequested = () => here.server.requests.map(({ url }) => url.replace('/tiny.test/', ''));
const views = () => here.collector.health();
const printed = () => JSON.stringify([here.logged, here.sink.runs, views()]);

describe('a secret that is exchanged for a token', () => {
  it('is exchanged once for all sources, and sent in no other request', async () => {
    await withLogin();
    here.collector.start();
    await here.ran(2);

    expect(pathsRequested().sort()).toEqual(['login', 'others', 'prices']);
    expect(here.server.requests[0]).toMatchObject({
      method: 'POST',
      body: '{"user":"user-0123","password":"pass-4567"}',
    });
    expect(here.server.requests.slice(1).map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [`Bearer ${tokenOf(1)}`, ''],
      [`Bearer ${tokenOf(1)}`, ''],
    ]);
    expect(views().map(({ state }) => state)).toEqual(['live', 'live']);
  });

  it('counts in the budget of the source that needs the token', async () => {
    const budgets = { all: { requests: 1, perSeconds: 10, scope: 'key' } } as const;
    here = await collecting({
      sources: sources.slice(0, 1),
      connector: { credentials: [key], budgets },
      secrets: { TINY_LOGIN: secret },
    });
    here.server.play(({ url }) =>
      url.endsWith('/login') ? { body: { content: { jwt: tokenOf(1) } } } : { body: { items: priceRows(2) } },
    );
    here.collector.start();
    // What waits for the budget, once the log-in is answered
    await holds(() => here.clock.untilNext() === 10_001, 'the token');
    await here.clock.advance(10_000);
    const early = pathsRequested();
    await here.clock.advance(1);
    await here.ran(1);

    expect(early).toEqual(['login']);
    expect(pathsRequested()).toEqual(['login', 'prices']);
  });

  it('is exchanged again when the token has expired', async () => {
    await withLogin();
    here.collector.start();
    await here.ran(2);
    while (pathsRequested().lastIndexOf('login') === 0 && here.sink.runs.length < 20) await here.next();

    // By then both sources have made two requests
    expect(pathsRequested().lastIndexOf('login')).toBe(5);
    expect(views().map(({ state }) => state)).toEqual(['live', 'live']);
    expect(here.sink.runs.map(({ outcome }) => outcome)).not.toContain('refused');
  });

  it('is exchanged again, once, when the token is refused early', async () => {
    let isTakenBack = true;
    await withLogin({
      rows: ({ headers }) => {
        if (headers.authorization === `Bearer ${tokenOf(1)}` && isTakenBack) return { status: 403, body: {} };
        isTakenBack = false;
        return { body: { items: priceRows(2) } };
      },
    });
    const once = await here.collector.runOnce('skinport', 'a', 'CS2');

    expect(once.outcome).toBe('read');
    expect(pathsRequested()).toEqual(['login', 'prices', 'login', 'prices']);
  });

  it('is refused when a fresh token is refused as well', async () => {
    await withLogin({ rows: () => ({ status: 401, body: 'not for you' }) });
    here.collector.start();
    await holds(() => views().every(({ state }) => state === 'refused'), 'refused sources');

    expect(views()[0]?.detail).toContain('answered 401; not for you; check TINY_LOGIN');
  });

  it.each([
    [
      'refused',
      { status: 401, body: 'wrong password' },
      'log-in: tiny.test/login; answered 401; wrong password; check TINY_LOGIN',
    ],
    ['limited', { status: 429, headers: { 'retry-after': '60' } }, 'log-in: tiny.test/login; answered 429'],
    [
      'changed',
      { body: { status: 'ok', token: tokenOf(7) } },
      'log-in: no token at "content.jwt" of the answer, whose fields are status, token; the format may have changed',
    ],
    ['changed', { body: tokenOf(7) }, 'log-in: tiny.test/login; answered 200; the answer is not JSON'],
    ['changed', { status: 404, body: 'no such page' }, 'log-in: tiny.test/login; answered 404; no such page'],
  ] as const)('tells that the log-in was %s', async (state, reply, words) => {
    await withLogin({ login: () => reply });
    here.collector.start();
    await holds(() => views().some(({ detail }) => detail !== null), 'words');

    const seen = views().find(({ detail }) => detail !== null);
    expect(seen?.state).toBe(state);
    expect(seen?.detail).toContain(words);
    expect(pathsRequested()).not.toContain('prices');
    expect(printed()).not.toContain('c2VjcmV0');
  });

  it('is refused without a request when it is not of the right form, and is not quoted', async () => {
    here = await collecting({ sources, connector: { credentials: [key] }, secrets: { TINY_LOGIN: 'onlyonepart' } });
    here.collector.start();
    await holds(() => views().every(({ state }) => state === 'refused'), 'refused sources');

    expect(pathsRequested()).toEqual([]);
    expect(views()[0]?.detail).toContain('TINY_LOGIN does not have the expected form');
    expect(printed()).not.toContain('onlyonepart');
  });

  it('is redacted from all texts, and so is the token', async () => {
    const echo = ({ headers }: SeenRequest) => ({
      body: { items: [{ name: `${headers.authorization} ${secret}`, cents: 'x' }] },
    });
    await withLogin({ rows: echo });
    const once = await here.collector.runOnce('skinport', 'a', 'CS2');
    here.collector.start();
    await here.ran(2);

    const everything = `${printed()} ${JSON.stringify(once)}`;
    expect(everything).toContain('[secret]');
    expect(everything).not.toContain('c2VjcmV0');
    expect(everything).not.toContain('pass-4567');
  });
});

describe('a feed with such a credential', () => {
  const [json] = tongues;
  let fed: Feeding;
  afterEach(() => fed?.stop());

  it('joins with the token, and with another one once it is refused', async () => {
    if (json === undefined) throw new Error('no tongue');
    let logins = 0;
    const opened: unknown[] = [];
    const { player, received } = tinyPlayer(json, {
      admit: ({ headers }) => {
        opened.push(headers['x-token']);
        return headers['x-token'] === tokenOf(2) ? null : { status: 401, body: 'expired' };
      },
    });
    const answer: typeof player.answer = ({ path }) => {
      if (path !== '/login') return null;
      logins += 1;
      return { body: { content: { jwt: tokenOf(logins) } } };
    };
    const source = tinyFeed(json, {
      credential: key.env,
      handshake: (joining) => ({ headers: { 'x-token': joining.secret ?? '' } }),
      join: (joining) => [['join', joining.secret]],
    });
    const connector = { credentials: [key] };
    fed = await feeding({
      sources: [source],
      players: [{ ...player, answer }],
      connector,
      secrets: { TINY_LOGIN: secret },
    });
    // It requests a token again at once; advancing the clock would run ahead of answers on a busy machine
    await fed.live();
    await holds(() => received.length > 0, 'a joined feed');

    expect(opened).toEqual([tokenOf(1), tokenOf(2)]);
    expect(received).toEqual([['join', tokenOf(2)]]);
    expect(fed.state()).toBe('live');
  });
});
