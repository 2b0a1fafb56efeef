import type { Phase } from '../../../schema/index.ts';
import { phaseShare } from '../fair-price.ts';
import { pick, type SeededRandom } from '../seeded-random.ts';
import { topic } from '../slots.ts';
import { effectFor } from '../tf2-effects.ts';
import type { CatalogueItem, PlayedCharm, PlayedPiece, PlayedSticker } from '../world.ts';
import { seeds } from './fade.ts';
import { ItemsByPrice } from './items-by-price.ts';
import { appliedWorth, floatWorth, seedWorth } from './premium.ts';
import { wearBandOf } from './wear-band.ts';

const stickeredShare = 0.35;
const patchedShare = 0.2;
const charmedShare = 0.08;
const slabShare = 0.12;
const highlightShare = 0.06;
const nameTagShare = 0.04;
/** All slabs are this charm, and all highlights this one. */
const slabId = 37;
const highlightId = 36;
/** Above those two. */
const firstCharmId = 100;
const patterns = 100_001;

/** Made-up names of players for their items, with what trips up encodings. */
const nameTags = [
  'Old Faithful',
  'Do not touch',
  'gg wp <3',
  "Grandpa's",
  '幸运',
  'Лучший & последний',
  '100% mine',
  '★',
];

/** What is on one piece, and what that makes it worth beside the plainest of its name. */
export type MadePiece = Omit<PlayedPiece, 'item' | 'number' | 'assetId'> & {
  readonly worth: number;
  readonly appliedUsd: number;
};

export type PieceMaker = (item: CatalogueItem, key: number) => MadePiece;

/** The dearest that is applied, beside the price of the item. */
const dearest = { sticker: 15, charm: 2 } as const;

/** What is known of an item for all its pieces. */
type Traits = {
  readonly band: ReturnType<typeof wearBandOf>;
  readonly takesStickers: boolean;
  readonly takesPatches: boolean;
  readonly takesNameTag: boolean;
  readonly counts: boolean;
};

const isHand = ({ type }: CatalogueItem): boolean => type === 'Knife' || type === 'Gloves';

const traitsOf = (item: CatalogueItem): Traits => {
  const isPainted = item.paintIndex !== null || item.phases.length > 0;
  return {
    band: wearBandOf(item),
    takesStickers: isPainted && !isHand(item),
    takesPatches: item.type === 'Agent',
    takesNameTag: isPainted && item.type !== 'Gloves',
    counts: item.game === 'CS2' && item.name.includes('StatTrak™'),
  };
};

const phaseOf = (item: CatalogueItem, random: number): CatalogueItem['phases'][number] | null => {
  const total = item.phases.reduce((sum, { phase }) => sum + phaseShare[phase], 0);
  let rest = random * total;
  for (const variant of item.phases) {
    rest -= phaseShare[variant.phase];
    if (rest < 0) return variant;
  }
  return item.phases[0] ?? null;
};

type Addition = { readonly on: PlayedSticker; readonly usd: number };

const none: readonly Addition[] = [];
const usdOf = (applied: readonly Addition[]): number => applied.reduce((sum, { usd }) => sum + usd, 0);

type Topic = typeof topic.sticker | typeof topic.patch;

const appliedShareOf: Readonly<Record<Topic, number>> = {
  [topic.sticker]: stickeredShare,
  [topic.patch]: patchedShare,
};

const charmOf = (kind: PlayedCharm['kind'], { name, index }: CatalogueItem, pattern: number): PlayedCharm => {
  if (kind === 'charm') return { name, kind, charmId: firstCharmId + index, pattern, insideId: null };
  if (kind === 'highlight') return { name, kind, charmId: highlightId, pattern: null, insideId: index };
  return { name: name.replace('Sticker', 'Sticker Slab'), kind, charmId: slabId, pattern: null, insideId: index };
};

class SeededPieces {
  readonly #random;
  readonly #stickers;
  readonly #patches;
  readonly #charms;
  readonly #highlights;
  readonly #traits = new Map<CatalogueItem, Traits>();

  constructor(random: SeededRandom, items: readonly CatalogueItem[]) {
    this.#random = random;
    this.#stickers = new ItemsByPrice(items.filter(({ type }) => type === 'Sticker'));
    this.#patches = new ItemsByPrice(items.filter(({ type }) => type === 'Patch'));
    this.#charms = new ItemsByPrice(items.filter(({ name }) => name.startsWith('Charm | ')));
    this.#highlights = new ItemsByPrice(items.filter(({ name }) => name.startsWith('Souvenir Charm | ')));
  }

