import Type, { type Static } from 'typebox';
import { flags, Phase } from '../../../schema/index.ts';
import { nameLimit } from '../../routes/parameters.ts';
import { ItemHead } from '../item.ts';
import { OrNull } from '../or-null.ts';
import { currencyField, WireBestSide } from './best.ts';

const valueSides = ['bid', 'ask', 'sellable'] as const;
export type ValueSide = (typeof valueSides)[number];

export const mostValued = 1_000;
export const mostPieces = 1_000_000;

const sideField = Type.Enum([...valueSides], {
  description:
    'bid: at the highest buy order; ask: at the lowest ask; sellable: only what the buy orders that there are take now, one after the other',
});

const Sum = (description: string) => OrNull(Type.Number({ minimum: 0 }), description);

/** What is to be valued. */
export const ValueWish = Type.Object({
  game: Type.String({ minLength: 1, maxLength: 64, description: 'Game: CS2, Dota2, Rust or TF2, an alias or app id' }),
  items: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: nameLimit, description: 'Exact name as Steam writes it' }),
      phase: Type.Optional(OrNull(Type.String({ maxLength: 64 }), 'Doppler variant; any when left out')),
      count: Type.Optional(
        Type.Integer({ minimum: 1, maximum: mostPieces, description: 'Pieces of it; 1 when left out' }),
      ),
    }),
    { minItems: 1, maxItems: mostValued, description: `1 to ${mostValued} items` },
  ),
  side: Type.Optional(sideField),
  marketplaces: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { description: 'Only these; all when left out or empty' }),
  ),
  currency: Type.Optional(currencyField),
});
export type ValueWish = Static<typeof ValueWish>;

export const WireValueSide = Type.Object({
  ...WireBestSide.properties,
  flags: Type.Array(Type.Enum([...flags]), { description: 'What is doubtful about it' }),
});
export type WireValueSide = Static<typeof WireValueSide>;

export const WireValueLine = Type.Object({
  name: ItemHead.properties.name,
  itemPhase: OrNull(Phase, 'Doppler variant that was asked for'),
  count: Type.Integer({ minimum: 1, description: 'Pieces that were asked for' }),
  isKnown: Type.Boolean({ description: 'Whether a marketplace knows the name' }),
  nearest: OrNull(Type.String(), 'The known name nearest to one that is not'),
  best: OrNull(WireValueSide, 'The best price of one piece, before fees'),
  bestAfterFees: OrNull(WireValueSide, 'The best after fees, among marketplaces whose fee of that side is known'),
  soldCount: Type.Integer({ minimum: 0, description: 'Pieces in `total`' }),
  total: Sum('What all of these come to, before fees'),
  soldAfterFeesCount: Type.Integer({ minimum: 0, description: 'Pieces in `totalAfterFees`' }),
  totalAfterFees: Sum('What all of these come to, after the fees that are known'),
});
export type WireValueLine = Static<typeof WireValueLine>;

export const WireValue = Type.Object({
  game: ItemHead.properties.game,
  currency: currencyField,
  side: sideField,
  total: Type.Number({ minimum: 0, description: 'Of all lines that have one, before fees' }),
  totalAfterFees: Type.Number({ minimum: 0, description: 'Of all lines that have one, after fees' }),
  valuedCount: Type.Integer({ minimum: 0, description: 'Lines in `total`' }),
  valuedAfterFeesCount: Type.Integer({ minimum: 0, description: 'Lines in `totalAfterFees`' }),
  unknownCount: Type.Integer({ minimum: 0, description: 'Lines whose name no marketplace knows' }),
  lines: Type.Array(WireValueLine, { description: 'In the order asked' }),
});
export type WireValue = Static<typeof WireValue>;
