import { describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import type { Source } from '../../contract/connector.ts';
import { spedUp } from './speed-up.ts';

/** Null for feeds, which are not polled. */
const everySecondsOf = (source: Source) => (source.kind === 'feed' ? null : source.everySeconds);

describe('quickened connectors', () => {
  it('are read the given times as often, with larger budgets, and at most once a second', () => {
    const [before, after] = [connectors, spedUp(connectors, 100)];

    for (const [index, { sources, budgets }] of before.entries()) {
      const quick = after[index];
      expect(quick?.sources.map(everySecondsOf)).toEqual(
        sources.map((source) => {
          const seconds = everySecondsOf(source);
          return seconds === null ? null : Math.max(1, seconds / 100);
        }),
      );
      for (const [name, { requests, perSeconds, granted }] of Object.entries(budgets)) {
        expect(quick?.budgets[name]).toMatchObject({ requests, perSeconds: perSeconds / 100 });
        expect(quick?.budgets[name]?.granted?.perSeconds).toBe(granted && granted.perSeconds / 100);
      }
    }
  });

  it('are otherwise the same', () => {
    const [skinport] = spedUp(connectors, 10).filter(({ slug }) => slug === 'skinport');
    const [original] = connectors.filter(({ slug }) => slug === 'skinport');

    expect(skinport?.sources[0]?.row).toBe(original?.sources[0]?.row);
    expect(skinport?.games).toEqual(original?.games);
  });
});
