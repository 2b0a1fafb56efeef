import { type CallOptions, createTape, type Tape, TapeError } from '#client';
import { type Game, games } from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';
import { UsageError } from '../usage-error.ts';
import { type FoundService, keyOf, otherFolder } from './find-service.ts';

/** Creates a client of a service. */
export function tapeOf(service: FoundService): Tape {
  const checked: typeof fetch = async (...args) => {
    const response = await fetch(...args);
    if (response.status === 401) throw new TapeError(otherFolder(service), { status: 401 });
    return response;
  };
  const { url, folder } = service;
  return createTape({ url, key: keyOf(service), retries: 2, ...(folder !== null && { fetch: checked }) });
}

/** The item name that the arguments form. */
export function itemName(words: readonly string[]): string {
  const name = words.join(' ').trim();
  if (name === '') throw new UsageError('give the full name of an item, such as "AK-47 | Redline (Field-Tested)"');
  return name;
}

/** The marketplace on which an item is cheapest. */
export async function cheapestOn(tape: Tape, item: { readonly game: Game; readonly name: string }): Promise<string> {
  const [cheapest] = (await tape.compare(item)).marketplaces;
  if (cheapest === undefined) throw new Error(`no collected marketplace has "${item.name}" at the moment`);
  return cheapest.marketplace;
}

const isDenied = (error: unknown): boolean => error instanceof TapeError && error.code === 'ACCESS_DENIED';

/** Asks about one game, or about all of them; games that the key cannot see are passed over unless that is all of them. */
export async function ofGames<Answer>(
  given: Game | null,
  ask: (game: Game) => Promise<readonly Answer[]>,
): Promise<Answer[]> {
  const results = await Promise.allSettled((given === null ? games : [given]).map(ask));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const worst =
    refused.find((error) => !isDenied(error)) ?? (refused.length === results.length ? refused[0] : undefined);
  if (worst !== undefined) throw worst;
  return results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

type GameCall = { readonly tape: Tape; readonly flags: { readonly game?: Game } };

/** The game of --game, else CS2, or the only other game that the key can see. */
export async function chosenGame({ tape, flags: { game } }: GameCall, options: CallOptions = {}): Promise<Game> {
  if (game !== undefined) return game;
  const shown = await gamesShown(tape, options);
  const [first = 'CS2', ...others] = shown.includes('CS2') ? [] : shown;
  if (others.length === 0) return first;
  throw new UsageError(`choose a game with --game: ${shown.join(', ')}`);
}

/** All collected games that the key can see; none if the key cannot list the marketplaces. */
async function gamesShown(tape: Tape, options: CallOptions): Promise<readonly Game[]> {
  try {
    const read = (await tape.marketplaces(options)).flatMap((marketplace) => marketplace.games.map(({ game }) => game));
    return games.filter((game) => read.includes(game));
  } catch (error) {
    if (isDenied(error)) return [];
    throw error;
  }
}

/** The game of --game, or the first one that has the item. */
export async function gameWith({ tape, flags, subject: name }: GameCall & { readonly subject: string }): Promise<Game> {
  if (flags.game !== undefined) return flags.game;
  const denied: unknown[] = [];
  for (const game of games) {
    try {
      await tape.compare({ game, name });
      return game;
    } catch (error) {
      if (isDenied(error)) denied.push(error);
      else if (!(error instanceof TapeError) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  if (denied.length === games.length) throw denied[0];
  const { unread } = await tape.health();
  throw new Error(unread ?? `no collected marketplace has "${name}" in any game${await hint(tape, name)}`);
}

/** A known name close to the wrong one, as the end of a sentence. */
async function hint(tape: Tape, name: string): Promise<string> {
  const [word = name] = [...name.split(/[^\p{L}\p{N}]+/u)].sort((a, b) => b.length - a.length);
  const found = await Promise.all(games.map((game) => tape.search({ game, query: word, limit: 200 }).catch(() => [])));
  const names = [...new Set(found.flat().map((row) => row.name))];
  const near = nearest(name, names, (known) => [known]) ?? names[0];
  return near === undefined ? '; `itemtape search` finds names' : `; did you mean "${near}"?`;
}
