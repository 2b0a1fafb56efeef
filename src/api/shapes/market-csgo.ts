import type { PriceColumns } from '../../book/prices/price-copies.ts';
import type { Currency } from '../../schema/index.ts';
import { toSeconds } from '../wire/time.ts';
import { entryPieces, gather, PricesByName } from './gather.ts';

/** `prices/USD.json` in the format of Market.CSGO: prices as strings with three decimals, counts as strings. */
export async function* marketCsgoList(
  copies: { readonly next: () => PriceColumns | null },
  currency: Currency,
  at: number,
): AsyncGenerator<Buffer> {
  const prices = new PricesByName();
  const names = await gather(copies, () => prices);
  yield Buffer.from(`{"success":true,"time":${toSeconds(at)},"currency":"${currency}","items":[\n`);
  yield* entryPieces(names, (number, name) => {
    const ask = prices.ask[number];
    if (ask === undefined) return null;
    return `{"market_hash_name":${JSON.stringify(name)},"price":"${(ask / 1000).toFixed(3)}","volume":"${prices.offerCount[number]}"}`;
  });
  yield Buffer.from('\n]}\n');
}
