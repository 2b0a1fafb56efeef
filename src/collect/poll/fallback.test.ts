import { expect, it } from 'vitest';
import { withFallback } from './fallback.ts';
import type { PollResult } from './poll-step.ts';

const pollResult = (outcome: PollResult['outcome'], rows = 0, detail: string | null = null): PollResult => ({
  ...{ outcome, detail, rows, startedAt: 1, retryAt: null, requests: 2, rejected: 0, records: rows, priced: null },
  ...{ rejectedRows: [], samples: [], doubt: null },
});

/** What is reported of a pass where the older source reads 30 rows. */
const passOf = async (own: PollResult | null, preferred: PollResult | null = pollResult('read', 30)) =>
  await withFallback(
    async () => own,
    async () => preferred,
    'old',
  )(new AbortController().signal, () => {});

it.each(['refused', 'changed', 'blocked', 'gone', 'shrunk', 'retry'] as const)(
  'reads the older list where the newer one is %s',
  async (outcome) => {
    expect(await passOf(pollResult(outcome, 0, 'why'))).toMatchObject({
      outcome: 'read',
      rows: 30,
      requests: 4,
      detail: 'read by "old" instead: why',
    });
  },
);

it.each([
  ['read', 60],
  ['unchanged', 0],
  ['limited', 0],
  ['retry', 60],
] as const)('leaves the older list alone where the newer one is %s after %i rows', async (outcome, rows) => {
  const own = pollResult(outcome, rows);
  expect(await passOf(own)).toBe(own);
});

it('reports the failure of the older list where both fail, and its own while the older one has nothing to say', async () => {
  const [own, preferred] = [pollResult('changed'), pollResult('limited')];
  expect(await passOf(own, preferred)).toBe(preferred);
  expect(await passOf(own, null)).toBe(own);
  expect(await passOf(null)).toBeNull();
});
