import { streamWording } from '../../src/api/wire/stream-message.ts';
import { createShelf } from '../../src/book/create-shelf.ts';
import type { Shelf } from '../../src/book/shelf.ts';
import { type Change, marketplaces, type NormalOffer } from '../../src/schema/index.ts';
import { createRandom, madeUpNames, madeUpOffer, type Random } from '../made-up-items.ts';

/** Marketplaces that have an equal part of the changes each. */
export const sharers = marketplaces.slice(0, 10);

const names = madeUpNames(1_000);

const bare = {
  game: 'Rust',
  inspectLink: null,
  float: null,
  paintIndex: null,
  paintSeed: null,
  stickers: null,
} as const;

/** An offer whose message is about 300 bytes long and whose link ends in its number. */
export function numberedOffer(number: number, random: Random): NormalOffer {
  const offer = madeUpOffer(names[number % names.length] ?? '', 0, random);
  const offerId = String(1e9 + number);
  return { ...offer, ...bare, offerId, purchaseLink: `https://first.example.com/item/${offerId}` };
}

export const numberIn = (link: string): number => Number(link) - 1e9;

/** The next of the sharers in turn puts an offer into the book. */
export function putOffer(shelf: Shelf, number: number, random: Random): readonly Change[] {
  const marketplaceId = sharers[number % sharers.length]?.id ?? 1;
  const stamp = { marketplaceId, source: 'bench', at: Date.now() };
  // Floors are no messages of the offers' channel
  return shelf.apply([numberedOffer(number, random)], stamp).filter(({ kind }) => kind === 'added');
}

/** So many new offers as the book reports them, the sharers in turn. */
export function madeUpChanges(count: number): Change[] {
  const shelf = createShelf();
  const random = createRandom(5);
  return Array.from({ length: count }, (_, number) => putOffer(shelf, number, random)).flat();
}

export type Message = { readonly marketplaceId: number; readonly text: string };

/** The messages of new offers as the stream words them. */
export const messagesOf = (changes: readonly Change[]): Message[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'added') return [];
    const text = `{"type":"offer","eventType":"Added"${streamWording.offer(change.offer, change.at)}`;
    return [{ marketplaceId: change.offer.marketplaceId, text }];
  });
