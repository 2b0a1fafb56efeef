import { conditions } from '../schema/index.ts';
import aliases from './aliases.json' with { type: 'json' };

const wearsByLetters = new Map(conditions.map((wear) => [`(${wear.toLowerCase()})`, `(${wear})`]));

// Names of Dota 2 have &lt;, &gt; and &quot; themselves, some beside others that differ from them in nothing else
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|apos|nbsp);/gi;
const namedEntities: Readonly<Record<string, string>> = { amp: '&', apos: "'", nbsp: ' ' };
const singleQuote = /[‘’‛ʼ′]/g;
const doubleQuote = /[“”„‟″]/g;
// Characters of format are soft hyphens, joiners, marks of direction and byte order marks
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;
const otherBlank = /[^\S ]/g;

const oddUnit = /[^\S ]|[&‘’‛ʼ′“”„‟″\p{Cf}\p{M}\udb40]/u;
const plain = 1;
const odd = 2;
// By code unit; 0 means not looked up yet
const oddness = new Uint8Array(2 ** 16);
const blank = 0x20;

function lookUp(unit: number): number {
  const found = oddUnit.test(String.fromCharCode(unit)) ? odd : plain;
  oddness[unit] = found;
  return found;
}

/** Whether a name is certainly its own key, which nearly every name is. */
function isPlain(name: string): boolean {
  let previous = blank;
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    if ((oddness[unit] || lookUp(unit)) === odd || (unit === blank && previous === blank)) return false;
    previous = unit;
  }
  return previous !== blank;
}

function decoded(text: string): string {
  const inner = text.slice(1, -1).toLowerCase();
  const named = namedEntities[inner];
  if (named !== undefined) return named;
  const code = inner.startsWith('#x') ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : text;
}

function folded(name: string): string {
  if (isPlain(name)) return name;
  return name
    .replace(entity, decoded)
    .replace(singleQuote, "'")
    .replace(doubleQuote, '"')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

function inOwnCase(name: string): string {
  if (!name.endsWith(')')) return name;
  const from = name.lastIndexOf('(');
  const wear = wearsByLetters.get(name.slice(from).toLowerCase());
  return wear === undefined || name.endsWith(wear) ? name : name.slice(0, from) + wear;
}

const ownNames = new Map(Object.entries(aliases).map(([other, own]) => [folded(other), own]));
const ownKeys = new Map([...ownNames].map(([other, own]) => [other, folded(own)]));

/** The name as Steam writes it, where another spelling of it is known to be wrong: a listed alias, or the case of the wear. */
export function correctedName(name: string): string {
  const cased = inOwnCase(name);
  return ownNames.get(folded(cased)) ?? cased;
}

/**
 * What tells an item from all others of its game: its name without what programs lose or add on the way, which are runs
 * of blanks, HTML entities, typographic quotes, invisible characters and decomposed letters. It is no name to show.
 */
export function itemKey(name: string): string {
  const key = folded(inOwnCase(name));
  return ownKeys.get(key) ?? key;
}

/** Number of characters that a program has put in place of others, or beside them. */
const faultsIn = (name: string): number =>
  [entity, singleQuote, doubleQuote, invisible, otherBlank].reduce(
    (sum, fault) => sum + (name.match(fault)?.length ?? 0),
    0,
  );

/**
 * Whether another spelling with the same key is rather Steam's own: it has fewer characters that a program has replaced,
 * or else more blanks, because programs collapse runs of them and none adds any. Of several spellings one is the best,
 * whichever was met first.
 */
export function isBetterSpelling(other: string, than: string): boolean {
  const rank = faultsIn(than) - faultsIn(other) || other.length - than.length;
  return rank > 0 || (rank === 0 && other < than);
}
