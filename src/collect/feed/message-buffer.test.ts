import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInbox, type Received } from './message-buffer.ts';

const nothing = () => undefined;

describe('an inbox', () => {
  it('hands over what one turn brought at once, and in order', async () => {
    const batches: number[][] = [];
    const take = async (batch: readonly Received[]) => void batches.push(batch.map(({ at }) => at));
    const inbox = createInbox({ take, failed: nothing, pause: nothing, resume: nothing });
    for (let at = 0; at < 5; at += 1) inbox.add(null, at);
    await inbox.emptied();
    inbox.add(null, 5);
    await inbox.emptied();

    expect(batches).toEqual([[0, 1, 2, 3, 4], [5]]);
  });

  it('has the sender wait from a thousand messages on, until they are taken', async () => {
    const said: string[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const inbox = createInbox({
      take: () => gate,
      failed: nothing,
      pause: () => said.push('pause'),
      resume: () => said.push('resume'),
    });
    for (let at = 0; at < 1500; at += 1) inbox.add(null, at);
    await new Promise((resolve) => setImmediate(resolve));
    const before = [...said];
    open();
    await inbox.emptied();

    expect(before).toEqual(['pause']);
    expect(said).toEqual(['pause', 'resume']);
  });

  it('has the sender wait for a few large messages too', async () => {
    let isPaused = false;
    const pause = () => {
      isPaused = true;
    };
    const inbox = createInbox({ take: async () => undefined, failed: nothing, pause, resume: nothing });
    for (let at = 0; at < 3; at += 1) {
      inbox.weigh(2 * 1024 * 1024);
      inbox.add(null, at);
    }
    await inbox.emptied();

    expect(isPaused).toBe(true);
  });

  it('says why when nothing can be taken, and drops what waits', async () => {
    const failures: unknown[] = [];
    const inbox = createInbox({
      take: () => Promise.reject(new Error('full')),
      failed: (error) => failures.push(error),
      pause: nothing,
      resume: nothing,
    });
    inbox.add(null, 1);
    await inbox.emptied();

    expect(failures).toEqual([new Error('full')]);
  });

  it('forgets no message, whenever it comes', async () => {
    const turns = fc.array(fc.constantFrom('add', 'microtask', 'turn', 'late'), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(turns, async (steps) => {
        const taken: number[] = [];
        const take = async (batch: readonly Received[]) => {
          if (taken.length % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
          taken.push(...batch.map(({ at }) => at));
        };
        const inbox = createInbox({ take, failed: nothing, pause: nothing, resume: nothing });
        let count = 0;
        const add = () => {
          inbox.add(null, count);
          count += 1;
        };
        const acts = {
          add,
          microtask: () => Promise.resolve(),
          turn: () => new Promise((resolve) => setImmediate(resolve)),
          late: () => void inbox.emptied().then(add),
        };
        for (const step of steps) await acts[step]();
        for (let turn = 0; turn < 5; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
          await inbox.emptied();
        }
        expect(taken).toEqual(Array.from({ length: count }, (_, at) => at));
      }),
      { numRuns: 100 },
    );
  });
});
