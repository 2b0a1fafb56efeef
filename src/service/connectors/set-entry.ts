import {
  currencies,
  marketplaceNamed,
  marketplaces,
  type PublicMoney,
  plain,
  StartRefused,
} from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';

/** The amount of a percentage and a fixed sum as settings write it: `8` or `8+0.30 EUR`. */
export type SetAmount = { readonly percent: number; readonly fixed?: PublicMoney };

/**
 * The entries of a setting such as `csfloat=2`, by the id of their marketplace; null where `none` makes the fact unknown. Throws
 * StartRefused for an unknown marketplace and, naming `examples`, where `read` gives null.
 */
export function readEntries<T>(
  key: string,
  entries: readonly string[],
  { read, examples }: { readonly read: (value: string) => T | null; readonly examples: string },
): ReadonlyMap<number, T | null> {
  return new Map(
    entries.map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      const value = rest.length === 0 ? null : rest.join('=').trim();
      const id = marketplaceOf(key, name.trim());
      if (value === 'none') return [id, null];
      const found = value === null ? null : read(value);
      if (found === null) throw new StartRefused(`${key} holds "${entry}"; write ${examples}, or =none`);
      return [id, found];
    }),
  );
}

function marketplaceOf(key: string, name: string): number {
  const found = marketplaceNamed(name);
  if (found !== null) return found.id;
  const near = nearest(plain(name), marketplaces, ({ slug, aliases }) => [slug, ...aliases].map(plain));
  const hint = near === null ? '/registry.json lists the known ones' : `did you mean ${near.slug}?`;
  throw new StartRefused(`${key} names "${name}", which is not known; ${hint}`);
}

const form = /^(\d+(?:\.\d+)?)(?:\s*\+\s*(.*))?$/;
export const maxPercent = 50;

/** Reads `8` and `8+0.30 EUR`; null where that fails. A fixed sum of 0 is none. */
export function readAmount(text: string): SetAmount | null {
  const [, percent, sum] = form.exec(text) ?? [];
  if (percent === undefined || Number(percent) > maxPercent) return null;
  if (sum === undefined) return { percent: Number(percent) };
  const fixed = readMoney(sum);
  if (fixed === null) return null;
  return { percent: Number(percent), ...(fixed.amount > 0 && { fixed }) };
}

/** Reads `2000 USD`; null where that fails. */
export function readMoney(text: string): PublicMoney | null {
  const [, amount, code] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([A-Z]{3})$/.exec(text) ?? [];
  const currency = currencies.find((one) => one === code);
  return amount === undefined || currency === undefined
    ? null
    : { amount: Math.round(Number(amount) * 1000), currency };
}
