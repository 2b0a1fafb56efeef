import { setTimeout as wait } from 'node:timers/promises';
import { inScrap, keyByWorth, scrapWorthOf, toKeysAndMetal, toMetal } from './keys-and-metal.mjs';

const game = 'TF2';
const keySku = '5021;6';
// Requests to the service at the same time
const maxAtOnce = 8;
const retryMs = 10_000;
const ratesMs = 60_000;

/** What a bot is told with a status that is not 200. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const unpricedBecause = {
  oneSided: 'there is no ask, or no bid',
  nameUnknown: 'its name does not identify exactly one item',
  crossed: 'the highest bid is not below the lowest ask',
};

const isOfWholeItem = ({ phase, unusualEffect }) => phase === null && unusualEffect === null;

const isBelow = (buy, sell) => buy.keys < sell.keys || (buy.keys === sell.keys && buy.metal < sell.metal);

/**
 * The prices for bots on some marketplaces. The stream says what has changed; the prices themselves are read from the rows
 * of the item, which have them in keys and metal: converted to dollars and back, twenty keys would no longer be twenty keys.
 */
export class Prices {
  #tape;
  #names;
  #keyName;
  #marketplaces;
  #cacheMs;
  #send;
  #say;
  #board;
  #isFilled = false;
  /** By name, the asks and bids of an item, or why it has none. */
  #standing = new Map();
  /** By name, what the price was when bots were last told. */
  #sent = new Map();
  /** Names that will be read, and when each was last read. */
  #waiting = new Set();
  #readAt = new Map();
  #queue = [];
  #reading = 0;
  /** null while the values of keys and metal are not known. */
  #worth = null;

  /**
   * `cacheMs` is how old an answer of the service can be, `send` is called with every price that has changed, `say` with
   * what the operator should know.
   */
  constructor({ tape, names, marketplaces, cacheMs, send, say }) {
    this.#tape = tape;
    this.#names = names;
    this.#keyName = names.nameOf(keySku)?.name;
    this.#marketplaces = marketplaces;
    this.#cacheMs = cacheMs;
    this.#send = send;
    this.#say = say;
    const onConnection = (state, why) => {
      say(state === 'live' ? `following ${marketplaces.join(', ')}` : `waiting for the service: ${why.message}`);
      this.#readWaiting();
    };
    this.#board = tape.board({ channels: 'best', games: game, marketplaces, payout: 'any' }, { onConnection });
    this.#board.watch(({ message }) => this.#take(message.data));
    this.#board.ready.then(
      () => this.#readWaiting(),
      () => {},
    );
    void this.#followRates();
    // Always has a price: without one, a bot guesses it and computes everything with it
    if (this.#keyName !== undefined) this.#refresh(this.#keyName);
  }

  /** Rejects when the service refuses the key or a marketplace. */
  get ended() {
    return this.#board.ended;
  }

