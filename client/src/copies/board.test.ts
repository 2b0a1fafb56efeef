import { describe, expect, it } from 'vitest';
import { type Script, snapshotEnd, subscribed, transports } from '../../../test/support/client/scripted-stream.ts';
import { streamsOfTests } from '../../../test/support/client/stream-reading.ts';
import { type BoardOptions, type BoardSubscribeOptions, startBoard } from './board.ts';

const { script, endLater } = streamsOfTests();

const side = { marketplace: 'Buff163', price: 2, afterFees: null, count: 1, seenAt: 5 };

const best = (name: string, price: number, more: object = {}) => ({
  type: 'best',
  ...more,
  id: `CS2:${name}`,
  game: 'CS2',
  timestamp: 5,
  data: { name, itemPhase: null, ask: { ...side, price }, bid: null },
});

const deal = (name: string, profit: number, eventType: string, more: object = {}) => ({
  type: 'deal',
  eventType,
  ...more,
  id: `CS2:${name}:1:2:bid`,
  game: 'CS2',
  timestamp: 5,
  data: { name, itemPhase: null, buy: side, sell: { ...side, way: 'bid' }, profit, profitPercent: 100 - profit },
});

const found = (name: string, price: number, eventType: string, more: object = {}) => ({
  type: 'found',
  eventType,
  ...more,
  id: `1:CS2:${name}`,
  game: 'CS2',
  timestamp: 5,
  data: { name, itemPhase: null, price, foundAt: 10 - price, float: price / 10 },
});

const shown = { snapshot: true };

describe.each(Object.entries(transports))('over %s, a board', (_, way) => {
  async function boardOf(
    scripts: readonly Script[],
    subscription: Partial<BoardSubscribeOptions> = {},
    options: BoardOptions = {},
  ) {
    const { settings, connections } = await script(way, ...scripts);
    const board = startBoard(settings, { channels: ['best', 'deals'], ...subscription }, options);
    endLater(board.stop);
    return { board, connections };
  }

  it('holds the current state, and drops what is gone after a lost connection', async () => {
    const states: string[] = [];
    const { board, connections } = await boardOf(
      [
        ({ send }) => {
          send(subscribed(), 'e:5');
          send(best('a', 1, shown));
          send(deal('a', 3, 'Added', shown));
          send(deal('b', 7, 'Added', shown));
          send(snapshotEnd, 'e:5');
        },
        ({ send }) => {
          send(subscribed(true), 'e:5');
          send(best('a', 4, shown));
          send(deal('c', 5, 'Added', shown));
          send(snapshotEnd, 'e:5');
        },
      ],
      {},
      { onConnection: (state) => states.push(state) },
    );
    expect(board.state()).toBe('loading');
    await board.ready;
    expect([board.state(), board.best('CS2', 'a')?.ask?.price, board.best('CS2', 'b')]).toEqual(['live', 1, undefined]);
    expect(board.deals().map(({ name }) => name)).toEqual(['b', 'a']);

    const received: unknown[] = [];
    const forget = board.watch(({ kind, message }) => received.push([kind, message.data.name]));
    connections[0]?.send(best('a', 2));
    connections[0]?.send(deal('b', 7, 'Removed'));
    await expect.poll(() => board.deals().map(({ name }) => name)).toEqual(['a']);
    expect([board.best('CS2', 'a')?.ask?.price, received]).toEqual([
      2,
      [
        ['best', 'a'],
        ['deal', 'b'],
      ],
    ]);
    forget();

    connections[0]?.cut();
    await expect.poll(() => board.deals().map(({ name }) => name)).toEqual(['c']);
    expect(board.best('CS2', 'a')?.ask?.price).toBe(4);
    expect(connections[1]?.after).toBe('e:5');
    expect([...states, received.length]).toEqual(['live', 'waiting', 'live', 2]);
    board.stop();
    await board.ended;
    expect([board.state(), board.bests().size]).toEqual(['stopped', 1]);
  });

  it('tells the best prices of an item from those of its variants, of either kind', async () => {
    const ofVariant = (itemPhase: string | null, unusualEffect: string | null, price: number) => {
      const message = best('a', price, shown);
      const id = [message.id, itemPhase ?? unusualEffect ?? []].flat().join(':');
      return { ...message, id, data: { ...message.data, itemPhase, unusualEffect } };
    };
    const { board } = await boardOf([
      ({ send }) => {
        send(subscribed(), 'e:5');
        send(ofVariant(null, null, 1));
        send(ofVariant('Ruby', null, 2));
        send(ofVariant(null, 'Burning Flames', 3));
        send(snapshotEnd, 'e:5');
      },
    ]);
    await board.ready;
    const askOf = (variant?: string) => board.best('CS2', 'a', variant)?.ask?.price;
    expect([askOf(), askOf('Ruby'), askOf('Burning Flames'), askOf('Sunbeams')]).toEqual([1, 2, 3, undefined]);
  });

  it('reports to its watchers what disappeared while the connection was lost', async () => {
    const { board, connections } = await boardOf([
      ({ send }) => {
        send(subscribed(), 'e:5');
        for (const name of ['a', 'b']) {
          send(best(name, 1, shown));
          send(deal(name, 3, 'Added', shown));
          send(found(name, 3, 'Added', shown));
        }
        send(snapshotEnd, 'e:5');
      },
      ({ send }) => {
        send(subscribed(true), 'e:5');
        send(best('b', 1, shown));
        send(deal('b', 3, 'Added', shown));
        send(found('b', 3, 'Added', shown));
        send(snapshotEnd, 'e:5');
      },
    ]);
    await board.ready;
    const received: string[] = [];
    board.watch((change) => {
      if (change.kind === 'best') received.push(`best ${change.message.data.name} ${change.message.data.ask?.price}`);
      else received.push(`${change.kind} ${change.message.data.name} ${change.message.eventType}`);
    });
    connections[0]?.cut();

    await expect.poll(() => received.slice(3)).toEqual(['deal a Removed', 'found a Removed', 'best a undefined']);
    expect([board.best('CS2', 'a'), board.deals().length, board.found().length]).toEqual([undefined, 1, 1]);
  });

  it.each([
    [undefined, ['a', 'b', 'c']],
    ['price', ['a', 'b', 'c']],
    ['priceDown', ['c', 'b', 'a']],
    ['newest', ['a', 'b', 'c']],
    ['float', ['a', 'b', 'c']],
    ['floatDown', ['c', 'b', 'a']],
  ] as const)('has offers in the order that was asked for: %s', async (sort, order) => {
    const sendAll: Script = (connection) => {
      connection.send(subscribed(), 'e:5');
      for (const [at, name] of ['b', 'c', 'a'].entries())
        connection.send(found(name, [2, 3, 1][at] as number, 'Added', shown));
      connection.send(snapshotEnd, 'e:5');
    };
    const { board } = await boardOf([sendAll], { channels: 'found', ...(sort !== undefined && { sort }) });
    await board.ready;

    expect(board.found().map(({ name }) => name)).toEqual(order);
  });

  it('has the best deal first by the requested order', async () => {
    const sendAll: Script = (connection) => {
      connection.send(subscribed(), 'e:5');
      for (const [name, profit] of [
        ['a', 3],
        ['b', 9],
        ['c', 5],
      ] as const)
        connection.send(deal(name, profit, 'Added', shown));
      connection.send(snapshotEnd, 'e:5');
    };
    const { board } = await boardOf([sendAll], { sort: 'percent' });
    await board.ready;

    expect(board.deals().map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  });
});
