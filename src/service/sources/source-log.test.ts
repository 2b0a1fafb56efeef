import { describe, expect, it } from 'vitest';
import type { HealthState, SourceHealth } from '../../collect/schedule/health.ts';
import { createSourceLog } from './source-log.ts';

const source = (name: string, state: HealthState, detail: string | null = null) =>
  ({
    slug: name,
    source: 'items',
    game: 'CS2',
    state,
    detail,
    sample: [],
    lastReadAt: state === 'live' ? 1 : null,
  }) as Partial<SourceHealth> as SourceHealth;

function linesFor(...traits: readonly (readonly SourceHealth[])[]): (readonly [string, object])[] {
  const lines: [string, object][] = [];
  const note = (fields: object, text: string): void => void lines.push([text, fields]);
  const report = createSourceLog({ info: note, warn: note } as Parameters<typeof createSourceLog>[0]);
  for (const look of traits) report(look);
  return lines;
}

describe('the log of sources', () => {
  it('has one line for any number of sources that came to life, and none while nothing changes', () => {
    const all = Array.from({ length: 259 }, (_, at) => source(`m${at}`, at < 41 ? 'live' : 'starting'));

    expect(linesFor(all, all)).toEqual([['sources', { of: 259, live: 41, starting: 218 }]]);
  });

  it('groups sources by new state, with their reasons and some names', () => {
    const detail = (host: string) => `${host}/v1/items; no connection to ${host}: ECONNREFUSED`;
    const down = Array.from({ length: 7 }, (_, at) => source(`m${at}`, 'down', detail(`m${at}.test`)));
    const lines = linesFor([
      ...down,
      source('other', 'refused', 'other.test/v1; answered 401; check OTHER_KEY'),
      source('none', 'off'),
    ]);

    expect(lines).toEqual([
      [
        'sources down',
        {
          count: 7,
          sources: ['m0/items CS2', 'm1/items CS2', 'm2/items CS2', 'm3/items CS2', 'm4/items CS2'],
          reasons: ['no connection: ECONNREFUSED'],
        },
      ],
      ['sources refused', { count: 1, sources: ['other/items CS2'], reasons: ['answered 401'] }],
      ['sources', { of: 9, down: 7, refused: 1, off: 1 }],
    ]);
  });

  it('says once why nothing can be read, however many sources find out one after the other', () => {
    const name = (at: number) => `m${at}`;
    const offline = (count: number) =>
      Array.from({ length: 20 }, (_, at) =>
        at < count
          ? source(name(at), 'down', `${name(at)}.test; no connection: ENOTFOUND`)
          : source(name(at), 'starting'),
      );
    const lines = linesFor(...Array.from({ length: 20 }, (_, at) => offline(at + 1)));

    expect(lines.map(([text]) => text)).toEqual(['sources down', 'sources', 'sources']);
    expect(lines.at(-1)).toEqual(['sources', { of: 20, down: 20 }]);
  });

  it('says again what fails as before once a marketplace has been read', () => {
    const down = (at: number) => source(`m${at}`, 'down', `m${at}.test; no connection: ENOTFOUND`);
    const lines = linesFor(
      [down(0), source('m1', 'starting'), source('m2', 'starting')],
      [down(0), source('m1', 'live'), source('m2', 'starting')],
      [down(0), source('m1', 'live'), down(2)],
    );

    expect(lines.map(([text]) => text)).toEqual(['sources down', 'sources', 'sources', 'sources down', 'sources']);
  });
});
