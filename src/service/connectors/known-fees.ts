import type { Config } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import { type Fee, type FeeSide, feeSides, type KnownFees, marketplaceNamed } from '../../schema/index.ts';
import { maxPercent, readAmount, readEntries } from './set-entry.ts';

/** The fees that connectors declare, overridden by the settings; throws StartRefused where a setting cannot be read. */
export function knownFees(connectors: readonly Connector[], config: Config): KnownFees {
  const set = feeSides.map((side) => [side, setFees(side, config[`fees.${side}`])] as const);
  return new Map(
    connectors.flatMap(({ slug, fees = [] }) => {
      const id = marketplaceNamed(slug)?.id;
      if (id === undefined) return [];
      const retained = set.flatMap(([side, given]) => given.get(id) ?? fees.filter((fee) => fee.side === side));
      return [[id, retained] as const];
    }),
  );
}

function setFees(side: FeeSide, entries: readonly string[]): ReadonlyMap<number, readonly Fee[]> {
  const key = `fees.${side}`;
  const about = { asOf: null, source: `the setting ${key}`, evidence: 'set' } as const;
  const found = readEntries(key, entries, {
    read: readAmount,
    examples: `a marketplace and a percentage up to ${maxPercent}, such as csfloat=2 or skinport=8+0.30 EUR`,
  });
  return new Map([...found].map(([id, amount]) => [id, amount === null ? [] : [{ side, ...amount, ...about }]]));
}
