import type { OfferMessage } from './generated/stream.ts';
import { type ListenOptions, type ListenSettings, listen, type Wish } from './listen.ts';

/** The offers alone, none of them twice, also where a snapshot had to begin anew. */
export async function* listenToOffers(
  settings: ListenSettings,
  wish: Omit<Wish, 'channels'>,
  options: ListenOptions = {},
): AsyncGenerator<OfferMessage, void, undefined> {
  const told = new Map<string, string>();
  for await (const message of listen(settings, wish, options)) {
    if (message.type === 'snapshotEnd') told.clear();
    if (message.type !== 'offer') continue;
    if (message.snapshot === true && message.id !== undefined) {
      const said = JSON.stringify(message.data);
      if (told.get(message.id) === said) continue;
      told.set(message.id, said);
    }
    yield message;
  }
}
