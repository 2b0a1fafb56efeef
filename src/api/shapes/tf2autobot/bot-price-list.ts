import { setImmediate as turn } from 'node:timers/promises';
import type { PriceColumns } from '../../../book/prices/price-copies.ts';
import type { RouteContext } from '../../route.ts';
import { entryPieces, gather, PricesByName } from '../gather.ts';
import { keySku, type PriceReader, readBotPrice, type UnpricedReason } from './bot-price.ts';

// Parsing a name for the first time takes a tenth of a millisecond or more
const namesPerTurn = 50;

/** The whole list in the format of TF2Autobot, followed by the number of omitted items per reason. */
export async function* botPriceList(
  copies: { readonly next: () => PriceColumns | null },
  book: Pick<RouteContext['book'], 'best'>,
  marketplaceIds: readonly number[],
  reader: PriceReader,
): AsyncGenerator<Buffer> {
  const prices = new PricesByName();
  const names = await gather(copies, () => prices);
  const keyName = reader.names.nameOf(keySku)?.name;
  const mayBePriced = (number: number, name: string) =>
    name === keyName || (prices.ask[number] !== undefined && prices.bid[number] !== undefined);
  let read = 0;
  for (const [number, name] of names) {
    if (mayBePriced(number, name)) reader.names.skuOf(name);
    read += 1;
    if (read % namesPerTurn === 0) await turn();
  }
  const leftOut: Record<UnpricedReason, number> = { oneSided: 0, nameUnknown: 0, crossed: 0 };
  yield Buffer.from('{"success":true,"currency":null,"items":[\n');
  yield* entryPieces(names, (number, name) => {
    const [best] = mayBePriced(number, name)
      ? book.best('TF2', name, { marketplaceIds, unlockedAt: null, payout: 'any' })
      : [];
    const price = best === undefined ? 'oneSided' : readBotPrice(reader, name, best);
    if (typeof price === 'object') return JSON.stringify(price);
    leftOut[price] += 1;
    return null;
  });
  yield Buffer.from(`\n],"leftOut":${JSON.stringify(leftOut)}}\n`);
}
