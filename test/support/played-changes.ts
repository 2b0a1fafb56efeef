import type { Game } from '../../src/schema/index.ts';
import type { PlayedChange, World } from '../../src/stage/market/world.ts';
import type { Member, PlayedFeed, Player } from '../../src/stage/player.ts';

/** What one tick after another changed in a game, until something was added, repriced and removed. */
export function playedChanges(world: World, slug: string, game: Game, now: number): readonly PlayedChange[] {
  const seen: PlayedChange[] = [];
  const kinds = () => new Set(seen.map((change) => (change.kind === 'removed' ? String(change.isSold) : change.kind)));
  const end = world.watch(slug, game, (changes) => seen.push(...changes));
  for (let tick = 1; tick <= 500 && kinds().size < 4; tick += 1) world.tick(now + tick * 60_000);
  end();
  return seen;
}

export const feedOf = ({ feeds, slug }: Player): PlayedFeed => {
  const [feed] = feeds ?? [];
  if (feed === undefined) throw new Error(`${slug} plays no feed`);
  return feed;
};

/** Someone who has just connected, without a header unless given. */
export const memberOf = (feed: PlayedFeed, headers: Readonly<Record<string, string>> = {}): Member => ({
  request: {
    method: 'GET',
    host: feed.host,
    path: feed.path,
    query: new URLSearchParams(),
    search: '',
    headers,
    body: '',
    now: 0,
  },
  joined: new Set<string>(),
});

/** What a sender writes, as the JSON of it reads. */
export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
