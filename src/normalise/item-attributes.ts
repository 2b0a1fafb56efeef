import { type AttributeName, areNone, attributesOfGame, type Game, type ItemAttributes } from '../schema/index.ts';
import { heroes, heroesByFile } from './dota2-words.ts';
import {
  csRarities,
  dotaRarityWords,
  dotaSlots,
  kindWords,
  tf2Classes,
  tf2Rarities,
  tf2Slots,
  type Words,
} from './item-words.ts';

/** Texts without letters of these scripts are equal to each other. */
const plain = (words: string): string => words.toLowerCase().replace(/[^a-z0-9\p{Script=Han}]/gu, '');

type Spell = (words: string) => string | null;

/** The spelling of a value, which is written as itself or as listed. */
function spelling(words: Words): Spell {
  const byWords = new Map<string, string>();
  for (const [value, others] of Object.entries(words))
    for (const one of [value, ...others.split(', ')]) byWords.set(plain(one), value);
  byWords.delete('');
  return (told) => byWords.get(plain(told)) ?? null;
}

/**
 * The one value that is named somewhere in a text, as in Steam's "Inscribed Mythical Belt" and "StatTrak™ Covert Rifle"; null
 * for none, and for two. A text that is a value itself, such as a machine name, is taken as a whole.
 */
function within(words: Words): Spell {
  const whole = spelling(words);
  const values = Object.keys(words).map(
    (value) => [value, new RegExp(`(?<![\\p{L}])${value}(?![\\p{L}])`, 'iu')] as const,
  );
  return (told) => {
    const known = whole(told);
    if (known !== null) return known;
    const found = values.filter(([, pattern]) => pattern.test(told.replaceAll('_', ' ')));
    return found.length === 1 ? (found[0]?.[0] ?? null) : null;
  };
}

const heroWords: Words = Object.fromEntries(
  heroes.map((hero) => [
    hero,
    Object.entries(heroesByFile)
      .flatMap(([file, name]) => (name === hero ? [file] : []))
      .join(', '),
  ]),
);
const heroOf = spelling(heroWords);

/** Steam calls every skin of Rust a "Workshop Item", which tells nothing. */
const rustType: Spell = (words) => {
  const type = words.trim();
  return type === '' || /^workshop item$/i.test(type) ? null : type;
};

/** "Hat", from Steam's "Limited Level 64 Hat". What counts kills is described by its count. */
const tf2Type: Spell = (words) => {
  const type = words.replace(/^.*\bLevel \d+(?:-\d+)? /, '').trim();
  return type === '' || / - .*: \d|^Strange /.test(words) ? null : type;
};

/** The name of a collection without marks that are not letters of any name; machine names are of no use to a reader. */
const collection: Spell = (words) => {
  const name = words.trim();
  return name === '' || /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(name) ? null : name;
};

/** By the last word that is known, which in Steam's type texts is what the item is. */
function kindOf(game: Game): Spell {
  const whole = spelling(kindWords[game] as Words);
  return (told) => {
    const parts = told.trim().split(' ');
    for (let from = 0; from < parts.length; from += 1) {
      const kind = whole(parts.slice(from).join(' '));
      if (kind !== null) return kind;
    }
    return null;
  };
}

const spellings: Readonly<Record<Game, Partial<Record<AttributeName, Spell>>>> = {
  CS2: { rarity: within(csRarities), kind: kindOf('CS2'), collections: collection },
  Dota2: {
    rarity: within(dotaRarityWords),
    hero: (words) => heroOf(words.replace(/^npc_dota_hero_/i, '')),
    kind: kindOf('Dota2'),
    slot: spelling(dotaSlots),
  },
  Rust: { itemType: rustType, kind: kindOf('Rust') },
  TF2: {
    rarity: within(tf2Rarities),
    itemType: tf2Type,
    kind: kindOf('TF2'),
    slot: spelling(tf2Slots),
    collections: collection,
    classes: spelling(tf2Classes),
  },
};

// Few texts, each of thousands of rows
const maxMemo = 20_000;
const memo = new Map<string, string | null>();

function spelt(game: Game, name: AttributeName, words: string): string | null {
  const key = `${game} ${name} ${words}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const value = spellings[game][name]?.(words) ?? null;
  if (memo.size >= maxMemo) memo.clear();
  memo.set(key, value);
  return value;
}

/** Ranges have two or three decimals; what some programs add is a matter of number formats. */
const rounded = (float: number): number => Math.round(float * 10_000) / 10_000;

function known(game: Game, name: AttributeName, told: ItemAttributes[AttributeName]): ItemAttributes[AttributeName] {
  if (typeof told === 'number') return rounded(told);
  if (typeof told === 'string') return spelt(game, name, told);
  const several = new Set((told ?? []).map((words) => spelt(game, name, words)).filter((value) => value !== null));
  return several.size === 0 ? null : [...several].sort();
}

/** What a marketplace tells of an item, in one spelling for all of them; null if nothing of it is understood. */
export function itemAttributesOf(game: Game, stated: ItemAttributes): ItemAttributes | null {
  const attributes: Partial<Record<AttributeName, ItemAttributes[AttributeName]>> = {};
  for (const name of Object.keys(stated) as AttributeName[])
    attributes[name] =
      stated[name] === null || !attributesOfGame[game].includes(name) ? null : known(game, name, stated[name]);
  return areNone(attributes as ItemAttributes) ? null : (attributes as ItemAttributes);
}
