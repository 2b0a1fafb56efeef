import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { type Feeding, feeding } from '../../../test/support/collect/feeding.ts';
import { tinyFeed, tinyPlayer, tongues } from '../../../test/support/collect/tiny-feeds.ts';
import { priceList, priceRows } from '../../../test/support/collect/tiny-sources.ts';
import type { ScriptedReply, SeenRequest } from '../../../test/support/servers/scripted-server.ts';
import { createHandClock } from '../../../test/support/time/hand-clock.ts';
import { holds } from '../../../test/support/time/until.ts';
import type { Credential } from '../../contract/connector.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createRateLimiter } from '../schedule/rate-limiter.ts';
import { createAccess } from './access-token.ts';
import type { Secret } from './credential.ts';

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

const limiter = createRateLimiter({ scope: 'key', requests: 1, perSeconds: 1 }, systemClock);

describe('what a source presents', () => {
  const carried: Secret = { credential: { ...key, carry: { in: 'header', name: 'x-key' } }, value: secret };

  it.each([
    ['nothing without a credential', null, null],
    ['a secret that is not exchanged as it is', carried, key.env],
  ])('is %s, and nothing else when that is refused', async (_, given, env) => {
    const login = async () => expect.fail('nothing has to be requested');
    const access = createAccess({ secret: given, login, learn: () => {}, clock: systemClock });

    expect(access.env).toBe(env);
    expect(await access.present(limiter)).toEqual({
      secret: given,
    });
    expect(access.drop(given)).toBe(false);
  });
});

describe('a token', () => {
  it('is presented until it expires or is refused, which a refusal of an earlier one does not count as', async () => {
    const clock = createHandClock();
    let logins = 0;
    const login = async () => {
      logins += 1;
      const payload = { content: { jwt: tokenOf(logins) } };
      return { outcome: 'read', detail: null, retryAt: null, payload } as const;
    };
    const access = createAccess({ secret: { credential: key, value: secret }, login, learn: () => {}, clock });
    const presented = async (): Promise<Secret | null> => {
      const found = await access.present(limiter);
      return 'secret' in found ? found.secret : expect.fail('there is no token');
    };
    const first = await presented();
    expect(first?.value).toBe(tokenOf(1));
    await clock.advance(lastsSeconds * 1_000 - 1);
    expect(await presented()).toBe(first);
    await clock.advance(1);
    expect((await presented())?.value).toBe(tokenOf(2));
    expect(access.drop(first)).toBe(true);
    const second = await presented();
    expect(second?.value).toBe(tokenOf(2));
    expect(access.drop(second)).toBe(true);
    expect((await presented())?.value).toBe(tokenOf(3));
  });
});

describe('a log-in without a token', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, 1]));
  const read = (payload: unknown) => ({ outcome: 'read', detail: null, retryAt: null, payload }) as const;
  const at = 'log-in: no token at "content.jwt" of the answer';

  it.each([
    [read({ jwt: 'x', user: 1 }), 'changed', `${at}, whose fields are jwt, user; the format may have changed`],
    [
      read(many),
      'changed',
      `${at}, whose fields are f0, f1, f2, f3, f4, f5, f6, f7, f8, f9; the format may have changed`,
    ],
    [read({ content: { jwt: '' } }), 'changed', `${at}, whose fields are content; the format may have changed`],
    [read({}), 'changed', `${at}; the format may have changed`],
    [read(null), 'changed', `${at}; the format may have changed`],
    [read('text'), 'changed', `${at}; the format may have changed`],
    [{ ...read(null), outcome: 'gone', detail: 'status 404' }, 'changed', 'log-in: status 404'],
    [{ ...read(null), outcome: 'limited' }, 'limited', 'log-in: limited'],
  ] as const)('says what it brought: %j', async (made, outcome, detail) => {
    const login = async () => made;
    const access = createAccess({
      secret: { credential: key, value: secret },
      login,
      learn: () => {},
      clock: systemClock,
    });

    expect(await access.present(limiter)).toMatchObject({ failed: { outcome, detail } });
  });
});

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
