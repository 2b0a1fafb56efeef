import fc from 'fast-check';
import { type Change, games, marketplaces, phases, removalReasons } from '../../../src/schema/index.ts';
import { someEffects } from '../book/effects.ts';
import { anyLetter } from './any-letter.ts';

const text = fc.string({ unit: anyLetter, minLength: 1, maxLength: 12 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const whole = fc.integer({ min: 1, max: 2 ** 40 });
/** Epoch milliseconds. */
export const instant = fc.integer({ min: 0, max: 2_000_000_000_000 });
const prices = fc.record({ USD: maybe(whole), EUR: maybe(whole), CNY: maybe(whole), RUB: maybe(whole) });
const price = fc.record({
  amount: whole,
  currency: fc.constantFrom('USD', 'EUR', 'CNY', 'RUB', 'TF2', 'CHF', 'PLN', 'PHP'),
});
const range = maybe(fc.record({ low: whole, high: whole }));
const phase = maybe(fc.constantFrom(...phases, ...someEffects));
const float = maybe(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0));
const subject = {
  game: fc.constantFrom(...games),
  name: text,
  phase,
  marketplaceId: fc.constantFrom(...marketplaces.map(({ id }) => id)),
};
const times = { foundAt: instant, changedAt: instant, seenAt: instant };
const stickers = maybe(fc.array(fc.record({ name: text, slot: fc.nat(5), wear: float }), { maxLength: 3 }));

const plainOffer = fc.record({
  ...subject,
  offerId: text,
  price,
  prices,
  purchaseLink: maybe(text),
  inspectLink: maybe(text),
  float,
  paintIndex: maybe(fc.nat()),
  paintSeed: maybe(fc.nat(1_000)),
  stickers,
  tradableAt: maybe(instant),
  ownerId: maybe(text),
  ...times,
});
const count = maybe(fc.integer({ min: 1, max: 2 ** 31 - 1 }));
const tf2 = fc.record({ quality: maybe(text), elevatedQuality: maybe(text), craftNumber: count, crateSeries: count });
const offer = fc.oneof(
  plainOffer,
  fc.tuple(plainOffer, tf2).map(([one, said]) => ({ ...one, tf2: said })),
);
const traits = fc.record({ name: text, phase, purchaseLink: maybe(text), float, paintSeed: maybe(fc.nat(1_000)) });
const buyOrder = fc.record({ ...subject, orderId: text, price, prices, quantity: maybe(fc.nat()), ...times });
const quote = fc
  .record({
    ...subject,
    lowest: maybe(price),
    prices,
    offerCount: maybe(fc.nat()),
    purchaseLink: maybe(text),
    marketplaceItemId: maybe(text),
    thumbnail: maybe(text),
    ...times,
    tradable: maybe(fc.nat()),
  })
  .map(({ tradable, ...rest }) => (tradable === null ? rest : { ...rest, tradableAmount: tradable }));
const floor = fc.record({ ...subject, prices, offerCount: fc.nat() });
const floors = { isNewFloor: fc.boolean(), isNewItemFloor: fc.boolean() };

type UpdateChange = Extract<Change, { readonly kind: 'updated' }>;

const kind = <Kind extends string>(name: Kind) => fc.constant(name);
/** Every kind of change. */
export const anyChange = fc.oneof(
  fc.record({ kind: kind('added'), at: instant, offer, ...floors }),
  fc
    .record({
      at: instant,
      offer,
      previous: maybe(traits),
      previousPrices: prices,
      usdRange: range,
      stored: fc.constantFrom<Pick<UpdateChange, 'isSilent' | 'isReturned'>>(
        { isSilent: false },
        { isSilent: true },
        { isSilent: false, isReturned: true },
      ),
      ...floors,
    })
    .map(({ previous, previousPrices, usdRange, stored, ...change }) => {
      // In most updates only the price differs
      const { name, phase: variant, purchaseLink, float: wear, paintSeed } = change.offer;
      const same = { name, phase: variant, purchaseLink, float: wear, paintSeed };
      return {
        kind: 'updated',
        ...change,
        ...stored,
        previous: { ...(previous ?? same), prices: previousPrices, usdRange },
      };
    }),
  fc
    .record({
      kind: kind('removed'),
      at: instant,
      offer,
      reason: fc.constantFrom(...removalReasons),
      usdRange: range,
      goneBefore: fc.nat(4_000_000),
      isDisproved: fc.boolean(),
    })
    .map(({ goneBefore, isDisproved, ...change }) => ({
      ...change,
      goneAt: change.at - goneBefore,
      ...(isDisproved && { isDisproved }),
    })),
  fc.record({ kind: kind('ordered'), at: instant, buyOrder }),
  fc.record({ kind: kind('orderRemoved'), at: instant, buyOrder }),
  fc.record({ kind: kind('quoted'), at: instant, quote }),
  fc.record({ kind: kind('floor'), at: instant, floor }),
  fc.record({ kind: kind('known'), at: instant, floor }),
) as fc.Arbitrary<Change>;
