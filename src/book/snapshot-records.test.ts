import { describe, expect, it } from 'vitest';
import { allAnswers } from '../../test/support/book/all-answers.ts';
import { RandomMarket, randomGames, randomMarketplaces } from '../../test/support/book/random-market.ts';
import { fees } from '../../test/support/book/read-market.ts';
import { asRead, restarted, restored } from '../../test/support/book/restarted.ts';
import { extent } from '../../test/support/runner/long-run.ts';
import { type Change, type SnapshotRecord, subjectOf } from '../schema/index.ts';
import { Book } from './book.ts';

const runs = extent({ short: 6, long: 300 });

type Subject = ReturnType<typeof subjectOf>;

const few = { names: 12, ids: 30 };

const answersOf = (book: Book, market: RandomMarket, names: number) => {
  const some = Array.from({ length: names }, (_, at) => market.nameOf(at));
  const about = { games: randomGames, marketplaceIds: randomMarketplaces, names: some, at: market.now };
  // Texts are compared in a fraction of the time
  return Array.from(allAnswers(book, about), (one) => JSON.stringify(one));
};

/** Without an order, and what depends on it: which of several offers is the first below the others. */
const textsOf = (values: readonly unknown[]): string[] =>
  values.map((value) => JSON.stringify(value).replace(/"isNew(Item)?Floor":\w+,/g, '')).sort();

/** All offers, buy orders, quotes and floors, without when they were confirmed, which changes do not tell. */
const standingTexts = (book: Book): string[] =>
  book
    .parts()
    .flatMap((part) => [...book.standing(part)])
    .flatMap((one) => {
      if (one.what === 'state') return [];
      const { seenBy: _, usdRange: __, facts: ___, ...told } = { seenBy: 0, usdRange: null, facts: null, ...one };
      return [JSON.stringify(told).replace(/"seenAt":\d+/, '')];
    })
    .sort();

/** The first answers that differ, in short. */
function differences(one: readonly string[], other: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const [at, answer] of one.entries()) {
    if (answer === other[at]) continue;
    const from = Math.max(0, [...answer].findIndex((letter, index) => letter !== other[at]?.[index]) - 150);
    found.push(`${answer.slice(0, 60)} … ${answer.slice(from, from + 250)} <> ${other[at]?.slice(from, from + 250)}`);
  }
  return found.slice(0, 4);
}

describe('what stands in a book', () => {
  it('gives the same answers where it is restored, and later records do the same there', () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const market = new RandomMarket(seed, few);
      const book = new Book(fees);
      for (let step = 0; step < 60; step += 1) market.next()(book);
      book.takeTopBids();
      book.takeItemStatements();

      const other = restarted(book, new Book(fees));

      expect(differences(answersOf(other, market, few.names), answersOf(book, market, few.names))).toEqual([]);
      for (let step = 0; step < 60; step += 1) {
        const happening = market.next();
        expect(differences(textsOf(happening(other) as unknown[]), textsOf(happening(book) as unknown[]))).toEqual([]);
        expect(textsOf(other.takeTopBids())).toEqual(textsOf(book.takeTopBids()));
      }
      expect(differences(answersOf(other, market, few.names), answersOf(book, market, few.names))).toEqual([]);
    }
  });

  it('is complete with the changes published since, where the book changed meanwhile', () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const market = new RandomMarket(seed, few);
      const book = new Book(fees);
      for (let step = 0; step < 40; step += 1) market.reading(12)(book);
      const published: Change[] = [];
      const stood = book.parts().map((part) => {
        const since = published.length;
        const standing: SnapshotRecord[] = [];
        for (const one of book.standing(part)) {
          standing.push(...asRead([one]));
          if (standing.length % 9 === 0) published.push(...(market.reading(12)(book) as Change[]));
        }
        return { part, standing, since };
      });

      const other = restored(stood, new Book(fees));
      const sinceOf = ({ game, marketplaceId }: Subject): number =>
        stood.find(({ part }) => part.game === game && part.marketplaceId === marketplaceId)?.since ?? 0;
      other.replay(published.filter((change, at) => at >= sinceOf(subjectOf(change))));

      expect(standingTexts(other)).toEqual(standingTexts(book));
      expect([...other.reportUnpublished(() => market.now)].flat()).toEqual([]);
    }
  });
});
