import type { World } from '../../../src/stage/market/world.ts';
import { demandRefusal, type Player, type StageReply } from '../../../src/stage/player.ts';

export type PlayedRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly now?: number;
};

/**
 * Sends a player requests as the stage does, given whole addresses; null if the player does not know the address. `usual` are
 * the headers of requests that name none.
 */
export const requesterOf =
  (player: Player, world: World, now: number, fallback: Readonly<Record<string, string>> = {}) =>
  (address: string, request: PlayedRequest = {}): StageReply | null => {
    const { host, pathname, search, searchParams } = new URL(address);
    const { method = 'GET', headers = fallback, body = '' } = request;
    const asked = { method, host, path: pathname, query: searchParams, search, headers, body, now: request.now ?? now };
    return demandRefusal(player, asked) ?? player.answer(asked, world);
  };

/** The body as a JSON parser returns it. */
export const jsonOf = (reply: StageReply | null) => {
  if (reply === null) throw new Error('the player does not know the address');
  return JSON.parse(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
};
