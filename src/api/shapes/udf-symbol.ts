import {
  type Game,
  gameNamed,
  knownEffects,
  marketplaceNamed,
  meansAll,
  phases,
  plain,
  type Variant,
} from '../../schema/index.ts';
import { candleSubjects } from '../wire/tape/candle.ts';

/*
 * A symbol is one text, CS2:SkinPort:bid:★ Karambit | Doppler (Factory New) [Ruby]. What stands before the name can be left
 * out. Charts write what is typed in capitals.
 */

export type SymbolParts = {
  /** Null if none is said. */
  readonly game: string | null;
  /** Null for all of them. */
  readonly marketplace: string | null;
  readonly of: (typeof candleSubjects)[number];
  /** With the variant in brackets. */
  readonly name: string;
};

/** What a word before the name says; null if it is part of the name. */
function saidBy(word: string): Partial<SymbolParts> | null {
  if (gameNamed(word) !== null) return { game: word };
  if (meansAll(word)) return { marketplace: null };
  if (marketplaceNamed(word) !== null) return { marketplace: word };
  const of = candleSubjects.find((one) => one === word.toLowerCase());
  return of === undefined ? null : { of };
}

/** Reads a symbol, or one in which words of a name stand for it. */
export function readSymbol(text: string): SymbolParts {
  let parts: SymbolParts = { game: null, marketplace: null, of: 'ask', name: text.trim() };
  for (;;) {
    const end = parts.name.indexOf(':');
    const said = end < 0 ? null : saidBy(parts.name.slice(0, end).trim());
    if (said === null) return parts;
    parts = { ...parts, ...said, name: parts.name.slice(end + 1).trim() };
  }
}

export const writeSymbol = ({ game, marketplace, of, name }: SymbolParts & { readonly game: Game }): string =>
  [game, marketplace ?? 'all', of, name].join(':');

/** The name and the variant after it; brackets with anything else are part of the name. */
export function splitVariant(text: string): { readonly bare: string; readonly variant: Variant | null } {
  const [, bare = text, inBrackets = ''] = /^(.+) \[([^\]]+)\]$/.exec(text) ?? [];
  const wanted = plain(inBrackets);
  const variant = wanted === '' ? undefined : [...phases, ...knownEffects()].find((one) => plain(one) === wanted);
  return variant === undefined ? { bare: text, variant: null } : { bare, variant };
}

export const withVariant = (name: string, variant: Variant | null): string =>
  variant === null ? name : `${name} [${variant}]`;
