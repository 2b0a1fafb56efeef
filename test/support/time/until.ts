import { setTimeout as wait } from 'node:timers/promises';
import { waitLimitMs } from '../runner/limits.ts';

const pauseMs = 50;
const maxPauseMs = 500;
const lookMs = 2;
// The pause between polls grows to this share of the time waited
const shareOfWaiting = 0.05;

/** Polls until there is something. */
export async function until<Found>(
  what: string,
  ask: () => Promise<Found | null | false | undefined>,
  lastSeen: () => unknown = () => undefined,
  limitMs = waitLimitMs,
): Promise<Found> {
  const begunAt = performance.now();
  const deadline = Date.now() + limitMs;
  for (;;) {
    const began = performance.now();
    const found = await ask();
    if (found) return found;
    const [took, waited] = [performance.now() - began, performance.now() - begunAt];
    if (Date.now() > deadline) {
      const seen = JSON.stringify(lastSeen());
      throw new Error(
        `waited ${Math.round(limitMs / 1000)} s for ${what}${seen === undefined ? '' : `; last seen: ${seen}`}`,
      );
    }
    // Polling takes processor time from what is waited for
    await wait(Math.min(maxPauseMs, Math.max(pauseMs, 2 * took, shareOfWaiting * waited)));
  }
}

/** Looks every few milliseconds until there is something, for what is seen without asking anybody. */
export async function found<Found>(look: () => Found | undefined, what: string): Promise<Found> {
  const deadline = performance.now() + waitLimitMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${Math.round(waitLimitMs / 1000)} s for ${what}`);
    await wait(lookMs);
  }
}

/** Waits until a condition holds. */
export const holds = (test: () => boolean, what = 'the expected state'): Promise<true> =>
  found(() => test() || undefined, what);
