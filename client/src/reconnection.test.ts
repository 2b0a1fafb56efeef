import { describe, expect, it } from 'vitest';
import { offer, type Script, snapshotEnd, subscribed, transports } from '../../test/support/client/scripted-stream.ts';
import { streamsOfTests } from '../../test/support/client/stream-reading.ts';
import { type ListenOptions, listen, type SubscribeOptions } from './listen.ts';

const { script } = streamsOfTests();

describe.each(Object.entries(transports))('over %s, a stream whose reader goes on over gaps', (_, way) => {
  /** What is delivered, in order: types or ids of messages, and summaries of reconnections. */
  async function receivedBy(
    until: string,
    scripts: readonly Script[],
    subscription: SubscribeOptions = {},
    more: ListenOptions = {},
  ) {
    const { settings, connections } = await script(way, ...scripts);
    const received: string[] = [];
    const options: ListenOptions = {
      gaps: 'continue',
      onReconnect: ({ outcome, summary, gap }) => received.push(`${outcome} ${gap?.next?.sequence ?? '-'}: ${summary}`),
      reconnectDelays: { firstMs: 1, maxMs: 10 },
      ...more,
    };
    for await (const message of listen(settings, subscription, options)) {
      received.push(message.type === 'offer' ? message.id : message.type);
      if (received.at(-1) === until) break;
    }
    return { received, after: connections.map(({ after }) => after) };
  }

  it('reports that nothing was missed, that it was too late, and that there is a new epoch', async () => {
    const { received, after } = await receivedBy('d', [
      ({ send, cut: deadline }) => {
        send(subscribed(), 'e:4');
        send(offer('a', 1), 'e:5');
        deadline();
      },
      ({ send, cut: deadline }) => {
        send(subscribed(true), 'e:5');
        send(offer('b', 1), 'e:6');
        deadline();
      },
      ({ send, cut: deadline }) => {
        send(subscribed(false), 'e:4711');
        send(offer('c', 1), 'e:4712');
        deadline();
      },
      ({ send }) => {
        send(subscribed(false), 'f:2');
        send(offer('d', 1), 'f:3');
      },
    ]);

    expect(received).toEqual([
      'subscribed',
      'a',
      'resumed -: connected again; nothing was missed',
      'subscribed',
      'b',
      'late 4711: connected again, but too late: changes 7 to 4711 are no longer kept and were missed',
      'subscribed',
      'c',
      'restarted 2: connected again, but the service has begun a new epoch: changes after 4712 of the previous one were missed',
      'subscribed',
      'd',
    ]);
    expect(after).toEqual([undefined, 'e:5', 'e:6', 'e:4712']);
  });

  it('starts an interrupted snapshot over, and reports the one that follows a gap', async () => {
    const { received, after } = await receivedBy(
      'c',
      [
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:4');
          send(offer('a', 1, { snapshot: true }));
          deadline();
        },
        ({ send, cut: deadline }) => {
          send(subscribed(), 'e:6');
          send(snapshotEnd, 'e:6');
          deadline();
        },
        ({ send }) => {
          send(subscribed(false), 'f:1');
          send(offer('c', 1, { snapshot: true }));
        },
      ],
      { snapshot: true },
      { holdSnapshot: false },
    );

    expect(received).toEqual([
      'subscribed',
      'a',
      'anew -: connected again; the snapshot starts over',
      'subscribed',
      'snapshotEnd',
      'restarted 1: connected again, but the service has begun a new epoch: changes after 6 of the previous one were missed; a snapshot of what is on sale follows',
      'subscribed',
      'c',
    ]);
    expect(after).toEqual([undefined, undefined, 'e:6']);
  });
});
