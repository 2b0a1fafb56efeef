import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Connection,
  offer,
  type Script,
  snapshotEnd,
  subscribed,
  transports,
} from '../../test/support/client/scripted-stream.ts';
import { failureOf, first, streamsOfTests } from '../../test/support/client/stream-reading.ts';
import { GapError, TapeError } from './errors.ts';
import { type ListenOptions, listen, type SubscribeOptions } from './listen.ts';
import { createPace } from './wait.ts';

const { script: scripted, served: service } = streamsOfTests();
afterEach(() => void vi.useRealTimers());

/** Records the delays between connections without waiting. */
const hurried = (delays: number[] = []) =>
  createPace({ now: () => 0, random: () => 0, wait: async (milliseconds) => void delays.push(milliseconds) });

describe.each(Object.entries(transports))('over %s,', (_, way) => {
  const script = (...scripts: Script[]) => scripted(way, ...scripts);
  const served = () => service(way);

  describe('a stream that is cut', () => {
    it('resumes after the last message, with nothing missed and nothing twice', async () => {
      const { settings, connections } = await script(
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:5');
          send(offer('a', 1), 'e:6');
          deadline();
        },
        ({ send }) => {
          send(subscribed(true), 'e:6');
          send(offer('b', 1), 'e:9');
        },
      );

      expect((await first(2, settings)).ids).toEqual(['a', 'b']);
      expect(connections.map(({ after }) => after)).toEqual([undefined, 'e:6']);
    });

    it('does not resume from a `lagging` message, whose position is still ahead', async () => {
      const { settings, connections } = await script(
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:5');
          send({ type: 'lagging', epoch: 'e', sequence: 90, skipped: 80 });
          deadline();
        },
        ({ send }) => {
          send(subscribed(true), 'e:5');
          send(offer('a', 1), 'e:80');
        },
      );

      expect((await first(1, settings)).ids).toEqual(['a']);
      expect(connections[1]?.after).toBe('e:5');
    });

    it('requests an incomplete snapshot again, and delivers each of its offers once', async () => {
      const { settings, connections } = await script(
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:5');
          send(offer('gone', 1, { snapshot: true }));
          send(offer('a', 1, { snapshot: true }));
          deadline();
        },
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:8');
          send(offer('a', 1, { snapshot: true }));
          send(snapshotEnd, 'e:8');
          deadline();
        },
        ({ send }) => {
          send(subscribed(true), 'e:8');
          send(offer('b', 1), 'e:9');
        },
      );

      expect((await first(2, settings, { snapshot: true })).ids).toEqual(['a', 'b']);
      expect(connections.map(({ after }) => after)).toEqual([undefined, undefined, 'e:8']);
    });

    it('reports why there is no connection, and when there is one again', async () => {
      const { settings } = await script(
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:1');
          send({ type: 'error', code: 'FELL_BEHIND', message: 'too slow' });
          deadline();
        },
        { status: 429, headers: { 'retry-after': '1' }, body: '{"error":"busy","code":"B"}' },
        { status: 200, body: '<html>' },
        ({ send }) => {
          send(subscribed(true), 'e:1');
          send(offer('a', 1), 'e:2');
        },
      );
      const received: unknown[] = [];
      const delays: number[] = [];
      const onConnection = (state: string, why?: TapeError) => void received.push([state, why?.message]);
      for await (const { type } of listen(settings, {}, { onConnection }, hurried(delays))) if (type === 'offer') break;

      expect(received).toEqual([
        ['live', undefined],
        ['waiting', 'too slow'],
        ['waiting', 'busy'],
        ['waiting', expect.stringMatching(/ did not answer with the stream: .*200/)],
        ['live', undefined],
      ]);
      expect(delays).toEqual([125, 1_000, 500]);
    });

    it.each([
      [{ type: 'error' }, 'the stream reported {"type":"error"}', null],
      [{ type: 'error', code: {}, message: 'no' }, 'no', null],
    ])('throws a TapeError for the incomplete error message %j', async (message, text, code) => {
      const { settings } = await script(({ send }) => send(message));

      expect(await failureOf(settings)).toMatchObject({ name: 'TapeError', message: text, code });
    });

    it('counts as cut after a long silence, but not while its reader is busy', async () => {
      const { settings, connections } = await script(
        ({ send }) => {
          send(subscribed(), 'e:1');
          send(offer('a', 1), 'e:2');
        },
        ({ send }) => {
          send(subscribed(true), 'e:3');
          send(offer('c', 1), 'e:4');
        },
      );
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const states: string[] = [];
      const onConnection = (state: string) => void states.push(state);
      const passUntilCut = async () => {
        for (; !states.includes('waiting'); await new Promise(setImmediate)) await vi.advanceTimersByTimeAsync(500);
      };
      const takeItsTime = async () => {
        await vi.advanceTimersByTimeAsync(60_000);
        connections[0]?.send(offer('b', 1), 'e:3');
      };
      const messages = listen(settings, {}, { silenceSeconds: 40, onConnection }, hurried());
      const next = async () => {
        for await (const message of { [Symbol.asyncIterator]: () => ({ next: () => messages.next() }) })
          if (message.type === 'offer') return message.id;
        return null;
      };
      expect(await next()).toBe('a');
      await takeItsTime();
      expect(await next()).toBe('b');
      const [last] = await Promise.all([next(), passUntilCut()]);
      await messages.return();

      expect(last).toBe('c');
      expect(connections).toHaveLength(2);
    });
  });

  describe('a stream that is always cut after its first messages', () => {
    it('is retried at growing intervals, and quickly again after it has worked for a while', async () => {
      const clock = { at: 0 };
      const delays: number[] = [];
      const pass = async (milliseconds: number) => void delays.push(milliseconds);
      const pace = createPace({ now: () => clock.at, random: () => 1, wait: pass });
      const cutAfterWords = ({ send, cut: deadline, after }: Connection): void => {
        send(subscribed(after === undefined ? undefined : true), 'e:1');
        deadline();
      };
      const serve = ({ send, cut: deadline }: Connection): void => {
        send(subscribed(true), 'e:1');
        send(offer('a', 1), 'e:2');
        deadline();
      };
      const { settings } = await script(...Array.from({ length: 6 }, () => cutAfterWords), serve, ({ send }) =>
        send(subscribed(true), 'e:2'),
      );
      for await (const message of listen(settings, {}, {}, pace)) {
        if (message.type === 'offer') clock.at += 10_000;
        if (delays.length === 7) break;
      }

      expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 250]);
    });
  });

  describe('a subscription', () => {
    it.each(['resume', 'signal', 'onConnection', 'silenceSeconds'])(
      'with %s, which belongs in the second argument, is refused with that advice',
      async (name) => {
        const { settings, connections } = await script(() => {});
        const failure = await failureOf(settings, { [name]: {} } as SubscribeOptions);

        expect(failure).toBeInstanceOf(TapeError);
        expect(String(failure)).toContain(`${name} is not part of the subscription; pass it in the second argument`);
        expect(connections).toHaveLength(0);
      },
    );
  });

  describe('a gap', () => {
    it.each([[false], [undefined]])('is raised when what was missed is not recovered: %j', async (recovered) => {
      const { settings } = await script(
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:5');
          send(offer('a', 1), 'e:6');
          deadline();
        },
        ({ send }) => send(subscribed(recovered), 'f:0'),
      );
      const failure = await failureOf(settings);

      expect(failure).toBeInstanceOf(GapError);
      expect(failure).toMatchObject({ after: { epoch: 'e', sequence: 6 } });
    });

    it('is raised when the service no longer keeps the position of an earlier run', async () => {
      const { settings } = await served();

      expect(await failureOf(settings, {}, { resume: { epoch: 'another', sequence: 1 } })).toBeInstanceOf(GapError);
    });

    it('is not risked with a position that the service could not parse', async () => {
      const { settings, connections } = await script(() => {});
      const failure = await failureOf(settings, {}, { resume: { epoch: 'e', sequence: Number.NaN } });

      expect(String(failure)).toContain('e:NaN is not a stream position');
      expect(connections).toHaveLength(0);
    });
  });

  describe('a stream that cannot continue', () => {
    it('is over when its key was revoked', async () => {
      const { settings, keys, api } = await served();
      const options: ListenOptions = {
        onConnection: (state) => {
          // The service would end such a connection after a while; here it is cut at once
          if (state === 'live') void keys.revoke('test').then(() => api.server.closeAllConnections());
        },
      };
      const failure = await failureOf(settings, {}, options);

      expect(failure).toBeInstanceOf(TapeError);
      expect(failure).toMatchObject({ status: 403 });
    });

    it('is refused with advice when it names too many items', async () => {
      const { settings } = await served();
      const items = Array.from({ length: 5_000 }, (_, at) => `Made-up Case ${at}`);
      const failure = await failureOf(settings, { items });

      expect(failure).toBeInstanceOf(TapeError);
      expect(String(failure)).toContain('name fewer items per call');
    });

    it('ends with the error that its caller throws', async () => {
      const { settings, connections } = await script(({ send }) => send(subscribed(), 'e:1'));
      const onConnection = () => {
        throw new Error('of the caller');
      };

      await expect(first(1, settings, {}, { onConnection })).rejects.toThrow('of the caller');
      expect(connections).toHaveLength(1);
    });
  });

  describe('a stream that its reader leaves', () => {
    const many = ({ send }: Connection): void => {
      send(subscribed(), 'e:1');
      for (let at = 2; at < 200; at += 1) send(offer(String(at), 1), `e:${at}`);
    };

    it.each([
      ['by break', () => {}],
      [
        'by throwing',
        () => {
          throw new Error('of the loop');
        },
      ],
    ])('%s is closed, and its signal let go', async (_, leave) => {
      const { settings, connections } = await script(many);
      const { signal } = new AbortController();
      const reading = (async () => {
        for await (const _message of listen(settings, {}, { signal })) {
          leave();
          break;
        }
      })();
      await reading.catch(() => undefined);

      await expect.poll(() => connections[0]?.isClosed()).toBe(true);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });

    it('by its signal delivers nothing more, though more has arrived', async () => {
      const { settings, connections } = await script(many);
      const stopping = new AbortController();
      const received: unknown[] = [];
      const reading = (async () => {
        for await (const message of listen(settings, {}, { signal: stopping.signal })) {
          received.push(message);
          if (received.length === 3) stopping.abort('enough');
        }
      })();

      expect(await reading.catch((error: unknown) => error)).toBe('enough');
      expect(received).toHaveLength(3);
      await expect.poll(() => connections[0]?.isClosed()).toBe(true);
      expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
    });

    it('by its signal ends also while it waits for the next attempt', async () => {
      const { settings } = await script({ status: 503, headers: { 'retry-after': '60' } });
      const stopping = new AbortController();
      const options = { signal: stopping.signal, onConnection: () => stopping.abort('enough') };

      expect(await failureOf(settings, {}, options)).toBe('enough');
    });
  });
});
