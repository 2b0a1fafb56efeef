import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../test/support/book/unknown-traits.ts';
import type { Fee, Terms } from '../schema/index.ts';
import { type About, bulk, type Connector, lookup, type OutcomeOverride, type Walk, walk } from './connector.ts';
import { declarationFaults, requestFaults } from './suite/declaration-faults.ts';
import { isProof } from './suite/evidence.ts';
import { fixturesOf, goldenOf, receivedAt, sourceOf, tableOf } from './suite/fixtures.ts';
import { readText } from './suite/read-text.ts';
import { fragilities, payloadFragilities, recordFaults } from './suite/record-faults.ts';
import { deepFrozen, inStoppedWorld } from './suite/stopped-world.ts';

const about: About = { game: 'CS2', item: 'Chroma Case', marketplaceItemId: null, at: receivedAt };

const Row = Type.Object({ id: Type.String(), cents: Type.Number() });

const offerOf = (id: string, cents: number) => ({
  kind: 'offer' as const,
  game: 'CS2' as const,
  name: 'Chroma Case',
  phase: null,
  offerId: id,
  price: { amount: cents * 10, currency: 'USD' as const },
  ...unknownTraits,
  purchaseLink: `https://market.example/${id}`,
});

const offers = lookup({
  name: 'offers',
  yields: ['offer'],
  evidence: 'documented',
  permission: 'documented',
  budget: 'api',
  everySeconds: 60,
  request: ({ item }) => ({ url: `https://market.example/${encodeURIComponent(item)}` }),
  replaces: ['offer'],
  rowsAt: 'rows',
  row: Row,
  parse: ({ id, cents }) => offerOf(id, cents),
});

const { kind: _, replaces: __, ...plain } = offers;

const connector: Connector = {
  slug: 'skinport',
  games: ['CS2'],
  credentials: [],
  budgets: { api: { requests: 1, perSeconds: 1, scope: 'ip' } },
  sources: [offers],
};

const sample = { item: 'Chroma Case', marketplaceItemId: null };

