import type { ItemKind } from '../../schema/index.ts';
import { kindIn, type NameFacts, noFacts, unmarkedKind } from './name-facts.ts';

/** Before the name of an item, which has it in the quality Standard too. */
const qualities =
  /^(Inscribed|Autographed|Corrupted|Heroic|Auspicious|Frozen|Cursed|Genuine|Unusual|Infused|Exalted|Ascendant|Legacy|Elder|Favored|Vintage|Self-Made|Completed|Haunted|Strange|Base|Community|Valve|Customized) (?=.)/;

const kindOfPattern: readonly (readonly [RegExp, ItemKind])[] = [
  [/\bLoading Screen\b(?!.*\bTreasure$)/i, 'loadingScreen'],
  [/\bSticker\b.*\bTI 20\d\d$|\bSticker$/, 'sticker'],
  [/\b(?:Sticker|Team Logo) Capsule\b/, 'treasure'],
  [/^Taunt: |\bTaunt$/, 'taunt'],
  [/^(?:Announcer|Mega-Kills|Killing Spree): |\b(?:Announcer|Mega-Kills?)(?: Pack)?$/, 'announcer'],
  [/^(?:\d{4} )?Player Card: |\bPlayer Card Pack\b/, 'playerCard'],
  [/^(?:Team )?Pennant: |\bPennant$/, 'pennant'],
  [/^(?:Classic )?Pin: |\bPin$|^Effigy\b|\bTrophy$|\bAutograph Avatar\b/, 'collectible'],
  [/\bAutographed by\b|^(?:Trove Carafe|Lockless Luckvase)\b/, 'treasure'],
  [
    /^(?:(?:Golden )?(?:International )?(?:\d{4} )?Autograph|Spectator|Kinetic|Prismatic|Ethereal|Inscribed|Gem Pack): ?/,
    'gem',
  ],
  [/\bGem$|\b(?:Kills|Killed|Stolen|Purchased|Placed|Repelled|Denied|Destroyed|Healed|Assists|Deaths|Slain)$/, 'gem'],
  [/\bRecipe: |^Recipe\b|\b(?:(?:Compendium|Ability|Battle) Points|Levels?|Tokens?|Expander|Chisel)$/, 'tool'],
  [/\b(?:Emoticons?|Emoticon Pack(?: \w+)?|Emoticharm)(?: Bundle)?$|^Emoticharm\b/, 'emoticon'],
  [/\bCursor Pack$/, 'cursor'],
  [/\bHUD(?: Skin)?$/i, 'hud'],
  [/\bMusic Pack$/i, 'musicKit'],
  [/\bTerrain$/, 'terrain'],
  [/\bKey(?: 20\d\d)?$|^Key of\b/, 'key'],
  [/\bTreasures?\b|\b(?:Cache|Chest|Trove|Lockbox)$/, 'treasure'],
  [/\b(?:Bundle|Set|Pack|Megabundle)(?: [IVX]+)?$/i, 'bundle'],
  [/\b(?:Compendium|Battle Pass)(?: 20\d\d)?$|\bBattle Pass\b/, 'pass'],
  [
    /\bTicket\b|\b(?:League|Cup|Tournament|Championships?|Masters|Arena|Series|Qualifiers?|Invitational|Season)\b(?:[ -]*(?:#?\d+|[IVX]+|Season|Series|Dota2?|\d{4}|Asia|Europe|Americas|EU|SEA|CIS))*$|\bDota ?2\b/i,
    'ticket',
  ],
  [/\b(?:Courier|Greevil)$/i, 'courier'],
  [/\bWard$/, 'ward'],
];

/** What a name of Dota 2 tells: "Inscribed Exalted Arms". */
export function dota2Facts(name: string): NameFacts {
  const quality = qualities.exec(name)?.[1];
  const base = quality === undefined ? name : name.slice(quality.length + 1);
  const kind = kindIn(kindOfPattern, base) ?? unmarkedKind.Dota2;
  return { ...noFacts, kind, quality: quality ?? 'Standard' };
}
