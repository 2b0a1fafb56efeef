import Type, { type Static } from 'typebox';
import { effectIn, type LiveOffer, Phase, phaseIn, type Variant } from '../../../schema/index.ts';
import { OrNull } from '../or-null.ts';

/** The fields of a variant; `meaning` says what null means. */
export const variantFields = (meaning: string) => ({
  itemPhase: OrNull(Phase, `Doppler variant; ${meaning}`, ['CS2']),
  unusualEffect: unusualEffectField(meaning),
});

export const unusualEffectField = (meaning: string) =>
  OrNull(
    Type.String({ examples: ['Burning Flames'] }),
    `Effect of an unusual item of TF2, as marketplaces spell it; ${meaning}`,
    ['TF2'],
  );

/** For messages and rows of which there are very many: absent from those that are not about one effect. */
export const someUnusualEffect = Type.Optional(
  Type.String({
    description: 'Effect of an unusual item of TF2; only if the prices are those of one effect',
    'x-games': ['TF2'],
  }),
);

export type WireVariant = { readonly itemPhase: Phase | null; readonly unusualEffect: string | null };

export const toWireVariant = (variant: Variant | null): WireVariant => ({
  itemPhase: phaseIn(variant),
  unusualEffect: effectIn(variant),
});

const word = (what: string) =>
  OrNull(Type.String(), `${what}; null for other games, and if the marketplace does not say`, ['TF2']);
const count = (what: string) =>
  OrNull(Type.Integer({ minimum: 1 }), `${what}; null for other games, and if it has none or none is known`, ['TF2']);

/** What a marketplace says of an offer of TF2 beyond its name. */
export const Tf2Fields = Type.Object({
  quality: word('Quality of an item of TF2, such as Unusual'),
  elevatedQuality: word('Second quality of an item of TF2, such as Strange'),
  craftNumber: count('Craft number of an item of TF2'),
  crateSeries: count('Series of a crate of TF2'),
});
export type Tf2Fields = Static<typeof Tf2Fields>;

const none: Tf2Fields = { quality: null, elevatedQuality: null, craftNumber: null, crateSeries: null };

export const toTf2Fields = ({ tf2 }: Pick<LiveOffer, 'tf2'>): Tf2Fields => tf2 ?? none;