describe('declarationFaults', () => {
  it('finds none in a sound connector', () => {
    expect(declarationFaults(connector, 'skinport')).toEqual([]);
    expect(requestFaults(connector, offers, sample)).toEqual([]);
  });

  it('accepts fees with a date and a source, within bounds, each once, from the lowest price on', () => {
    const fee = {
      side: 'seller',
      percent: 8,
      asOf: '2026-09-01',
      source: 'shop.example',
      evidence: 'documented',
      permission: 'documented',
    } as const;
    const faultsOf = (...fees: readonly Fee[]) => declarationFaults({ ...connector, fees }, 'skinport');
    const dearer = { ...fee, from: { amount: 1_000_000, currency: 'EUR' } } as const;

    expect(faultsOf(fee, dearer, { ...fee, method: 'private sale' }, { ...fee, side: 'buyer', asOf: '2026' })).toEqual(
      [],
    );
    expect(faultsOf({ ...fee, percent: 51 })).toEqual(['fees[0]: /percent must be <= 50']);
    expect(faultsOf({ ...fee, percent: -1 })).toHaveLength(1);
    expect(faultsOf({ ...fee, source: '' })).toHaveLength(1);
    expect(faultsOf({ ...fee, asOf: 'lately' }).join()).toContain('/asOf');
    expect(faultsOf({ ...fee, asOf: null })).toEqual(['fees[0]: it has no date']);
    expect(faultsOf({ ...fee, asOf: '2026-19' })).toEqual(['fees[0]: "2026-19" is not a date']);
    expect(faultsOf({ ...fee, evidence: 'set' })).toHaveLength(1);
    expect(faultsOf(fee, { ...fee, percent: 9 })).toEqual(['two fees have the same side, method and from']);
    expect(faultsOf(dearer)).toEqual(["the seller's fee for lower prices is missing"]);
    expect(declarationFaults({ ...connector, fees: 8 as never }, 'skinport')).toEqual(['fees is not an array']);
  });

  it('accepts demands with a date and a source, and budgets that stay within them', () => {
    const stated = { hosts: ['market.example'], on: '2026-10', by: 'market.example/docs' };
    const faultsOf = (...demands: readonly unknown[]) =>
      declarationFaults({ ...connector, demands: demands as never }, 'skinport');

    expect(
      faultsOf(
        { ...stated, header: { name: 'x-client', value: 'reader' } },
        { ...stated, encodings: ['br'] },
        { ...stated, limit: { requests: 60, perSeconds: 60 }, budget: 'api' },
        { ...stated, membership: 'Be a member.' },
      ),
    ).toEqual([]);
    expect(
      faultsOf({ ...stated, encodings: ['br'], on: 'lately' }, { hosts: [], encodings: ['br'], on: '2026' }),
    ).toEqual([
      'demands[0]: it has no date: say in "on" when it was last known to stand',
      'demands[1]: hosts must be a list of host names',
      'demands[1]: it has no source: say in "by" who states it',
    ]);
    expect(faultsOf(stated, { ...stated, header: { name: 'x' } }, { ...stated, membership: ' ' })).toEqual([
      'demands[0]: it demands nothing: give header, encodings, limit or membership',
      'demands[1]: header needs a name and a value',
      'demands[2]: membership must be a sentence',
    ]);
    expect(
      faultsOf(
        { ...stated, limit: { requests: 59, perSeconds: 60 }, budget: 'api' },
        { ...stated, limit: { requests: 1, perSeconds: 60 }, budget: 'none' },
      ),
    ).toEqual(['demands[0]: budget "api" sends up to 60 in 60 s, of 59', 'demands[1]: budget "none" is not declared']);
    expect(declarationFaults({ ...connector, demands: 8 as never }, 'skinport')).toEqual(['demands is not an array']);
  });

  it('finds fault with a grant that is no more than the usual budget, or that names nobody', () => {
    const granted = { requests: 2, perSeconds: 2, to: '' };
    const api = { requests: 1, perSeconds: 1, scope: 'key', granted } as const;

    expect(declarationFaults({ ...connector, budgets: { api } }, 'skinport')).toEqual([
      'budget "api": what is granted, 2 in 2 s, is no more than 1 in 1 s',
      'budget "api": say in "granted.to" to whom it is granted',
    ]);
  });

  it('finds a demanded header that a request sets as well', () => {
    const stated = { hosts: ['market.example'], on: '2026-10', by: 'market.example/docs' };
    const headers = { 'Accept-Encoding': 'gzip', 'x-client': 'me' };
    const source = { ...offers, request: () => ({ url: 'https://market.example/a', headers }) };
    const demands = [
      { ...stated, encodings: ['br'] },
      { ...stated, header: { name: 'X-Client', value: 'reader' } },
    ];

    expect(requestFaults({ ...connector, demands, sources: [source] }, source, sample)).toEqual([
      'CS2: "accept-encoding" must not be set; it is in "demands", and the runtime adds it',
      'CS2: "x-client" must not be set; it is in "demands", and the runtime adds it',
    ]);
  });

  it('wants to know what the marketplace says of programs, and who says that terms forbid them', () => {
    const forbidden = { ...connector, sources: [{ ...offers, permission: 'againstTerms' as const }] };
    const { permission: _, ...silent } = offers;

    expect(declarationFaults(forbidden, 'skinport')).toEqual([
      'a source is against the terms: say in "rules" when and by whom that was found',
    ]);
    expect(declarationFaults({ ...forbidden, rules: { on: '2026-09', by: 'its terms' } }, 'skinport')).toEqual([]);
    expect(declarationFaults({ ...forbidden, rules: { on: 'lately', by: 'its terms' } }, 'skinport')).toEqual([
      '"lately" is not a year, month or day',
    ]);
    expect(declarationFaults({ ...connector, sources: [silent as never] }, 'skinport')).toEqual([
      'offers: permission must be one of official, documented, tolerated, againstTerms',
    ]);
  });

  it('accepts terms with a date and a source, within bounds, one for each game, way of paying and currency', () => {
    const said = { asOf: '2026-09-01', source: 'shop.example', evidence: 'documented' } as const;
    const [dollar, ten] = [
      { amount: 1_000, currency: 'USD' },
      { amount: 10_000, currency: 'USD' },
    ] as const;
    const faultsOf = (terms: Terms) => declarationFaults({ ...connector, games: ['CS2', 'Rust'], terms }, 'skinport');
    const payout = { kind: 'money', ...said } as const;

    expect(
      faultsOf({
        payout,
        itemHolds: [
          { days: 7, games: ['CS2'], ...said },
          { days: 0, ...said },
        ],
        moneyHolds: [{ days: 1.5, ...said }],
        payIn: [
          { percent: 2.8, fixed: dollar, method: 'card', ...said },
          { percent: 0, minSum: dollar, maxSum: ten, ...said },
        ],
        maxPrices: [{ price: ten, ...said }],
        access: { about: 'Sellers need a bank.', ...said },
        cancellations: [{ by: [], about: 'Nothing can be undone.', ...said }],
      }),
    ).toEqual([]);
    expect(faultsOf({ payout: { ...payout, kind: 'cash' as never } }).join()).toContain('terms.payout: /kind');
    expect(faultsOf({ payout: { ...payout, asOf: null } })).toEqual(['terms.payout: it has no date']);
    expect(faultsOf({ payout: { ...payout, asOf: '2026-13' } })).toEqual(['terms.payout: "2026-13" is not a date']);
    expect(faultsOf({ payout: { ...payout, source: '' } })).toHaveLength(1);
    expect(faultsOf({ payout: { ...payout, evidence: 'set' } })).toHaveLength(1);
    expect(faultsOf({ itemHolds: [{ days: 61, ...said }] })).toEqual(['terms.itemHolds: /days must be <= 60']);
    expect(faultsOf({ payOut: [{ percent: -1, ...said }] })).toEqual(['terms.payOut: /percent must be >= 0']);
    expect(faultsOf({ maxPrices: [{ price: { amount: 0, currency: 'USD' }, ...said }] })).toHaveLength(1);
    expect(faultsOf({ cancellations: [{ by: [], about: '', ...said }] })).toHaveLength(1);
    expect(faultsOf({ payIn: [{ percent: 1, minSum: ten, maxSum: dollar, ...said }] })).toEqual([
      'the smallest sum of a payment is above the largest',
    ]);
    const twice = [said, said];
    expect(faultsOf({ payOut: twice.map(() => ({ percent: 1, method: 'card', ...said })) })).toEqual([
      'terms.payOut has two entries for card',
    ]);
    expect(faultsOf({ maxPrices: twice.map(() => ({ price: ten, ...said })) })).toEqual([
      'terms.maxPrices has two entries for USD',
    ]);
    expect(faultsOf({ moneyHolds: twice.map(() => ({ days: 1, ...said })) })).toEqual([
      'terms.moneyHolds has two entries for everything else',
    ]);
    expect(faultsOf({ itemHolds: [{ days: 1, games: ['TF2'], ...said }] })).toEqual([
      'terms.itemHolds names TF2, which the connector does not cover',
    ]);
    expect(faultsOf({ holds: [] } as never)).toEqual(['terms.holds is not known']);
    expect(faultsOf({ payIn: said as never })).toEqual(['terms.payIn is not an array']);
    expect(faultsOf([] as never)).toEqual(['terms is not an object']);
    expect(faultsOf(8 as never)).toEqual(['terms is not an object']);
  });

  it('names a wrong folder, an unknown marketplace, and what is declared but not used', () => {
    const faults = declarationFaults(
      {
        ...connector,
        slug: 'skinprt',
        budgets: { ...connector.budgets, spare: { requests: 1, perSeconds: 1, scope: 'ip' } },
        credentials: [{ env: 'SPARE_KEY', about: '', carry: { in: 'header', name: 'x-key' } }],
      },
      'skinport',
    );

    expect(faults).toEqual([
      'slug "skinprt" is not the folder name "skinport"',
      'slug "skinprt" is not in schema/marketplace.ts',
      'budget "spare" is not used by any source',
      'credential SPARE_KEY is not used by any source',
    ]);
  });

  it('names what is wrong with a secret that is exchanged for a token', () => {
    const faultsOf = (url: string, tokenAt: string, lastsSeconds: number) => {
      const exchange = (secret: string) => ({ url: `${url}?by=${secret}` });
      const carry = { in: 'token', name: 'authorization', exchange, tokenAt, lastsSeconds } as const;
      const keyed = { ...offers, credential: 'LOG_IN' };
      return declarationFaults(
        { ...connector, sources: [keyed], credentials: [{ env: 'LOG_IN', about: '', carry }] },
        'skinport',
      );
    };

    expect(faultsOf('http://market.example/', '', 0)).toEqual([
      'LOG_IN: "http://market.example/?by=name:password" is not https',
      'LOG_IN: the secret is in the URL; put it into a header or the body',
      'LOG_IN: tokenAt is empty',
      'LOG_IN: lastsSeconds must be above 0',
    ]);
  });

  it('names what a source refers to that is not declared', () => {
    const wrong = { ...offers, budget: 'apy', credential: 'KEY', games: ['Rust'], replaces: ['buyOrder'] } as const;

    expect(declarationFaults({ ...connector, sources: [offers, wrong] }, 'skinport')).toEqual([
      'two sources have one name',
      'offers: budget "apy" is not declared',
      'offers: credential KEY is not declared',
      'offers: the connector does not cover Rust',
      'offers: it replaces buyOrder, which it does not yield',
    ]);
  });
});

