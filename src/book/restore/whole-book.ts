import { games } from '../../schema/index.ts';
import type { GameBooks } from '../apply.ts';
import type { DumpPart, PartSource } from '../dump/part.ts';
import { loadVariants, variantsPart } from '../dump/variants.ts';
import type { Memory } from '../memory/codec.ts';

type Counts = { readonly offers: number; readonly buyOrders: number };

/** All parts of a book. The book must not change before the last part is taken. */
export function* savedParts({ arena, strings }: Memory, gameBooks: GameBooks): Generator<DumpPart> {
  yield* strings.linkStarts.save('linkStarts');
  yield* strings.stickerNames.save('stickerNames');
  yield* arena.save('arena');
  yield variantsPart();
  for (const game of games) yield* gameBooks[game].save(game);
}

/** Fills an empty book. */
export async function loadParts({ arena, strings }: Memory, gameBooks: GameBooks, reader: PartSource): Promise<Counts> {
  await strings.linkStarts.load('linkStarts', reader);
  await strings.stickerNames.load('stickerNames', reader);
  await arena.load('arena', reader);
  const variants = await loadVariants(reader);
  for (const game of games) await gameBooks[game].load(game, reader, variants);
  const marketBooks = games.flatMap((game) => gameBooks[game].marketBooks);
  return {
    offers: marketBooks.reduce((sum, { offers }) => sum + offers.size, 0),
    buyOrders: marketBooks.reduce((sum, { orders }) => sum + orders.size, 0),
  };
}
