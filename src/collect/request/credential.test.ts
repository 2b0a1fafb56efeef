import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Collecting, collecting } from '../../../test/support/collect/collecting.ts';
import { priceList } from '../../../test/support/collect/tiny-sources.ts';
import { extent } from '../../../test/support/runner/long-run.ts';
import type { Credential, WireRequest } from '../../contract/connector.ts';
import { addressOf, createRedaction, createRedactor, withSecret } from './credential.ts';

const about = 'from the site';
const request = { url: 'https://tiny.test/a', query: { name: 'A b' }, headers: { cookie: 'lang=en' } };

const carried = (carry: Credential['carry']) =>
  withSecret(request, { credential: { env: 'KEY', about, carry }, value: 's&cret' }, 5000);

describe('an address', () => {
  const at = (url: string, query?: Readonly<Record<string, string | number | readonly string[]>>) =>
    addressOf({ url, ...(query !== undefined && { query }) });

  it('has all of the query, in which brackets, apostrophes and asterisks are encoded, too', () => {
    expect(at('https://tiny.test/a')).toBe('https://tiny.test/a');
    expect(at('https://tiny.test/a', {})).toBe('https://tiny.test/a');
    expect(at('https://tiny.test/a?b=1', { n: 5, list: ['x', "(y)'*"] })).toBe(
      'https://tiny.test/a?b=1&n=5&list=x&list=%28y%29%27%2A',
    );
  });
});

describe('a credential', () => {
  it('that is not set leaves a request as it is', () => {
    expect(withSecret(request, null, 5000)).toEqual({
      url: 'https://tiny.test/a?name=A%20b',
      headers: { cookie: 'lang=en' },
    });
  });

  const exchanged = { exchange: () => request, tokenAt: 'token', lastsSeconds: 60 };
  it.each<[Credential['carry'], Partial<WireRequest>]>([
    [{ in: 'token', name: 'x-token', ...exchanged }, { headers: { 'x-token': 's&cret' } }],
    [{ in: 'cookie', name: 'session' }, { headers: { cookie: 'session=s&cret' } }],
    [{ in: 'body', name: 'key' }, { body: { key: 's&cret' } }],
  ])('is the only header, cookie or field where there is no other, %j', (carry, expected) => {
    const url = 'https://tiny.test/a';

    expect(withSecret({ url }, { credential: { env: 'KEY', about, carry }, value: 's&cret' }, 5000)).toEqual({
      url,
      ...expected,
    });
  });

  it('goes into a header', () => {
    expect(carried({ in: 'header', name: 'authorization', prefix: 'Bearer ' }).headers).toEqual({
      cookie: 'lang=en',
      authorization: 'Bearer s&cret',
    });
  });

  it('goes into the query, encoded', () => {
    expect(carried({ in: 'query', name: 'key' }).url).toBe('https://tiny.test/a?name=A%20b&key=s%26cret');
  });

  it('is added to existing cookies', () => {
    expect(carried({ in: 'cookie', name: 'session' }).headers).toEqual({ cookie: 'lang=en; session=s&cret' });
  });

  it('is added to the fields of the JSON body', () => {
    const body = { appid: 730 };
    const credential: Credential = { env: 'KEY', about, carry: { in: 'body', name: 'apikey' } };

    expect(withSecret({ ...request, body }, { credential, value: 's&cret' }, 5000).body).toEqual({
      appid: 730,
      apikey: 's&cret',
    });
    expect(body).toEqual({ appid: 730 });
  });

  it('signs the complete URL', () => {
    const signed = carried({
      in: 'signature',
      sign: (one, secret, now) => ({ ...one, headers: { ...one.headers, 'x-sign': `${one.url} ${secret} ${now}` } }),
    });

    expect(signed.headers?.['x-sign']).toBe('https://tiny.test/a?name=A%20b s&cret 5000');
  });
});

describe('redaction', () => {
  it('removes a secret in every encoding in which it can come back', () => {
    const secret = fc.string({ minLength: 4, maxLength: 30, unit: 'grapheme' }).filter((one) => one.trim().length >= 4);
    const spelt: ((text: string) => string)[] = [
      (text) => text,
      encodeURIComponent,
      (text) => encodeURIComponent(text).toLowerCase(),
      (text) => new URLSearchParams({ key: text }).toString().slice(4),
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => Buffer.from(text).toString('base64'),
    ];
    fc.assert(
      fc.property(secret, fc.constantFrom(...spelt), (one, spell) => {
        const text = createRedactor([one])(`before ${spell(one)} after`);

        expect(text).toBe('before [secret] after');
      }),
      { numRuns: extent({ short: 400, long: 2_000 }) },
    );
  });

  it('removes a secret with white space, as JSON and forms spell that', () => {
    const secret = 'ab\tcd\nef gh"i';
    const redact = createRedactor([secret]);
    const inForm = new URLSearchParams({ key: secret }).toString().slice(4);
    const spelt = [secret, JSON.stringify(secret).slice(1, -1), inForm, encodeURIComponent(inForm)];

    expect(spelt.map((one) => redact(`<${one}>`))).toEqual(spelt.map(() => '<[secret]>'));
  });

  it('removes each part of a secret made of several, unless it is so short that it can be any word', () => {
    const redact = createRedactor(['client-0123:hidden-4567:sevensy:eightsig']);

    expect(redact('id client-0123 with hidden-4567, sevensy, eightsig')).toBe(
      'id [secret] with [secret], sevensy, [secret]',
    );
  });

  it('removes the last three tokens that secrets were exchanged for', () => {
    const { redact, learn } = createRedaction(['the-secret']);
    const tokens = ['token-one', 'token-two', 'token-three', 'token-four'];
    for (const token of tokens.slice(0, 3)) learn(token);
    expect(redact(`the-secret ${tokens.join(' ')}`)).toBe('[secret] [secret] [secret] [secret] token-four');
    learn('token-four');
    expect(redact(`the-secret ${tokens.join(' ')}`)).toBe('[secret] token-one [secret] [secret] [secret]');
  });

  it('leaves everything else unchanged', () => {
    expect(createRedactor(['', 'abcd'])('nothing to see')).toBe('nothing to see');
  });
});

