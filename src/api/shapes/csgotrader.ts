import type { PriceColumns } from '../../book/prices/price-copies.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import { toPrice } from '../wire/price.ts';
import { entryPieces, gather, PricesByName } from './gather.ts';

// One file per provider, by its name there, and one file with all of them. Prices are in dollars

type Write = (prices: PricesByName, number: number) => unknown;

const price = (amounts: readonly number[], number: number): number | null => toPrice(amounts[number] ?? null);

const variants = (of: PricesByName['askOf'], number: number): { readonly doppler?: object } => {
  const known = of.get(number);
  if (known === undefined) return {};
  return { doppler: Object.fromEntries(Object.entries(known).map(([phase, amount]) => [phase, toPrice(amount)])) };
};

const plain: Write = ({ ask }, number) => price(ask, number);
const priced: Write = ({ ask, askOf }, number) => ({ price: price(ask, number), ...variants(askOf, number) });
const sided: Write = ({ ask, askOf, bid, bidOf }, number) => ({
  starting_at: { price: price(ask, number), ...variants(askOf, number) },
  highest_order: { price: price(bid, number), ...variants(bidOf, number) },
});
const suggested: Write = ({ ask }, number) => ({ suggested_price: null, starting_at: price(ask, number) });
const instant: Write = ({ ask, bid }, number) => ({
  price: price(ask, number),
  instant_sale_price: price(bid, number),
});

const providers: Readonly<Record<string, { readonly slug: string; readonly write: Write }>> = {
  bitskins: { slug: 'bitskins', write: instant },
  buff163: { slug: 'buff163', write: sided },
  csfloat: { slug: 'csfloat', write: sided },
  csgoempire: { slug: 'csgoempire', write: plain },
  csgotm: { slug: 'market-csgo', write: plain },
  csmoney: { slug: 'csmoney', write: priced },
  cstrade: { slug: 'cs-trade', write: priced },
  lootfarm: { slug: 'loot-farm', write: plain },
  skinport: { slug: 'skinport', write: suggested },
  swapgg: { slug: 'swap-gg', write: plain },
};

export const providerNames: readonly string[] = Object.keys(providers);

/** The file with all providers. */
export const allProviders = 'prices_v6';

export const marketplaceIdsOf = (file: string): number[] =>
  (file === allProviders ? providerNames : [file]).map((name) => marketplaceWithSlug(providers[name]?.slug ?? '').id);

export async function* csgotraderList(
  copies: { readonly next: () => PriceColumns | null },
  file: string,
): AsyncGenerator<Buffer> {
  const wanted = Object.entries(providers)
    .filter(([name]) => file === allProviders || file === name)
    .map(([name, { slug, write }]) => ({ name, id: marketplaceWithSlug(slug).id, write, prices: new PricesByName() }));
  const names = await gather(copies, (id) => wanted.find((one) => one.id === id)?.prices);
  const isKnown = ({ prices }: (typeof wanted)[number], number: number) =>
    prices.ask[number] !== undefined || prices.bid[number] !== undefined;
  yield Buffer.from('{\n');
  yield* entryPieces(names, (number, name) => {
    const entries = wanted.map(
      (one) => [one.name, isKnown(one, number) ? one.write(one.prices, number) : null] as const,
    );
    if (entries.every(([, value]) => value === null)) return null;
    const value = file === allProviders ? { ...noSteam, ...Object.fromEntries(entries) } : entries[0]?.[1];
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  yield Buffer.from('\n}\n');
}

// Medians of sales over days, which cannot be derived from lowest asks
const noSteam = { steam: { last_24h: null, last_7d: null, last_30d: null, last_90d: null } };
