import type { FilterWord, Game, ItemAttributes, ItemFilter, ItemKind } from '../schema/index.ts';
import { describeName } from './describe-name.ts';
import { type NameFacts, unmarkedKind } from './facts/name-facts.ts';
import { kindOfRustItem } from './facts/rust-facts.ts';

/** All that is known of an item by itself: what its name tells, and what marketplaces have told. */
export type ItemTraits = NameFacts & Omit<ItemAttributes, 'kind'> & { readonly name: string };

function kindOf(game: Game, facts: NameFacts, { kind, itemType }: ItemAttributes): ItemKind {
  if (facts.kind !== unmarkedKind[game]) return facts.kind;
  const ofType = game === 'Rust' && itemType !== null ? kindOfRustItem(itemType) : null;
  // Told words are of the same list
  return ofType ?? (kind as ItemKind | null) ?? facts.kind;
}

/** The traits of an item. A name's own words count before what is told. `share` gives equal texts one copy. */
export function itemTraits(
  game: Game,
  name: string,
  attributes: ItemAttributes,
  share: (text: string | null) => string | null = (text) => text,
): ItemTraits {
  const facts = describeName(game, name);
  // Written out: an object that is spread together takes several times the memory, and there is one for each item
  return {
    name,
    kind: kindOf(game, facts, attributes),
    weapon: share(facts.weapon),
    finish: share(facts.finish),
    exterior: facts.exterior,
    statTrak: facts.statTrak,
    souvenir: facts.souvenir,
    quality: share(facts.quality),
    effect: share(facts.effect),
    event: share(facts.event),
    rarity: attributes.rarity,
    hero: attributes.hero,
    itemType: attributes.itemType ?? (game === 'Rust' ? facts.weapon : null),
    slot: attributes.slot,
    collections: attributes.collections,
    classes: attributes.classes,
    minFloat: attributes.minFloat,
    maxFloat: attributes.maxFloat,
  };
}

const valuesOf: Readonly<Record<FilterWord, (traits: ItemTraits) => string | readonly string[] | null>> = {
  kind: ({ kind }) => kind,
  weapon: ({ weapon }) => weapon,
  finish: ({ finish }) => finish,
  exterior: ({ exterior }) => exterior,
  rarity: ({ rarity }) => rarity,
  collection: ({ collections }) => collections,
  hero: ({ hero }) => hero,
  slot: ({ slot }) => slot,
  itemType: ({ itemType }) => itemType,
  quality: ({ quality }) => quality,
  class: ({ classes }) => classes,
  event: ({ event }) => event,
};

type Test = (traits: ItemTraits) => boolean;

function wordTest(word: FilterWord, words: readonly string[]): Test {
  const wanted = new Set(words.map((one) => one.toLowerCase()));
  const read = valuesOf[word];
  return (traits) => {
    const value = read(traits);
    if (value === null) return false;
    return typeof value === 'string'
      ? wanted.has(value.toLowerCase())
      : value.some((one) => wanted.has(one.toLowerCase()));
  };
}

/** A test of items that is made once for many of them. */
export function itemFilterTest(filter: ItemFilter): Test {
  const { statTrak, souvenir, fromFloat, toFloat } = filter;
  const tests = (Object.keys(valuesOf) as FilterWord[]).flatMap((word) => {
    const words = filter[word];
    return words === undefined ? [] : [wordTest(word, words)];
  });
  if (statTrak !== undefined) tests.push((traits) => traits.statTrak === statTrak);
  if (souvenir !== undefined) tests.push((traits) => traits.souvenir === souvenir);
  if (fromFloat !== undefined) tests.push(({ maxFloat }) => maxFloat !== null && maxFloat >= fromFloat);
  if (toFloat !== undefined) tests.push(({ minFloat }) => minFloat !== null && minFloat <= toFloat);
  return (traits) => tests.every((test) => test(traits));
}
