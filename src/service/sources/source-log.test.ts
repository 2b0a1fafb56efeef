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
});