describe('what the collector reports', () => {
  let here: Collecting;
  afterEach(() => here.stop());

  const secret = 'q+/= s3cret&%C3';
  const spellings = [secret, encodeURIComponent(secret), 'q%2b%2f%3d%20s3cret%26%25c3', 'q%2B%2F%3D+s3cret%26%25C3'];
  const credential: Credential = { env: 'TINY_KEY', about, carry: { in: 'query', name: 'key' } };

  it.each([
    ['an error', (echo: string) => ({ status: 401, body: { error: `bad key ${echo}` } })],
    [
      'an address',
      (echo: string) => ({
        status: 302,
        headers: { location: `https://login.test/?from=${encodeURIComponent(echo)}` },
      }),
    ],
    ['a rejected row', (echo: string) => ({ body: { items: [{ name: echo, cents: 'x' }] } })],
    ['a text that is not JSON', (echo: string) => ({ body: `${echo} is not known` })],
    ['a refusal', (echo: string) => ({ body: { error: echo } })],
  ])('never holds a secret, though the marketplace echoes it in %s', async (_, reply) => {
    for (const echo of spellings) {
      const source = priceList({
        credential: 'TINY_KEY',
        refusal: (payload) => (JSON.stringify(payload).includes('error') ? 'refused' : null),
      });
      here = await collecting({
        sources: [source],
        connector: { credentials: [credential] },
        secrets: { TINY_KEY: secret },
      });
      here.server.play(() => reply(echo));
      const once = await here.collector.runOnce('skinport', 'prices', 'CS2');
      here.collector.start();
      await here.ran(1);
      const printed = [here.logged, here.sink.runs, here.collector.health(), once]
        .map((one) => JSON.stringify(one))
        .join('\n');

      expect(here.server.requests[0]?.url).toContain('s3cret');
      expect(printed.toLowerCase()).not.toContain('s3cret');
      expect(printed).toContain('[secret]');
      await here.stop();
    }
  });
});

describe('a credential that no header can carry', () => {
  let here: Collecting;
  afterEach(() => here.stop());

  const inHeader: Credential['carry'] = { in: 'header', name: 'x-key' };
  const exchange = (secret: string) => ({ url: 'https://tiny.test/login', headers: { 'x-key': secret } });
  it.each<[string, Credential['carry'], string, string]>([
    ['a full-width sign', inHeader, 'abc；def', 'character 4 of the credential, "；"'],
    ['a curly quote', { in: 'cookie', name: 'session' }, '“abc”', 'character 1 of the credential, "“"'],
    ['a line feed', inHeader, 'ab\ncd', 'character 3 of the credential, U+000A'],
    [
      'a sign in a header that is signed',
      { in: 'signature', sign: (request, secret) => ({ ...request, headers: { key: secret.slice(2) } }) },
      'a:bc；',
      'character 5 of the credential',
    ],
    [
      'a sign in the header of the log-in',
      { in: 'token', name: 'Authorization', exchange, tokenAt: 'token', lastsSeconds: 60 },
      'abc；def',
      'character 4 of the credential',
    ],
  ])('is refused by its name and the place of %s, and nothing is sent', async (_, carry, value, found) => {
    here = await collecting({
      sources: [priceList({ credential: 'TINY_KEY' })],
      connector: { credentials: [{ env: 'TINY_KEY', about, carry }] },
      secrets: { TINY_KEY: value },
    });
    const once = await here.collector.runOnce('skinport', 'prices', 'CS2');

    expect(once.outcome).toBe('refused');
    expect(once.detail).toContain(found);
    expect(once.detail).toMatch(/cannot be sent; check TINY_KEY$/);
    expect(here.server.requests).toEqual([]);
  });

  it('is sent where it is not in a header', async () => {
    here = await collecting({
      sources: [priceList({ credential: 'TINY_KEY' })],
      connector: { credentials: [{ env: 'TINY_KEY', about, carry: { in: 'query', name: 'key' } }] },
      secrets: { TINY_KEY: 'abc；def' },
    });
    here.server.play(() => ({ body: { items: [] } }));
    await here.collector.runOnce('skinport', 'prices', 'CS2');

    expect(here.server.requests[0]?.url).toContain('key=abc%EF%BC%9Bdef');
  });
});
