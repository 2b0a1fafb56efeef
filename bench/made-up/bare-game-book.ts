import { applyAll, type GameBooks } from '../../src/book/apply.ts';
import type { MarketRules } from '../../src/book/best/market-rules.ts';
import type { BookRecord } from '../../src/book/book.ts';
import { GameBook } from '../../src/book/game-book.ts';
import { ByteArena } from '../../src/book/memory/byte-arena.ts';
import { ByteReader, ByteWriter } from '../../src/book/memory/byte-writer.ts';
import { StringPool } from '../../src/book/memory/string-pool.ts';
import { games, type Stamp } from '../../src/schema/index.ts';

type Reading = { readonly stamp: Stamp; readonly records: readonly BookRecord[] };

/** The game book of CS2 after some readings, with its parts accessible for measurement. */
export function bareGameBook(readings: Iterable<Reading>, rules: MarketRules): GameBook {
  const strings = { linkStarts: new StringPool(), stickerNames: new StringPool() };
  const memory = { arena: new ByteArena(), writer: new ByteWriter(), reader: new ByteReader(), strings };
  const books = Object.fromEntries(games.map((game) => [game, new GameBook(game, memory, () => rules)])) as GameBooks;
  for (const { stamp, records } of readings) applyAll(books, records, stamp, null, []);
  return books.CS2;
}
