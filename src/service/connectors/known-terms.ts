import type { Config, SettingKey } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import {
  type KnownTerms,
  marketplaceNamed,
  type PayoutKind,
  type PublicMoney,
  payoutKinds,
  type Terms,
  withSteamRules,
} from '../../schema/index.ts';
import { maxPercent, readAmount, readEntries, readMoney } from './set-entry.ts';

/** Replaces one fact about a marketplace; what is set as unknown becomes unknown. */
type Override = (id: number, terms: Terms) => Terms;

/**
 * What one gets at each marketplace, as connectors declare it and the rules of Steam complete it, overridden by the settings;
 * throws StartRefused where a setting cannot be read.
 */
export function knownTerms(connectors: readonly Connector[], config: Config): KnownTerms {
  const overrides = overridesIn(config);
  return new Map(
    connectors.flatMap(({ slug, terms = {}, games }) => {
      const id = marketplaceNamed(slug)?.id;
      if (id === undefined) return [];
      return [[id, overrides.reduce((made, override) => override(id, made), withSteamRules(terms, games))] as const];
    }),
  );
}

function overridesIn(config: Config): readonly Override[] {
  const entriesOf = <T>(key: TermsKey, read: (value: string) => T | null, examples: string) =>
    readEntries(key, config[key], { read, examples });
  const amounts = `a marketplace and a percentage up to ${maxPercent}, such as csfloat=1.5 or waxpeer=1+0.30 USD`;
  const days = `a marketplace and a number of days up to ${maxDays}, such as csfloat=8`;
  return [
    override(
      'payout',
      entriesOf('terms.payout', readKind, `a marketplace and one of ${payoutKinds.join(', ')}`),
      (kind) => ({
        kind,
        ...set('terms.payout'),
      }),
    ),
    override('itemHolds', entriesOf('terms.itemHold', readDays, days), (count) => [
      { days: count, ...set('terms.itemHold') },
    ]),
    override('moneyHolds', entriesOf('terms.moneyHold', readDays, days), (count) => [
      { days: count, ...set('terms.moneyHold') },
    ]),
    override('payIn', entriesOf('terms.payIn', readAmount, amounts), (amount) => [
      { ...amount, ...set('terms.payIn') },
    ]),
    override('payOut', entriesOf('terms.payOut', readAmount, amounts), (amount) => [
      { ...amount, ...set('terms.payOut') },
    ]),
    override(
      'maxPrices',
      entriesOf('terms.maxPrice', readPrice, 'a marketplace and a price, such as steam-market=2000 USD'),
      (price) => [{ price, ...set('terms.maxPrice') }],
    ),
  ];
}

type TermsKey = Extract<SettingKey, `terms.${string}`>;

const set = (key: TermsKey) => ({ asOf: null, source: `the setting ${key}`, evidence: 'set' as const });

const override =
  <Key extends keyof Terms, T>(
    key: Key,
    entries: ReadonlyMap<number, T | null>,
    factOf: (value: T) => NonNullable<Terms[Key]>,
  ): Override =>
  (id, terms) => {
    const value = entries.get(id);
    if (value === undefined) return terms;
    const { [key]: _, ...others } = terms;
    return value === null ? others : { ...others, [key]: factOf(value) };
  };

const maxDays = 60;

const readKind = (text: string): PayoutKind | null => payoutKinds.find((kind) => kind === text) ?? null;

const readDays = (text: string): number | null =>
  /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) <= maxDays ? Number(text) : null;

const readPrice = (text: string): PublicMoney | null => {
  const price = readMoney(text);
  return price?.amount === 0 ? null : price;
};
