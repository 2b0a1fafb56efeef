import { setTimeout as wait } from 'node:timers/promises';

const usualPatienceMs = 200_000;
const pauseMs = 50;
const longestPauseMs = 500;
// What takes long is found at most so much later
const shareOfWaiting = 0.05;

/** Asks again and again until there is something; far more patient than needed, for machines with much else to do. */
export async function until<Found>(
  what: string,
  ask: () => Promise<Found | null | false | undefined>,
  lastSeen: () => unknown = () => undefined,
  patienceMs = usualPatienceMs,
): Promise<Found> {
  const begunAt = performance.now();
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const began = performance.now();
    const found = await ask();
    if (found) return found;
    const [took, waited] = [performance.now() - began, performance.now() - begunAt];
    if (Date.now() > deadline) {
      const seen = JSON.stringify(lastSeen());
      throw new Error(`waited ${patienceMs / 1000} s for ${what}${seen === undefined ? '' : `; last seen: ${seen}`}`);
    }
    // What is asked takes from the time of what is waited for
    await wait(Math.min(longestPauseMs, Math.max(pauseMs, 2 * took, shareOfWaiting * waited)));
  }
}