describe('two whole lists', () => {
  const list = (name: string, yields: readonly ('offer' | 'quote' | 'sale')[], quotesOf?: 'items' | 'variants') =>
    bulk({
      ...{ ...plain, name, yields, request: () => ({ url: 'https://market.example/' }), row: Row },
      ...(quotesOf !== undefined && { quotesOf }),
    });

  it('must not both list one kind of one game', () => {
    const faultsOf = (...sources: Connector['sources']) => declarationFaults({ ...connector, sources }, 'skinport');

    expect(faultsOf(list('a', ['offer']), list('b', ['offer']))).toEqual([
      'a and b both claim to list every offer of CS2',
    ]);
    expect(faultsOf(list('a', ['offer']), list('b', ['sale']))).toEqual([]);
    expect(faultsOf(list('a', ['sale']), list('b', ['sale']))).toEqual([]);
    expect(faultsOf(list('a', ['quote'], 'items'), list('b', ['quote'], 'variants'))).toEqual([]);
    expect(faultsOf(list('a', ['quote'], 'items'), list('b', ['quote']))).toEqual([
      'a and b both claim to list every item quote of CS2',
    ]);
  });

  it('may, if they are walks and one replaces the other', () => {
    const pages = (name: string, more: Partial<Pick<Walk<never>, 'insteadOf' | 'covers'>> = {}) => ({
      ...walk({
        ...plain,
        name,
        yields: ['offer'],
        covers: 'all',
        cursorAt: 'next',
        pages: 9,
        request: () => ({ url: 'https://market.example/' }),
        row: Row,
      }),
      ...more,
    });
    const faultsOf = (...sources: Connector['sources']) => declarationFaults({ ...connector, sources }, 'skinport');

    expect(faultsOf(pages('old'), pages('new'))).toHaveLength(1);
    expect(faultsOf(pages('old'), pages('new', { insteadOf: 'old' }))).toEqual([]);
    expect(faultsOf(pages('old'), pages('new', { insteadOf: 'odd' }))).toEqual([
      'new: insteadOf names "odd", which is no walk of this connector',
    ]);
    expect(faultsOf(pages('old'), pages('new', { insteadOf: 'old', covers: 'newest' }))).toEqual([
      'new: it does not list the same as "old", which it replaces',
    ]);
  });
});

