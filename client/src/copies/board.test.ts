import { describe, expect, it } from 'vitest';
import { type Script, snapshotEnd, subscribed, transports } from '../../../test/support/scripted-stream.ts';
import { streamsOfTests } from '../../../test/support/stream-reading.ts';
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

const shown = { snapshot: true };

describe.each(Object.entries(transports))('over %s, a board', (_, way) => {
  async function boardOf(
    scripts: readonly Script[],
    wish: Partial<BoardSubscribeOptions> = {},
    options: BoardOptions = {},
  ) {
    const { settings, connections } = await script(way, ...scripts);
    const board = startBoard(settings, { channels: ['best', 'deals'], ...wish }, options);
    endLater(board.stop);
    return { board, connections };
  }

  it('holds how everything stands, and drops what does not stand any more after a lost connection', async () => {
    const states: string[] = [];
    const { board, connections } = await boardOf(
      [
        ({ say }) => {
          say(subscribed(), 'e:5');
          say(best('a', 1, shown));
          say(deal('a', 3, 'Added', shown));
          say(deal('b', 7, 'Added', shown));
          say(snapshotEnd, 'e:5');
        },
        ({ say }) => {
          say(subscribed(true), 'e:5');
          say(best('a', 4, shown));
          say(deal('c', 5, 'Added', shown));
          say(snapshotEnd, 'e:5');
        },
      ],
      {},
      { onConnection: (state) => states.push(state) },
    );
    expect(board.state()).toBe('loading');
    await board.ready;
    expect([board.state(), board.best('CS2', 'a')?.ask?.price, board.best('CS2', 'b')]).toEqual(['live', 1, undefined]);
    expect(board.deals().map(({ name }) => name)).toEqual(['b', 'a']);

    const told: unknown[] = [];
    const forget = board.watch(({ kind, message }) => told.push([kind, message.data.name]));
    connections[0]?.say(best('a', 2));
    connections[0]?.say(deal('b', 7, 'Removed'));
    await expect.poll(() => board.deals().map(({ name }) => name)).toEqual(['a']);
    expect([board.best('CS2', 'a')?.ask?.price, told]).toEqual([
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
    expect([...states, told.length]).toEqual(['live', 'waiting', 'live', 2]);
    board.stop();
    await board.ended;
    expect([board.state(), board.bests().size]).toEqual(['stopped', 1]);
  });

  it('has the best deal first by what it was asked for', async () => {
    const say: Script = (connection) => {
      connection.say(subscribed(), 'e:5');
      for (const [name, profit] of [
        ['a', 3],
        ['b', 9],
        ['c', 5],
      ] as const)
        connection.say(deal(name, profit, 'Added', shown));
      connection.say(snapshotEnd, 'e:5');
    };
    const { board } = await boardOf([say], { sort: 'percent' });
    await board.ready;

    expect(board.deals().map(({ name }) => name)).toEqual(['a', 'c', 'b']);
  });
});
