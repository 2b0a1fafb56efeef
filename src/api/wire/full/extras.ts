import Type, { type Static } from 'typebox';
import { fadeOf } from '../../../names/fade.ts';
import { type Charm, type KnownExtras, nameLimit } from '../../../schema/index.ts';
import { toStickers, WireSticker } from '../offer.ts';
import { OrNull } from '../or-null.ts';

const WireCharm = Type.Object({
  name: Type.String({ description: 'Name of the charm as an item of its own', examples: ["Charm | Lil' Ava"] }),
  pattern: OrNull(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    'Pattern of the charm, from 0 to 100000; null if not known',
  ),
  sticker: OrNull(Type.String(), 'Sticker inside it, if it is a sticker slab; null otherwise'),
  highlight: OrNull(Type.String(), 'Highlight of a match that it shows; null otherwise'),
});

/** What players have put on an item, and what follows from its pattern. */
export const ExtrasFields = Type.Object({
  charms: OrNull(Type.Array(WireCharm), 'Charms on the item (CS2); null if there is none or none is known', ['CS2']),
  nameTag: OrNull(Type.String(), 'Name that a player gave the item (CS2); null if it has none or none is known', [
    'CS2',
  ]),
  statTrakCount: OrNull(
    Type.Integer({ minimum: 0 }),
    'Count on its StatTrak counter (CS2); null if it has none or it is not known',
    ['CS2'],
  ),
  patches: OrNull(
    Type.Array(WireSticker),
    'Patches on an agent (CS2), as stickers are; null if there are none or none are known',
    ['CS2'],
  ),
  fade: OrNull(
    Type.Number({ minimum: 80, maximum: 100 }),
    'How much of a Fade, Amber Fade or Acid Fade shows (CS2), in percent from 80 to 100, calculated from the paint seed; null for other finishes, and if it is not known',
    ['CS2'],
  ),
});
export type ExtrasFields = Static<typeof ExtrasFields>;

const slab = 'Sticker Slab | ';
const highlight = 'Souvenir Charm | ';

const toCharm = ({ name, pattern }: Charm): Static<typeof WireCharm> => ({
  name,
  pattern,
  sticker: name.startsWith(slab) ? `Sticker | ${name.slice(slab.length)}` : null,
  highlight: name.startsWith(highlight) ? name.slice(highlight.length) : null,
});

/** null for an empty list as well. */
const listed = <One>(list: readonly One[] | undefined): readonly One[] | null =>
  list === undefined || list.length === 0 ? null : list;

export const toExtrasFields = (
  name: string,
  { paintSeed, ...extras }: KnownExtras & { readonly paintSeed: number | null },
): ExtrasFields => ({
  charms: listed(extras.charms)?.map(toCharm) ?? null,
  nameTag: extras.nameTag || null,
  statTrakCount: extras.statTrakCount ?? null,
  patches: toStickers(listed(extras.patches)),
  fade: fadeOf(name, paintSeed),
});

const words = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: nameLimit, description }));
const percent = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }));

/** What must be on an offer, in a message or a rule; `of` says what the fields apply to. */
export const extrasRequest = (of: string) => ({
  charm: words(`${of}: words in the name of a charm on the item`),
  nameTag: Type.Optional(Type.Boolean({ description: `${of}: true: only items that a player has named` })),
  minStatTrakCount: Type.Optional(
    Type.Integer({ minimum: 0, description: `${of}: minimum count on the StatTrak counter` }),
  ),
  patch: words(`${of}: words in the name of a patch on the agent`),
  minFade: percent(`${of}: minimum percentage of a fade, calculated from the paint seed`),
  maxFade: percent(`${of}: maximum percentage of the fade`),
});