describe('requestFaults', () => {
  const asking = (url: string, headers = {}) => bulk({ ...plain, request: () => ({ url, headers }), row: Row });

  it('names plain http, secrets in a request, and games with the same request', () => {
    const keyed: Connector = {
      ...connector,
      games: ['CS2', 'Rust'],
      credentials: [{ env: 'KEY', about: '', carry: { in: 'query', name: 'key' } }],
    };

    expect(requestFaults(connector, asking('http://market.example/'), sample)).toHaveLength(1);
    expect(requestFaults(connector, asking('https://market.example/', { Cookie: 'session=1' }), sample)).toHaveLength(
      1,
    );
    expect(requestFaults(connector, asking('https://market.example/', { 'User-Agent': 'x' }), sample)).toEqual([
      'CS2: the runtime says who asks; write agent: "compatible" if a site refuses it',
    ]);
    expect(requestFaults(connector, asking('market.example'), sample)).toEqual(['CS2: "market.example" is not a URL']);
    expect(requestFaults(keyed, asking('https://market.example/?key=1'), sample)).toEqual([
      'CS2: "key" must not be set; the runtime adds the credential',
      'Rust: "key" must not be set; the runtime adds the credential',
      'two games have the same request',
    ]);
  });
});

describe('readText', () => {
  it('distinguishes rows, rejected rows, HTML pages, and texts that are not an answer', () => {
    const reading = readText(offers, '{"rows":[{"id":"a","cents":5},{"id":"b"}]}', about);

    expect(reading).toMatchObject({ outcome: 'read', records: [{ offerId: 'a' }] });
    expect(reading.rejected).toEqual([expect.stringMatching(/^row 1: /)]);
    expect(readText(offers, '<html></html>', about).outcome).toBe('blocked');
    expect(readText(offers, '{"rows":[', about).outcome).toBe('changed');
    expect(readText(offers, '{"items":[]}', about).outcome).toBe('changed');
  });

  it('checks for a refusal and the envelope before it reads rows', () => {
    const strict = {
      ...offers,
      envelope: Type.Object({ ok: Type.Literal(true) }),
      refusal: (payload: unknown) => (JSON.stringify(payload).includes('slow down') ? ('limited' as const) : null),
    };

    expect(readText(strict, '{"ok":true,"rows":[]}', about).outcome).toBe('read');
    expect(readText(strict, '{"ok":7,"rows":[]}', about).outcome).toBe('changed');
    expect(readText(strict, '{"ok":false,"rows":[]}', about).outcome).toBe('retry');
    expect(readText(strict, '{"error":"slow down"}', about).outcome).toBe('limited');
  });
});

