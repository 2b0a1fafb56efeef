import type { GameBook } from './game-book.ts';
import type { MarketBook } from './market/market-book.ts';
import type { NameId } from './memory/numbers.ts';
import { bestOf } from './search/best-of.ts';

/** Names after one that any of these market books knows, in UTF-16 code unit order; at most `limit`. */
export function namesAfter(
  { names }: GameBook,
  marketBooks: readonly MarketBook[],
  after: string,
  limit: number,
): string[] {
  const behind: string[] = [];
  for (let number = 0 as NameId; number < names.size; number = (number + 1) as NameId) {
    const name = names.name(number);
    if (name > after && marketBooks.some((marketBook) => marketBook.series.wholeRow(number) >= 0)) behind.push(name);
  }
  const nameAt = (at: number) => behind[at] as string;
  return bestOf(behind.length, limit, (a, b) => (nameAt(a) < nameAt(b) ? -1 : 1)).map(nameAt);
}
