import { describe, expectTypeOf, it } from 'vitest';
import { createTape, type Game, type Item, type OfferMessage, type Phase, type SaleMessage } from './index.ts';

// The compiler checks these; at run time they only show that no request is sent
describe('the types of what is asked for by game', () => {
  const tape = createTape({ url: 'http://127.0.0.1:1', key: 'k' });
  type Yielded<Messages> = Messages extends AsyncIterable<infer Message> ? Message : never;

  it('have the offers of a game that is named, by name, in a list or by app id', () => {
    const offers = () => tape.offers({ games: 'CS2', maxPriceUSD: 50 });
    const listed = () => tape.offers({ games: ['CS2'], items: ['x'], phases: ['Ruby'] });
    const byId = () => tape.offers({ games: 730 });
    expectTypeOf(offers).returns.toEqualTypeOf<AsyncGenerator<OfferMessage<'CS2'>, void, undefined>>();
    expectTypeOf(listed).returns.toEqualTypeOf<AsyncGenerator<OfferMessage<'CS2'>, void, undefined>>();
    expectTypeOf(byId).returns.toEqualTypeOf<AsyncGenerator<OfferMessage<'CS2'>, void, undefined>>();

    type Data = OfferMessage<'CS2'>['data'];
    expectTypeOf<Data['float']>().toEqualTypeOf<number | null>();
    expectTypeOf<Data>().toHaveProperty('stickers');
    expectTypeOf<Data>().not.toHaveProperty('hero');
    expectTypeOf<OfferMessage<'CS2'>['game']>().toEqualTypeOf<'CS2'>();
    expectTypeOf<OfferMessage<'Dota2'>['data']>().toHaveProperty('hero');
    expectTypeOf<OfferMessage<'Dota2'>['data']>().not.toHaveProperty('float');
    expectTypeOf<OfferMessage<'TF2'>['phase']>().toEqualTypeOf<null>();
    expectTypeOf<OfferMessage<'CS2'>['unusualEffect']>().toEqualTypeOf<undefined>();
  });

  it('have those of several games, which `game` tells apart', () => {
    type Both = Yielded<ReturnType<typeof both>>;
    const both = () => tape.offers({ games: ['CS2', 'Rust'] });
    expectTypeOf<Both>().toEqualTypeOf<OfferMessage<'CS2'> | OfferMessage<'Rust'>>();
    const floatOf = (offer: OfferMessage) => (offer.game === 'CS2' ? offer.data.float : undefined);
    expectTypeOf(floatOf).returns.toEqualTypeOf<number | null | undefined>();
    // @ts-expect-error it may be of another game
    const anyFloat = (offer: OfferMessage) => offer.data.float;
    expectTypeOf(anyFloat).toBeFunction();
  });

  it('have those of all games where none is named, or it is not known which', () => {
    expectTypeOf(() => tape.offers({ games: 'all' })).returns.toEqualTypeOf<ReturnType<typeof ofAll>>();
    const ofAll = () => tape.offers({ snapshot: true });
    const chosen = (games: Game) => tape.offers({ games });
    expectTypeOf(ofAll).returns.toEqualTypeOf<AsyncGenerator<OfferMessage, void, undefined>>();
    expectTypeOf(chosen).returns.toEqualTypeOf<AsyncGenerator<OfferMessage, void, undefined>>();
  });

  it('follow from the game in every way to read the stream', () => {
    const messages = () => tape.messages({ games: 'CS2', channels: ['sales'] });
    const changes = () => tape.changes({ games: 'TF2' });
    const replay = () => tape.replay({ games: 'CS2', from: 'oldest' });
    const mirror = () => tape.mirror({ games: 'CS2' });
    const board = () => tape.board({ games: 'Rust', channels: 'found' });
    type Of<Messages, Type> = Extract<Yielded<Messages>, { type: Type }>;
    expectTypeOf<Of<ReturnType<typeof messages>, 'sale'>>().toEqualTypeOf<SaleMessage<'CS2'>>();
    expectTypeOf<SaleMessage<'CS2'>['data']['paintSeed']>().toEqualTypeOf<number | null>();
    expectTypeOf<SaleMessage<'TF2'>['data']>().not.toHaveProperty('float');
    expectTypeOf<Of<ReturnType<typeof changes>, 'offer'>>().toEqualTypeOf<OfferMessage<'TF2'>>();
    expectTypeOf<Of<ReturnType<typeof replay>, 'offer'>>().toEqualTypeOf<OfferMessage<'CS2'>>();
    type Mirrored = ReturnType<ReturnType<typeof mirror>['offers']>[number];
    expectTypeOf<Mirrored['data']['float']>().toEqualTypeOf<number | null>();
    type Found = ReturnType<ReturnType<typeof board>['found']>[number];
    expectTypeOf<Found['charms']>().toEqualTypeOf<null>();
  });

  it('are null in answers where only another game has the field', () => {
    type Rust = Item<'Rust'>['offers'][number];
    expectTypeOf<Rust['float']>().toEqualTypeOf<null>();
    expectTypeOf<Rust['stickers']>().toEqualTypeOf<null>();
    expectTypeOf<Item<'CS2'>['offers'][number]['float']>().toEqualTypeOf<number | null>();
    expectTypeOf<Item<'TF2'>['condition']>().toEqualTypeOf<null>();
    expectTypeOf<Item<'TF2'>>().toExtend<Item>();
    const found = async () => (await tape.findOffers({ game: 570 })).offers[0]?.statTrakCount;
    expectTypeOf(found).returns.resolves.toEqualTypeOf<null | undefined>();
    const effect = async () => (await tape.best({ game: 'TF2', name: 'x' })).best[0]?.unusualEffect;
    expectTypeOf(effect).returns.resolves.toEqualTypeOf<string | null | undefined>();
    const classes = async () => (await tape.catalogue({ game: 'CS2' })).items[0]?.classes;
    expectTypeOf(classes).returns.resolves.toEqualTypeOf<null | undefined>();
  });

  it('are closed where the list is, and open for marketplaces', () => {
    // @ts-expect-error there is no such game
    const game = () => tape.offers({ games: 'CSX' });
    // @ts-expect-error there is no such game
    const ofItem = () => tape.item({ game: 'CSX', marketplace: 'SkinPort', name: 'x' });
    // @ts-expect-error there is no such currency
    const currency = () => tape.best({ game: 'CS2', name: 'x', currency: 'GBP' });
    // @ts-expect-error there is no such event
    const events = () => tape.offers({ events: ['Sold'] });
    // @ts-expect-error there is no such variant
    const phases = () => tape.offers({ phases: ['Phase 5'] });
    // @ts-expect-error there is no such wear band
    const exterior = () => tape.findOffers({ game: 'CS2', exterior: 'Mint' });
    const marketplaces = () => tape.offers({ marketplaces: ['A marketplace of next year'] });
    expectTypeOf([game, ofItem, currency, events, phases, exterior, marketplaces]).toBeArray();
    expectTypeOf<Phase>().extract<'Ruby' | 'Sapphire 2'>().toEqualTypeOf<'Ruby'>();
  });
});