  readonly make: PieceMaker = (item, key) => {
    const traits = this.#traitsOf(item);
    const variant = phaseOf(item, this.#random.of(topic.phase, key));
    const float = this.#floatOf(traits, key);
    const paintSeed =
      item.paintIndex === null && item.phases.length === 0
        ? null
        : Math.floor(this.#random.of(topic.seed, key) * seeds);
    const stickers = traits.takesStickers ? this.#applied(item, this.#stickers, topic.sticker, key) : none;
    const patches = traits.takesPatches ? this.#applied(item, this.#patches, topic.patch, key) : none;
    const hung = traits.takesStickers ? this.#charmOf(item, key) : null;
    const phase: Phase | null = variant?.phase ?? null;
    return {
      float,
      paintIndex: variant?.paintIndex ?? item.paintIndex,
      paintSeed,
      phase,
      effect: effectFor(item, this.#random.of(topic.phase, key)),
      stickers: stickers.map(({ on }) => on),
      patches: patches.map(({ on }) => on),
      charm: hung?.charm ?? null,
      nameTag: traits.takesNameTag ? this.#nameTagOf(key) : null,
      statTrakCount: traits.counts ? Math.floor(this.#random.of(topic.count, key) ** 6 * 20_000) : null,
      worth:
        (float === null || traits.band === null ? 1 : floatWorth(traits.band, float)) *
        (paintSeed === null ? 1 : seedWorth(item, paintSeed)),
      appliedUsd: usdOf(stickers) + usdOf(patches) + (hung?.usd ?? 0),
    };
  };

  #traitsOf(item: CatalogueItem): Traits {
    let traits = this.#traits.get(item);
    if (traits === undefined) {
      traits = traitsOf(item);
      this.#traits.set(item, traits);
    }
    return traits;
  }

  #floatOf({ band }: Traits, key: number): number | null {
    return band === null ? null : Math.fround(band.from + (band.to - band.from) * this.#random.of(topic.float, key));
  }

  #applied(item: CatalogueItem, from: ItemsByPrice, about: Topic, key: number): readonly Addition[] {
    if (this.#random.of(about, key) > appliedShareOf[about]) return none;
    const count = 1 + Math.floor(this.#random.of(about, key, 1) * 4);
    return Array.from({ length: count }, (_, slot) => this.#appliedOn(item, from, about, key, slot) ?? []).flat();
  }

  #appliedOn(item: CatalogueItem, from: ItemsByPrice, about: Topic, key: number, slot: number): Addition | null {
    const picked = from.pick(item.basePrice * dearest.sticker, this.#random.of(about, key, 2, slot));
    if (picked === null) return null;
    const draw = this.#random.of(about, key, 3, slot);
    const wear = draw < 0.7 ? 0 : Math.fround((draw - 0.7) / 0.3);
    const usd = appliedWorth(picked.basePrice, wear === 0 ? 'whole' : 'scratched', this.#random.of(about, key, 4));
    return { on: { name: picked.name, stickerId: picked.index, slot, wear }, usd };
  }

  #charmOf(item: CatalogueItem, key: number): { readonly charm: PlayedCharm; readonly usd: number } | null {
    if (this.#random.of(topic.charm, key) > charmedShare) return null;
    const kind = this.#kindOfCharm(this.#random.of(topic.charm, key, 1));
    const from = { charm: this.#charms, slab: this.#stickers, highlight: this.#highlights }[kind];
    const picked = from.pick(item.basePrice * dearest.charm, this.#random.of(topic.charm, key, 2));
    if (picked === null) return null;
    const pattern = Math.floor(this.#random.of(topic.charm, key, 3) * patterns);
    const usd = appliedWorth(
      picked.basePrice,
      kind === 'slab' ? 'slab' : 'charm',
      this.#random.of(topic.charm, key, 4),
    );
    return { charm: charmOf(kind, picked, pattern), usd };
  }

  #kindOfCharm(draw: number): PlayedCharm['kind'] {
    if (draw < slabShare) return 'slab';
    return draw < slabShare + highlightShare ? 'highlight' : 'charm';
  }

  #nameTagOf(key: number): string | null {
    return this.#random.of(topic.nameTag, key) > nameTagShare
      ? null
      : pick(nameTags, this.#random.of(topic.nameTag, key, 1));
  }
}

/** `items` are those of CS2, whose stickers, patches and charms are applied. */
export const createPieceMaker = (random: SeededRandom, items: readonly CatalogueItem[]): PieceMaker =>
  new SeededPieces(random, items).make;
