import { describe, expect, it } from 'vitest';
import { offer, type Script, snapshotEnd, subscribed, transports } from '../../test/support/scripted-stream.ts';
import { streamsOfTests } from '../../test/support/stream-reading.ts';
import { type ListenOptions, listen, type SubscribeOptions } from './listen.ts';

const { script } = streamsOfTests();

describe.each(Object.entries(transports))('over %s, a stream whose reader goes on over gaps', (_, way) => {
  /** What is told, in order: types or ids of messages, and summaries of reconnections. */
  async function toldBy(
    until: string,
    scripts: readonly Script[],
    subscription: SubscribeOptions = {},
    more: ListenOptions = {},
  ) {
    const { settings, connections } = await script(way, ...scripts);
    const told: string[] = [];
    const options: ListenOptions = {
      gaps: 'continue',
      onReconnect: ({ outcome, summary, gap }) => told.push(`${outcome} ${gap?.next?.sequence ?? '-'}: ${summary}`),
      reconnectDelays: { firstMs: 1, longestMs: 10 },
      ...more,
    };
    for await (const message of listen(settings, subscription, options)) {
      told.push(message.type === 'offer' ? message.id : message.type);
      if (told.at(-1) === until) break;
    }
    return { told, after: connections.map(({ after }) => after) };
  }

  it('tells that nothing was missed, that it came too late, and that the service was restarted', async () => {
    const { told, after } = await toldBy('d', [
      ({ say, cut: deadline }) => {
        say(subscribed(), 'e:4');
        say(offer('a', 1), 'e:5');
        deadline();
      },
      ({ say, cut: deadline }) => {
        say(subscribed(true), 'e:5');
        say(offer('b', 1), 'e:6');
        deadline();
      },
      ({ say, cut: deadline }) => {
        say(subscribed(false), 'e:4711');
        say(offer('c', 1), 'e:4712');
        deadline();
      },
      ({ say }) => {
        say(subscribed(false), 'f:2');
        say(offer('d', 1), 'f:3');
      },
    ]);

    expect(told).toEqual([
      'subscribed',
      'a',
      'resumed -: connected again; nothing was missed',
      'subscribed',
      'b',
      'late 4711: connected again, but it was too late: changes 7 to 4711 are no longer kept and were missed',
      'subscribed',
      'c',
      'restarted 2: connected again, but the service was restarted: what happened after change 4712 of its former life was missed',
      'subscribed',
      'd',
    ]);
    expect(after).toEqual([undefined, 'e:5', 'e:6', 'e:4712']);
  });

  it('begins a snapshot anew that broke off, and tells one that follows a gap', async () => {
    const { told, after } = await toldBy(
      'c',
      [
        ({ say, cut: deadline }) => {
          say(subscribed(), 'e:4');
          say(offer('a', 1, { snapshot: true }));
          deadline();
        },
        ({ say, cut: deadline }) => {
          say(subscribed(), 'e:6');
          say(snapshotEnd, 'e:6');
          deadline();
        },
        ({ say }) => {
          say(subscribed(false), 'f:1');
          say(offer('c', 1, { snapshot: true }));
        },
      ],
      { snapshot: true },
      { holdSnapshot: false },
    );

    expect(told).toEqual([
      'subscribed',
      'a',
      'anew -: connected again; what is on sale is told from the beginning',
      'subscribed',
      'snapshotEnd',
      'restarted 1: connected again, but the service was restarted: what happened after change 6 of its former life was missed; what is on sale now follows',
      'subscribed',
      'c',
    ]);
    expect(after).toEqual([undefined, undefined, 'e:6']);
  });
});
