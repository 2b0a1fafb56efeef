import { Check } from 'typebox/value';
import type { WireRequest } from '../../contract/connector.ts';
import type { Clock } from '../../runtime/clock.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import type { HttpClient, HttpResponse } from '../request/http-client.ts';
import { RequestError } from '../request/response-body.ts';
import type { RateLimiter } from '../schedule/rate-limiter.ts';
import { type InventoryItem, InventoryPage, itemsOfPage } from './inventory-page.ts';
import { idInXml, profileIn } from './profile.ts';

/** What a stranger sees of the inventory of one game. */
export type Inventory = {
  readonly steamId: string;
  readonly game: Game;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** Number of assets that Steam counts, which can be more than it shows. */
  readonly totalCount: number;
  readonly items: readonly InventoryItem[];
};

export type InventoryFailure = 'invalid' | 'unknown' | 'private' | 'limited' | 'unavailable';

/** An inventory that cannot be read, and why. */
export class InventoryRefused extends Error {
  override readonly name = 'InventoryRefused';
  readonly failure: InventoryFailure;

  constructor(failure: InventoryFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Far below the about 60 a minute that were measured in 2022, of which no later figure is known. */
export const inventoryBudget = { requests: 5, perSeconds: 60 } as const;

// More are refused with 400
const perPage = 2_000;
const maxPages = 10;
const cachedMs = 300_000;
const maxCached = 50;
const idCachedMs = 86_400_000;
// A reader waits for an answer meanwhile
const timeoutMs = 20_000;
const contextId = 2;

export type InventoryReaderOptions = {
  readonly send: HttpClient['send'];
  readonly limiter: RateLimiter;
  readonly clock: Pick<Clock, 'now'>;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
};

type Copy<Value> = { readonly at: number; readonly value: Promise<Value> };

/** Reads public inventories from Steam within one budget, and keeps them for five minutes. */
export class InventoryReader {
  readonly #options: InventoryReaderOptions;
  readonly #inventories = new Map<string, Copy<Inventory>>();
  readonly #ids = new Map<string, Copy<string>>();

  constructor(options: InventoryReaderOptions) {
    this.#options = options;
  }

  /** The inventory of a Steam id or profile address; throws InventoryRefused. */
  async read(profile: string, game: Game): Promise<Inventory> {
    const owner = profileIn(profile);
    if (owner === null)
      throw new InventoryRefused(
        'invalid',
        'that is no Steam profile; give a Steam id of 17 digits or the address of a profile, such as https://steamcommunity.com/id/gabelogannewell',
      );
    const id =
      'id' in owner
        ? owner.id
        : await this.#cached(this.#ids, owner.customName, idCachedMs, () => this.#idOf(owner.customName));
    return await this.#cached(this.#inventories, `${id} ${game}`, cachedMs, () => this.#readAll(id, game));
  }

  async #cached<Value>(
    all: Map<string, Copy<Value>>,
    key: string,
    forMs: number,
    read: () => Promise<Value>,
  ): Promise<Value> {
    const at = this.#options.clock.now();
    const known = all.get(key);
    if (known !== undefined && at - known.at < forMs && at >= known.at) return await known.value;
    const value = read();
    all.delete(key);
    all.set(key, { at, value });
    const [oldest] = all.keys();
    if (all.size > maxCached && oldest !== undefined) all.delete(oldest);
    try {
      return await value;
    } catch (error) {
      if (all.get(key)?.value === value) all.delete(key);
      throw error;
    }
  }

  async #idOf(customName: string): Promise<string> {
    const text = await this.#ask({ url: `https://steamcommunity.com/id/${customName}/`, query: { xml: 1 } });
    const id = idInXml(text);
    if (id !== null) return id;
    if (text.includes('<error>')) throw new InventoryRefused('unknown', `Steam knows no profile named "${customName}"`);
    throw unavailable('something else than a profile');
  }

  async #readAll(steamId: string, game: Game): Promise<Inventory> {
    const readAt = this.#options.clock.now();
    const items: InventoryItem[] = [];
    let after: string | null = null;
    let totalCount = 0;
    for (let page = 0; page < maxPages; page += 1) {
      const found: InventoryPage = await this.#readPage(steamId, game, after);
      items.push(...itemsOfPage(found));
      totalCount = found.total_inventory_count;
      after = found.more_items ? (found.last_assetid ?? null) : null;
      if (after === null) break;
    }
    return { steamId, game, readAt, totalCount, items };
  }

  async #readPage(steamId: string, game: Game, after: string | null): Promise<InventoryPage> {
    const text = await this.#ask({
      url: `https://steamcommunity.com/inventory/${steamId}/${appIdOf(game)}/${contextId}`,
      query: {
        l: 'english',
        count: perPage,
        // Without it floats, seeds and name tags are left out
        raw_asset_properties: 1,
        ...(after !== null && { start_assetid: after }),
      },
    });
    const page = parsed(text);
    if (!Check(InventoryPage, page)) throw unavailable('an inventory in another form');
    return page;
  }

  /** The body of an answer with the status 200. */
  async #ask(request: WireRequest): Promise<string> {
    const { send, limiter, signal: stopped } = this.#options;
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]);
    const permit = await limiter.take(signal);
    if (permit === null) throw limited(limiter.nextAt() - this.#options.clock.now());
    try {
      const response = await send(request, { secret: null, signal, again: permit.again });
      permit.answered();
      return await this.#bodyOf(response);
    } catch (error) {
      if (error instanceof RequestError) throw unavailable(error.message);
      throw error;
    } finally {
      permit.done();
    }
  }

  async #bodyOf(response: HttpResponse): Promise<string> {
    const { limiter } = this.#options;
    const { status } = response;
    if (status === 200) {
      limiter.eased();
      const pieces: Buffer[] = [];
      for await (const piece of response.body) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    }
    response.drop();
    if (status === 429) throw limited(limiter.hold(null) - this.#options.clock.now());
    if (status === 403)
      throw new InventoryRefused(
        'private',
        'this inventory is not public; its owner can make it so in the privacy settings of Steam',
      );
    if (status === 404) throw new InventoryRefused('unknown', 'Steam knows no such profile');
    throw unavailable(`status ${status}, as for an account that does not have the game`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const limited = (waitMs: number): InventoryRefused =>
  new InventoryRefused(
    'limited',
    `Steam is asked for at most ${inventoryBudget.requests} inventories a minute; try again in ${Math.max(1, Math.ceil(waitMs / 1000))} s`,
  );

const unavailable = (found: string): InventoryRefused =>
  new InventoryRefused('unavailable', `Steam did not show the inventory now (${found}); try again later`);
