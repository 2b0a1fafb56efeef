import { areNone, attributesOfGame, type Game, type ItemAttributes } from '../schema/index.ts';
import { heroes, heroesByFile, rarities } from './dota2-words.ts';

const plain = (words: string): string => words.toLowerCase().replace(/[^a-z]/g, '');

const rarityByWord: ReadonlyMap<string, string> = new Map(rarities.map((rarity) => [plain(rarity), rarity]));

const heroByPlainName: ReadonlyMap<string, string> = new Map([
  ...heroes.map((hero) => [plain(hero), hero] as const),
  ...Object.entries(heroesByFile).map(([file, hero]) => [plain(file), hero] as const),
]);

/**
 * "Mythical", from "mythical", from the tag "Rarity_Mythical" and from the type "Inscribed Mythical Belt"; null for other words,
 * and where there are two rarities.
 */
function dotaRarity(words: string | null): string | null {
  const found = new Set(
    (words ?? '')
      .toLowerCase()
      .split(/[^a-z]+/)
      .flatMap((word) => rarityByWord.get(word) ?? []),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** "Shadow Fiend", from "shadow fiend" and from the tag "npc_dota_hero_nevermore"; null for what is no hero. */
const dotaHero = (words: string | null): string | null =>
  heroByPlainName.get(plain((words ?? '').replace(/^npc_dota_hero_/i, ''))) ?? null;

/** Steam calls every skin of Rust a "Workshop Item", which tells nothing. */
function rustType(words: string | null): string | null {
  const type = (words ?? '').trim();
  return type === '' || /^workshop item$/i.test(type) ? null : type;
}

/** What a marketplace tells of an item, in one spelling for all of them; null if nothing of it is understood. */
export function itemAttributesOf(game: Game, stated: ItemAttributes): ItemAttributes | null {
  const ofGame = attributesOfGame[game];
  const known: ItemAttributes = {
    rarity: ofGame.includes('rarity') ? dotaRarity(stated.rarity) : null,
    hero: ofGame.includes('hero') ? dotaHero(stated.hero) : null,
    itemType: ofGame.includes('itemType') ? rustType(stated.itemType) : null,
  };
  return areNone(known) ? null : known;
}