describe('recordFaults', () => {
  it('names broken records, foreign kinds, links that are not https, and what occurs twice', () => {
    const good = offerOf('a', 5);

    expect(recordFaults([good, offerOf('b', 5)], offers)).toEqual([]);
    expect(recordFaults([offerOf('a', 0)], offers)).toHaveLength(1);
    expect(recordFaults([good], { ...offers, yields: ['sale'] })).toEqual(['record 0: kind "offer" is not in yields']);
    expect(recordFaults([{ ...good, purchaseLink: 'http://market.example/a' }], offers)).toHaveLength(1);
    expect(recordFaults([good, good], offers)).toEqual(['record 1: offerId a occurs twice']);
    expect(recordFaults([good, { ...good, offerId: 'b' }], offers)).toEqual([
      'record 1: link https://market.example/a occurs twice',
    ]);
  });
});

describe('fragilities', () => {
  it('finds the field that makes a parser return an invalid record', () => {
    const found = fragilities(offers, [{ id: 'a', cents: 5 }], about);

    expect(found.some((fault) => fault.startsWith('row 0, cents negated: '))).toBe(true);
    expect(found.some((fault) => fault.startsWith('row 0, id emptied: '))).toBe(true);
    expect(found.some((fault) => fault.includes('removed'))).toBe(false);
  });

  it('finds the field that makes a parser throw', () => {
    const throwing = { ...offers, parse: ({ id }: { id: string }) => offerOf(id.slice(0, 1) || id.repeat(-1), 5) };

    expect(fragilities(throwing, [{ id: 'a', cents: 5 }], about)).toEqual([
      expect.stringContaining('row 0, id emptied: throws RangeError'),
    ]);
  });

  it('finds the payload that makes a source throw', () => {
    const throwing = { ...offers, refusal: (payload: unknown) => (payload as { error: null }).error };

    expect(payloadFragilities(offers, { rows: [] }, about)).toEqual([]);
    expect(payloadFragilities(throwing, { rows: [] }, about)[0]).toMatch(/^null makes it throw TypeError/);
    const words: Readonly<Record<string, OutcomeOverride>> = { LIMIT: 'limited' };
    const inherited = {
      ...offers,
      refusal: (payload: unknown) => words[(payload as { code?: string })?.code ?? ''] ?? null,
    };
    expect(payloadFragilities(inherited, { code: 'OK', rows: [] }, about)).toEqual([
      expect.stringContaining('its refusal is not an outcome'),
    ]);
  });
});

