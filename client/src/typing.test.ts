import { describe, expectTypeOf, it } from 'vitest';
import type { WebSocket } from 'ws';
import {
  type BuyOrderRow,
  type Comparison,
  type ConnectionError,
  type ConnectionFailure,
  createTape,
  type FoundItem,
  type FullBuyOrderRow,
  type FullComparison,
  type FullItem,
  type FullSales,
  type FullSearchRow,
  foundItems,
  type GapError,
  type Item,
  type Mirror,
  type MirrorChange,
  type MirroredOffer,
  type OfferMessage,
  type Position,
  type Ratio,
  type Reconnection,
  type SearchItem,
  type SearchRow,
  type StreamMessage,
  type SubscribedMessage,
  type Tape,
  type TapeError,
  type TapeSettings,
  type WebSocketConstructor,
} from './index.ts';

// The compiler checks these; at run time they only show that no request is sent
describe('the types of the client', () => {
  type Standard = typeof globalThis extends { WebSocket: infer Constructor } ? Constructor : WebSocketConstructor;
  const tape = createTape({ url: 'http://127.0.0.1:1', key: 'k' });

  it('are those of what createTape makes', () => {
    expectTypeOf(createTape).parameter(0).toEqualTypeOf<TapeSettings>();
    expectTypeOf(tape).toEqualTypeOf<Tape>();
  });

  it('need an address and a key, and nothing else', () => {
    expectTypeOf<{ url: string; key: string }>().toExtend<TapeSettings>();
    expectTypeOf<{ url: string }>().not.toExtend<TapeSettings>();
    expectTypeOf<TapeSettings['transport']>().toEqualTypeOf<'sse' | 'websocket' | undefined>();
  });

  it('take the WebSocket of ws and that of the runtime', () => {
    expectTypeOf<typeof WebSocket>().toExtend<WebSocketConstructor>();
    expectTypeOf<Standard>().toExtend<WebSocketConstructor>();
    expectTypeOf<DateConstructor>().not.toExtend<WebSocketConstructor>();
  });

  it('accept only fields that apply to the subscription', () => {
    type Offers = NonNullable<Parameters<Tape['offers']>[0]>;
    expectTypeOf<{ games: 'CS2'; maxFloat: 0.1; items: string[] }>().toExtend<Offers>();
    expectTypeOf<Offers>().not.toHaveProperty('query');
    expectTypeOf<Parameters<Tape['mirror']>[0]>().not.toHaveProperty('minProfit');
    expectTypeOf<Offers>().not.toHaveProperty('payout');
    expectTypeOf<Parameters<Tape['board']>[0]>().toHaveProperty('payout');
    expectTypeOf<Parameters<Tape['board']>[0]>().toHaveProperty('maxHoldDays');
    expectTypeOf<NonNullable<Parameters<Tape['messages']>[0]>>().toHaveProperty('query');
  });

  it('declare the answer of each request', () => {
    const what = { game: 'CS2', name: 'x' } as const;
    expectTypeOf(() => tape.item({ ...what, marketplace: 1 })).returns.resolves.toEqualTypeOf<Item<'CS2'>>();
    expectTypeOf(() => tape.compare(what)).returns.resolves.toEqualTypeOf<Comparison>();
    expectTypeOf(() => tape.buyOrders(what)).returns.resolves.toEqualTypeOf<BuyOrderRow<'CS2'>[]>();
    expectTypeOf(() => tape.ratio({ game: 'CS2', amount: 500 })).returns.resolves.toEqualTypeOf<Ratio<'CS2'>>();
    expectTypeOf(tape.all).returns.toExtend<AsyncIterable<Comparison>>();
  });

  it('have the members that `fields` adds only on request', () => {
    const subject = { marketplace: 'SkinPort', game: 'CS2', name: 'x' } as const;
    const item = () => tape.item({ ...subject, fields: 'full' });
    const compared = () => tape.compare({ game: 'CS2', name: 'x', marketplaces: ['DMarket'], fields: 'full' });
    expectTypeOf(item).returns.resolves.toEqualTypeOf<FullItem<'CS2'>>();
    expectTypeOf(compared).returns.resolves.toEqualTypeOf<FullComparison<'CS2'>>();
    expectTypeOf(() => tape.search({ game: 'CS2', query: 'x', fields: 'full' })).returns.resolves.toEqualTypeOf<
      FullSearchRow<'CS2'>[]
    >();
    expectTypeOf(() => tape.sales({ ...subject, fields: 'full' })).returns.resolves.toEqualTypeOf<FullSales<'CS2'>>();
    expectTypeOf(() => tape.buyOrders({ game: 'CS2', fields: 'full' })).returns.resolves.toEqualTypeOf<
      FullBuyOrderRow<'CS2'>[]
    >();
    expectTypeOf(() => tape.item(subject)).returns.resolves.toEqualTypeOf<Item<'CS2'>>();
    expectTypeOf<Item>().not.toHaveProperty('flags');
    expectTypeOf<SearchRow>().not.toHaveProperty('native');
    expectTypeOf<FullItem['offers'][number]['flags'][number]>().toExtend<string>();
    // @ts-expect-error there is no other value
    const other = () => tape.item({ ...subject, fields: 'most' });
    expectTypeOf(other).toBeFunction();
  });

  it('know that a price may be unknown', () => {
    expectTypeOf<Item['priceUSD']>().toEqualTypeOf<number | null>();
    expectTypeOf<FoundItem['priceUSD']>().toEqualTypeOf<number | null>();
  });

  it('let games and marketplaces be named by name or number', () => {
    type Requested = Parameters<Tape['item']>[0];
    expectTypeOf<{ game: 730; marketplace: 1; name: string }>().toExtend<Requested>();
    expectTypeOf<{ game: 'CS2'; marketplace: 'DMarket' }>().not.toExtend<Requested>();
  });

  it('make a row of each item that was found', () => {
    expectTypeOf(foundItems).parameter(0).toEqualTypeOf<readonly SearchItem[]>();
    expectTypeOf(foundItems).returns.toEqualTypeOf<FoundItem[]>();
  });

  it('have the numbers of an offer always present', () => {
    expectTypeOf(() => tape.offers()).returns.toEqualTypeOf<AsyncGenerator<OfferMessage, void, undefined>>();
    expectTypeOf<OfferMessage>().toExtend<Position>();
    expectTypeOf<OfferMessage['id']>().toEqualTypeOf<string>();
    expectTypeOf<OfferMessage['phase']>().extract<null>().toEqualTypeOf<null>();
  });

  it('tell messages apart by type', () => {
    expectTypeOf(() => tape.messages()).returns.toEqualTypeOf<AsyncGenerator<StreamMessage, void, undefined>>();
    expectTypeOf<Extract<StreamMessage, { type: 'subscribed' }>>().toEqualTypeOf<SubscribedMessage>();
    expectTypeOf<StreamMessage['type']>().extract<'pong'>().toBeNever();
  });

  it('keep subscription and options apart', () => {
    type Requested = NonNullable<Parameters<Tape['offers']>[0]>;
    type Options = NonNullable<Parameters<Tape['offers']>[1]>;
    expectTypeOf<{ snapshot: true; resume: Position }>().not.toExtend<Requested>();
    expectTypeOf<{ resume: Position; gaps: 'continue' }>().toExtend<Options>();
    expectTypeOf<{ gaps: 'ignore' }>().not.toExtend<Options>();
    expectTypeOf<NonNullable<Options['onReconnect']>>().parameter(0).toEqualTypeOf<Reconnection>();
  });

  it('make every failure a TapeError', () => {
    expectTypeOf<GapError>().toExtend<TapeError>();
    expectTypeOf<GapError['after']>().toEqualTypeOf<Position>();
    expectTypeOf<ConnectionError>().toExtend<TapeError>();
    expectTypeOf<ConnectionError['failure']>().toEqualTypeOf<ConnectionFailure>();
    expectTypeOf<TapeError['status']>().toEqualTypeOf<number | null>();
  });

  it('give a mirror without what only a message has', () => {
    expectTypeOf(tape.mirror).returns.toEqualTypeOf<Mirror>();
    expectTypeOf<MirroredOffer>().not.toHaveProperty('sequence');
    expectTypeOf<Extract<MirrorChange, { kind: 'removed' }>>().not.toHaveProperty('before');
  });
});
