import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMessageBuffer, type ReceivedMessage } from './message-buffer.ts';

const nothing = () => undefined;

describe('a message buffer', () => {
  it('hands on everything from one turn at once, and in order', async () => {
    const batches: number[][] = [];
    const take = async (batch: readonly ReceivedMessage[]) => void batches.push(batch.map(({ at }) => at));
    const buffer = createMessageBuffer({ take, failed: nothing, pause: nothing, resume: nothing });
    for (let at = 0; at < 5; at += 1) buffer.add(null, at);
    await buffer.emptied();
    buffer.add(null, 5);
    await buffer.emptied();

    expect(batches).toEqual([[0, 1, 2, 3, 4], [5]]);
  });

  it('pauses the sender from a thousand messages on, until they are taken', async () => {
    const calls: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const buffer = createMessageBuffer({
      take: () => gate,
      failed: nothing,
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
    });
    for (let at = 0; at < 1500; at += 1) buffer.add(null, at);
    await new Promise((resolve) => setImmediate(resolve));
    const before = [...calls];
    open();
    await buffer.emptied();

    expect(before).toEqual(['pause']);
    expect(calls).toEqual(['pause', 'resume']);
  });

  it('pauses the sender for a few large messages too', async () => {
    let isPaused = false;
    const pause = () => {
      isPaused = true;
    };
    const buffer = createMessageBuffer({ take: async () => undefined, failed: nothing, pause, resume: nothing });
    for (let at = 0; at < 3; at += 1) {
      buffer.addBytes(2 * 1024 * 1024);
      buffer.add(null, at);
    }
    await buffer.emptied();

    expect(isPaused).toBe(true);
  });

  it('says why when nothing can be taken, and drops waiting messages', async () => {
    const failures: unknown[] = [];
    const buffer = createMessageBuffer({
      take: () => Promise.reject(new Error('full')),
      failed: (error) => failures.push(error),
      pause: nothing,
      resume: nothing,
    });
    buffer.add(null, 1);
    await buffer.emptied();

    expect(failures).toEqual([new Error('full')]);
  });

  it('forgets no message, whenever it comes', async () => {
    const turns = fc.array(fc.constantFrom('add', 'microtask', 'turn', 'late'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(turns, async (steps) => {
        const taken: number[] = [];
        const take = async (batch: readonly ReceivedMessage[]) => {
          if (taken.length % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
          taken.push(...batch.map(({ at }) => at));
        };
        const buffer = createMessageBuffer({ take, failed: nothing, pause: nothing, resume: nothing });
        let count = 0;
        const add = () => {
          buffer.add(null, count);
          count += 1;
        };
        const acts = {
          add,
          microtask: () => Promise.resolve(),
          turn: () => new Promise((resolve) => setImmediate(resolve)),
          late: () => void buffer.emptied().then(add),
        };
        for (const step of steps) await acts[step]();
        for (let turn = 0; turn < 5; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          await buffer.emptied();
        }
        expect(taken).toEqual(Array.from({ length: count }, (_, at) => at));
      }),
      { numRuns: 100 },
    );
  });
});
