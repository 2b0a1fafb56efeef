import type { CatalogueItem, World } from '../../market/world.ts';

/** A currency by Steam's own number, with its spelling of a price. */
export type SteamCurrency = {
  readonly number: number;
  readonly code: string;
  readonly perDollar: (world: World) => number;
  readonly text: (minor: number) => string;
};

const grouped = (minor: number, group: string, decimal: string): string => {
  const [whole = '0', part = '00'] = (minor / 100).toFixed(2).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, group) + decimal + part;
};

export const dollar: SteamCurrency = {
  number: 1,
  code: 'USD',
  perDollar: () => 1,
  text: (minor) => `$${grouped(minor, ',', '.')}`,
};

export const euro: SteamCurrency = {
  number: 3,
  code: 'EUR',
  perDollar: ({ rates }) => rates.EUR,
  // Whole euros are written with two dashes
  text: (minor) => `${grouped(minor, ' ', ',').replace(/,00$/, ',--')}€`,
};

const rouble: SteamCurrency = {
  number: 5,
  code: 'RUB',
  perDollar: ({ rates }) => rates.RUB,
  text: (minor) => `${grouped(minor, '', ',').replace(/,00$/, '')} руб.`,
};

const yuan: SteamCurrency = {
  number: 23,
  code: 'CNY',
  perDollar: ({ rates }) => rates.CNY,
  text: (minor) => `¥ ${grouped(minor, ',', '.')}`,
};

/** Currencies of other visitors, at rates of Steam's own that differ a little from those of the banks. */
export const zloty: SteamCurrency = {
  number: 6,
  code: 'PLN',
  perDollar: ({ rates }) => 4.25 * rates.EUR,
  text: (minor) => `${grouped(minor, ' ', ',')}zł`,
};

export const pound: SteamCurrency = {
  number: 2,
  code: 'GBP',
  perDollar: ({ rates }) => 0.866 * rates.EUR,
  text: (minor) => `£${grouped(minor, ',', '.')}`,
};

export const real: SteamCurrency = {
  number: 7,
  code: 'BRL',
  perDollar: ({ rates }) => 6.2 * rates.EUR,
  text: (minor) => `R$ ${grouped(minor, '.', ',')}`,
};

/** Steam counts hundredths of yen too, but does not show them. */
export const yen: SteamCurrency = {
  number: 8,
  code: 'JPY',
  perDollar: ({ rates }) => 182 * rates.EUR,
  text: (minor) => `¥ ${grouped(minor, ',', '.').replace(/\.\d\d$/, '')}`,
};

/** Anonymous visitors get the currency of their country; some items are requested from Germany. */
export const strangersCurrency = (item: CatalogueItem): SteamCurrency => (item.index % 3 === 0 ? euro : dollar);

/** For an unknown currency, Steam answers in dollars. */
export const currencyNumbered = (text: string | null): SteamCurrency =>
  [dollar, euro, rouble, yuan].find(({ number }) => String(number) === text) ?? dollar;

export const minorUnits = (world: World, usd: number, currency: SteamCurrency): number =>
  Math.max(3, Math.round(usd * currency.perDollar(world) * 100));

export type Split = {
  readonly seller: number;
  readonly steamFee: number;
  readonly publisherFee: number;
  /** What the buyer pays. */
  readonly total: number;
};

const withFees = (seller: number): Split => {
  const steamFee = Math.max(1, Math.floor(seller * 0.05));
  const publisherFee = Math.max(1, Math.floor(seller * 0.1));
  return { seller, steamFee, publisherFee, total: seller + steamFee + publisherFee };
};

/** Splits a buyer's price into the seller's part and fees of 5 and 10 per cent, each at least one minor unit. */
export const splitPrice = (total: number): Split => {
  let seller = Math.max(1, Math.ceil(total / 1.15));
  while (withFees(seller).total < total) seller += 1;
  while (seller > 1 && withFees(seller).total > total) seller -= 1;
  const split = withFees(seller);
  // Rounding makes some totals unreachable from a seller's part; Steam's fee takes the remainder
  return { ...split, steamFee: split.steamFee + Math.max(0, total - split.total), total: Math.max(total, split.total) };
};
