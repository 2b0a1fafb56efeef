import type { OfferMessage } from '@itemtape/client';

/** A message as a row of the tape. */
export type TapeRow = {
  readonly message: OfferMessage;
  /** Its number among those of this page. */
  readonly number: number;
  /** Whether the price of the offer rose or fell since its last message. */
  readonly move: 'up' | 'down' | null;
};

/** How many rows the tape goes back. */
export const maxRetained = 10_000;
// So that not every message moves all of them
const maxSpare = 500;
const maxPrices = 20_000;

/** The last messages, newest first. */
export function createRetained() {
  // Oldest first, so that adding moves none of them
  let rows: TapeRow[] = [];
  let total = 0;
  const lastPrice = new Map<string, number>();

  function moveOf({ id, eventType, data }: OfferMessage): TapeRow['move'] {
    if (id === undefined) return null;
    const before = lastPrice.get(id);
    lastPrice.delete(id);
    if (eventType !== 'Removed') lastPrice.set(id, data.priceUSD);
    const [oldest] = lastPrice.keys();
    if (lastPrice.size > maxPrices && oldest !== undefined) lastPrice.delete(oldest);
    if (before === undefined || before === data.priceUSD) return null;
    return data.priceUSD > before ? 'up' : 'down';
  }

  return {
    add: (messages: readonly OfferMessage[]): void => {
      for (const message of messages) {
        total += 1;
        rows.push({ message, number: total, move: moveOf(message) });
      }
      if (rows.length > maxRetained + maxSpare) rows = rows.slice(-maxRetained);
    },
    /** The rows as they are now, newest first. */
    shown: (): readonly TapeRow[] => rows.slice(-maxRetained).reverse(),
  };
}
