import type { PriceColumns } from '../../../book/prices/price-copies.ts';
import type { RouteContext } from '../../route.ts';
import { entryPieces, gather, PricesByName } from '../gather.ts';
import { type PriceReader, readBotPrice, type Untold } from './bot-price.ts';

/** The whole list, as TF2Autobot takes it; how many items are left out, and why, stands at its end. */
export async function* botPriceList(
  copies: { readonly next: () => PriceColumns | null },
  book: Pick<RouteContext['book'], 'best'>,
  marketplaceIds: readonly number[],
  reader: PriceReader,
): AsyncGenerator<Buffer> {
  const prices = new PricesByName();
  const names = await gather(copies, () => prices);
  const leftOut: Record<Untold, number> = { oneSided: 0, nameUnknown: 0, crossed: 0 };
  yield Buffer.from('{"success":true,"currency":null,"items":[\n');
  yield* entryPieces(names, (number, name) => {
    const isTwoSided = prices.ask[number] !== undefined && prices.bid[number] !== undefined;
    const [best] = isTwoSided ? book.best('TF2', name, { marketplaceIds, unlockedAt: null }) : [];
    const price = best === undefined ? 'oneSided' : readBotPrice(reader, name, best);
    if (typeof price === 'object') return JSON.stringify(price);
    leftOut[price] += 1;
    return null;
  });
  yield Buffer.from(`\n],"leftOut":${JSON.stringify(leftOut)}}\n`);
}