describe('the stopped world', () => {
  it('has no clock, no randomness and no network, and ends', () => {
    expect(() => inStoppedWorld(() => Date.now())).toThrow('Date.now');
    expect(() => inStoppedWorld(() => new Date())).toThrow('new Date()');
    expect(() => inStoppedWorld(() => Date.parse('Item 3'))).toThrow('use isoTime');
    expect(() => inStoppedWorld(() => new Date('Item 3'))).toThrow('use isoTime');
    expect(() => inStoppedWorld(() => Math.random())).toThrow('Math.random');
    expect(() => inStoppedWorld(() => fetch('https://market.example/'))).toThrow('fetch');
    expect(inStoppedWorld(() => new Date(receivedAt).getTime())).toBe(receivedAt);
    expect(Date.now()).toBeGreaterThan(receivedAt);
  });

  it('freezes to the bottom', () => {
    const row = deepFrozen({ a: [{ b: 1 }] });

    expect(() => Object.assign(row.a[0] ?? {}, { b: 2 })).toThrow(TypeError);
  });
});

describe('SOURCES.md', () => {
  const line = (file: string, kind: string, game: string, expects: string) =>
    `# Sources\n\n| file | kind | game | item | item id | expects |\n|---|---|---|---|---|---|\n| ${file} | ${kind} | ${game} | A \\| B | 7 | ${expects} |\n`;
  const read = (markdown: string) => fixturesOf(connector, (file) => (file === 'SOURCES.md' ? markdown : '{}'));

  it('is a table, in which a bar of a name is written with a backslash', () => {
    expect(tableOf('| a | b |\n|---|---|\n| x \\| y | |\n')).toEqual([{ a: 'x | y', b: '' }]);
    expect(read(line('offers-1.json', 'docs', 'CS2', 'read, 2 rejected'))).toEqual([
      {
        file: 'offers-1.json',
        source: 'offers',
        kind: 'docs',
        about: { game: 'CS2', item: 'A | B', marketplaceItemId: '7', at: receivedAt },
        outcome: 'read',
        rejects: 2,
        text: '{}',
      },
    ]);
  });

  it('is refused with a sentence where it cannot be read', () => {
    expect(() => read(line('offers.json', 'docs', 'CS2', 'read'))).toThrow('<source>-<n>.json');
    expect(() => read(line('offers-1.json', 'real', 'CS2', 'read'))).toThrow('kind must be one of');
    expect(() => read(line('offers-1.json', 'docs', 'Chess', 'read'))).toThrow('"Chess" is not known');
    expect(() => read(line('offers-1.json', 'docs', 'CS2', ''))).toThrow('expects must be');
  });

  it('lists answers, not golden files', () => {
    expect(sourceOf('sales-history-12.html')).toBe('sales-history');
    expect([sourceOf('offers-1.golden.json'), sourceOf('SOURCES.md'), sourceOf('offers.json')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(goldenOf('offers-1.html')).toBe('offers-1.golden.json');
  });
});

describe('isProof', () => {
  it('accepts only a recorded answer with accepted rows', () => {
    const file = { file: 'a', kind: 'recorded', source: 'offers', game: 'CS2', rows: 2, records: {} } as const;

    expect(isProof(file)).toBe(true);
    expect(isProof({ ...file, kind: 'derived' })).toBe(true);
    expect(isProof({ ...file, kind: 'docs' })).toBe(false);
    expect(isProof({ ...file, kind: 'synthetic' })).toBe(false);
    expect(isProof({ ...file, rejects: 2 })).toBe(false);
    expect(isProof({ ...file, outcome: 'refused' })).toBe(false);
  });
});
