import type { Book } from '../../book/book.ts';
import type { FetchedImage } from '../../collect/request/image.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Game } from '../../schema/index.ts';

export type ThumbnailSetup = {
  readonly book: Pick<Book, 'summaries'>;
  /** Fetches a picture; throws when there is none. */
  readonly read: (address: string) => Promise<FetchedImage>;
  readonly now: Clock['now'];
  readonly byteLimit?: number;
};

/** Pictures of items, cached for a day; null when none is known or available now. */
export type Thumbnails = {
  readonly of: (game: Game, name: string) => Promise<FetchedImage | null>;
};

const keepMs = 86_400_000;
const afterFailureMs = 10 * 60_000;
const atOnce = 4;
const maxWaiting = 500;
// Each marketplace can have its own picture
const addressesTried = 2;

type CachedPicture = { readonly picture: FetchedImage | null; readonly until: number; readonly bytes: number };

/** Approximate memory of an entry besides the picture. */
const entryBytes = 500;

export function createThumbnails({ book, read, now, byteLimit = 32 * 2 ** 20 }: ThumbnailSetup): Thumbnails {
  // In order of use, least recently used first
  const cached = new Map<string, CachedPicture>();
  const underWay = new Map<string, Promise<FetchedImage | null>>();
  const turns = createTurns(atOnce);
  let bytes = 0;

  function forget(key: string): void {
    bytes -= cached.get(key)?.bytes ?? 0;
    cached.delete(key);
  }

  function keep(key: string, picture: FetchedImage | null): void {
    forget(key);
    const size = entryBytes + (picture?.body.length ?? 0);
    cached.set(key, { picture, until: now() + (picture === null ? afterFailureMs : keepMs), bytes: size });
    bytes += size;
    for (const oldest of cached.keys()) {
      if (bytes <= byteLimit) return;
      forget(oldest);
    }
  }

  async function fetchFirst(addresses: readonly string[]): Promise<FetchedImage | null> {
    for (const address of addresses) {
      try {
        return await turns(() => read(address));
      } catch {
        // Another marketplace can have one
      }
    }
    return null;
  }

  return {
    async of(game, name) {
      const key = `${game} ${name}`;
      const known = cached.get(key);
      if (known !== undefined && now() < known.until) {
        cached.delete(key);
        cached.set(key, known);
        return known.picture;
      }
      // Only URLs from the book, so that clients cannot make the service fetch anything else
      const addresses = book.summaries(game, name).flatMap(({ thumbnail }) => (thumbnail === null ? [] : [thumbnail]));
      if (addresses.length === 0) return null;
      const fetching = underWay.get(key);
      if (fetching !== undefined) return await fetching;
      if (underWay.size >= maxWaiting) return null;
      const fetched = fetchFirst([...new Set(addresses)].slice(0, addressesTried));
      underWay.set(key, fetched);
      const picture = await fetched.finally(() => underWay.delete(key));
      keep(key, picture);
      return picture;
    },
  };
}

/** Runs at most `limit` pieces of work at once; the others wait. */
function createTurns(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
