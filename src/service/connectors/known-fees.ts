import type { Connector } from '../../contract/connector.ts';
import { nearest } from '../../nearest.ts';
import {
  type Currency,
  currencies,
  type Fee,
  type FeeSide,
  feeSides,
  type KnownFees,
  marketplaceNamed,
  marketplaces,
  plain,
  StartRefused,
} from '../../schema/index.ts';
import type { Config } from '../../settings.ts';

/** The fees that connectors declare, overridden by the settings; throws StartRefused where a setting cannot be read. */
export function knownFees(connectors: readonly Connector[], config: Config): KnownFees {
  const set = feeSides.map((side) => [side, setFees(side, config[`fees.${side}`])] as const);
  return new Map(
    connectors.flatMap(({ slug, fees = [] }) => {
      const id = marketplaceNamed(slug)?.id;
      if (id === undefined) return [];
      const kept = set.flatMap(([side, given]) => given.get(id) ?? fees.filter((fee) => fee.side === side));
      return [[id, kept] as const];
    }),
  );
}

function setFees(side: FeeSide, entries: readonly string[]): ReadonlyMap<number, readonly Fee[]> {
  return new Map(entries.map((entry) => [marketplaceOf(side, entry), feesIn(side, entry)]));
}

function marketplaceOf(side: FeeSide, entry: string): number {
  const [name = ''] = entry.split('=');
  const found = marketplaceNamed(name.trim());
  if (found !== null) return found.id;
  const near = nearest(plain(name), marketplaces, ({ slug, aliases }) => [slug, ...aliases].map(plain));
  const hint = near === null ? '/registry.json lists the known ones' : `did you mean ${near.slug}?`;
  throw new StartRefused(`fees.${side} names "${name.trim()}", which is not known; ${hint}`);
}

const form = /^(\d+(?:\.\d+)?)(?:\s*\+\s*(\d+(?:\.\d{1,3})?)\s*([A-Z]{3}))?$/;
const mostPercent = 50;

function feesIn(side: FeeSide, entry: string): readonly Fee[] {
  const value = entry.slice(entry.indexOf('=') + 1).trim();
  if (entry.includes('=') && value === 'none') return [];
  const [, percent, amount, currency] = (entry.includes('=') ? form.exec(value) : null) ?? [];
  const fixed = amount === undefined ? undefined : amountOf(amount, currency);
  if (percent === undefined || Number(percent) > mostPercent || fixed === null)
    throw new StartRefused(
      `fees.${side} holds "${entry}"; write a marketplace and a percentage up to ${mostPercent}, such as csfloat=2 or skinport=8+0.30 EUR, or =none`,
    );
  const about = { asOf: null, source: `the setting fees.${side}`, evidence: 'set' } as const;
  return [{ side, percent: Number(percent), ...(fixed !== undefined && { fixed }), ...about }];
}

function amountOf(text: string, currency: string | undefined): Fee['fixed'] | null {
  const amount = Math.round(Number(text) * 1000);
  const known = currencies.find((one) => one === currency) as Currency | undefined;
  if (known === undefined) return null;
  return amount === 0 ? undefined : { amount, currency: known };
}