  /** All current prices, and the number of omitted items by reason. */
  list() {
    this.#requireWorth();
    if (!this.#isFilled) throw new Refusal(503, 'the prices are still being read; try again in a minute');
    const items = [];
    const leftOut = { oneSided: 0, nameUnknown: 0, crossed: 0 };
    for (const [name, sides] of this.#standing) {
      const price = this.#priceOf(name, sides);
      if (typeof price === 'string') leftOut[price] += 1;
      else items.push(price);
    }
    return { success: true, currency: null, items, leftOut };
  }

  /** The prices that bots were told last. */
  current() {
    return [...this.#sent.keys()]
      .map((name) => this.#priceOf(name, this.#standing.get(name)))
      .filter((price) => typeof price === 'object');
  }

  /** The price of one item, which the service looks up first if it can at once. */
  async item(sku) {
    const { name } = this.#named(sku);
    const rows = await this.#lookUp(name);
    this.#requireWorth();
    const price = this.#priceOf(name, { asks: rows, bids: rows.flatMap(({ buyOrders }) => buyOrders) });
    if (typeof price === 'string')
      throw new Refusal(404, `"${name}" has no price for bots now: ${unpricedBecause[price]}`);
    return { success: true, currency: null, ...price };
  }

  /** Lets the service read an item again, as any request for it does. */
  check(sku) {
    const named = this.#named(sku);
    this.#lookUp(named.name).catch(() => {});
    return { success: true, ...named };
  }

  #named(sku) {
    const found = this.#names.nameOf(sku);
    if (found !== null) return found;
    const why = 'uncraftable items, effects and items missing in the file of --schema have none';
    throw new Refusal(404, `no Steam name identifies exactly "${sku}"; ${why}`);
  }

  async #lookUp(name) {
    const rows = await Promise.all(
      this.#marketplaces.map((marketplace) =>
        this.#tape.item({ marketplace, game, name, fields: 'full' }).catch((error) => {
          if (error.status === 404) return null;
          throw new Refusal(503, error.message);
        }),
      ),
    );
    return rows.filter((row) => row !== null);
  }

  #take({ name, itemPhase, unusualEffect, ask, bid }) {
    if (itemPhase !== null || unusualEffect !== null) return;
    if ((ask !== null && bid !== null) || name === this.#keyName) this.#refresh(name);
    else this.#put(name, 'oneSided');
  }

  /** Reads an item, but not before the service would repeat its last answer. */
  #refresh(name) {
    if (this.#waiting.has(name)) return;
    this.#waiting.add(name);
    const ms = (this.#readAt.get(name) ?? Number.NEGATIVE_INFINITY) + this.#cacheMs - performance.now();
    if (ms <= 0) this.#enqueue(name);
    else setTimeout(() => this.#enqueue(name), ms);
  }

  #enqueue(name) {
    this.#queue.push(name);
    this.#readWaiting();
  }

  #readWaiting() {
    if (this.#board.state() !== 'live') return;
    while (this.#reading < maxAtOnce && this.#queue.length > 0) {
      this.#reading += 1;
      void this.#readOne(this.#queue.shift());
    }
    if (this.#reading === 0) this.#isFilled = true;
  }

  async #readOne(name) {
    this.#waiting.delete(name);
    try {
      await this.#read(name);
    } catch (error) {
      this.#say(`"${name}" could not be read: ${error.message}`);
      setTimeout(() => this.#refresh(name), retryMs);
    }
    this.#reading -= 1;
    this.#readWaiting();
  }

  async #read(name) {
    const readAt = performance.now();
    this.#readAt.set(name, readAt);
    if (this.#names.skuOf(name) === null) return this.#put(name, 'nameUnknown');
    const of = { game, name, fields: 'full' };
    const [asks, bids] = await Promise.all([
      this.#tape.compare({ ...of, marketplaces: this.#marketplaces }).then(({ marketplaces }) => marketplaces, ifKnown),
      this.#tape.buyOrders(of).catch(ifKnown),
    ]);
    // A later answer came first, or a side is gone since
    if (this.#readAt.get(name) !== readAt || this.#isOneSided(name)) return;
    const isTheirs = ({ marketplace }) => this.#marketplaces.includes(marketplace);
    this.#put(name, { asks, bids: bids.filter(isTheirs) });
  }

  #isOneSided(name) {
    const { ask = null, bid = null } = this.#board.best(game, name) ?? {};
    return name !== this.#keyName && (ask === null || bid === null);
  }

  /** Reads the values of keys and metal, now and every minute. */
  async #followRates() {
    for (;;) {
      try {
        const isFirst = this.#worth === null;
        this.#worth = scrapWorthOf(await this.#tape.rates()) ?? this.#worth;
        if (isFirst && this.#worth !== null) for (const name of this.#standing.keys()) this.#publish(name);
      } catch (error) {
        this.#say(`the values of keys and metal could not be read: ${error.message}`);
      }
      await wait(this.#worth === null ? retryMs : ratesMs);
    }
  }

  #put(name, sides) {
    this.#standing.set(name, sides);
    this.#publish(name);
  }

  #publish(name) {
    if (this.#worth === null) return;
    const price = this.#priceOf(name, this.#standing.get(name));
    if (typeof price === 'string') {
      this.#sent.delete(name);
      return;
    }
    const told = JSON.stringify([price.buy, price.sell]);
    if (this.#sent.get(name) === told) return;
    this.#sent.set(name, told);
    this.#send(price);
  }

  #requireWorth() {
    if (this.#board.state() !== 'live') throw new Refusal(503, 'the service cannot be reached; try again in a minute');
    if (this.#worth !== null) return;
    throw new Refusal(503, 'the values of keys and metal are not known yet; try again in a minute');
  }

  /** Highest bid and lowest ask in keys and metal. Bots need both, and would lose money unless the bid is below the ask. */
  #priceOf(name, sides) {
    const sku = this.#names.skuOf(name);
    const worth = this.#worth;
    const price = typeof sides === 'string' ? sides : pricesIn(sides, worth, sku);
    if (typeof price === 'string' && name !== this.#keyName) return price;
    // Older bots ignore any other source. A bot replaces its previous price only by one with a later time
    const facts = { sku, name, source: 'bptf', time: Math.floor(Date.now() / 1000) };
    return { ...facts, ...(typeof price === 'string' ? keyByWorth(worth) : price) };
  }
}

/** An item that the service does not know any more has no rows. */
function ifKnown(error) {
  if (error.status === 404) return [];
  throw error;
}

function pricesIn({ asks, bids }, worth, sku) {
  const scrapOf = (rows) => rows.map((row) => inScrap(row, worth)).filter((scrap) => scrap !== null);
  const [ask] = scrapOf(asks).sort((a, b) => a - b);
  const [bid] = scrapOf(bids.filter(isOfWholeItem)).sort((a, b) => b - a);
  if (ask === undefined || bid === undefined) return 'oneSided';
  if (sku === null) return 'nameUnknown';
  const written = (scrap, side) => (sku === keySku ? toMetal(scrap, side) : toKeysAndMetal(scrap, worth, side));
  const buy = written(bid, 'buy');
  const sell = written(ask, 'sell');
  if (buy === null || sell === null) return 'oneSided';
  return isBelow(buy, sell) ? { buy, sell } : 'crossed';
}
