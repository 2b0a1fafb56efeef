import {
  currencies,
  type Floor,
  floorFields,
  type Game,
  type LiveOffer,
  offerFields,
  type Variant,
} from '../../schema/index.ts';
import { type ChangeLine, cells } from '../../tape/change-line.ts';
import type { LineWriter } from '../../tape/line-writer.ts';

/** The cells of an offer or a floor, as far as messages are made of them. */
export type MessageCells = Pick<
  ChangeLine,
  'cells' | 'at' | 'game' | 'name' | 'phase' | 'marketplaceId' | 'number' | 'json' | 'prices' | 'isEmpty'
> &
  Pick<ChangeLine, 'copy' | 'copyInside'>;

const offerNames = Object.keys(offerFields);
const floorNames = Object.keys(floorFields);

/** The same cells of a record that was not read from a line. One instance is reused for many records. */
export class RecordCells implements MessageCells {
  readonly cells = cells;
  game: Game = 'CS2';
  name = '';
  phase: Variant | null = null;
  marketplaceId = 0;
  at = 0;
  #names = offerNames;
  #record: Readonly<Record<string, unknown>> = {};

  ofOffer(offer: LiveOffer, at: number): this {
    this.#names = offerNames;
    return this.#of(offer, at);
  }

  ofFloor(floor: Floor, at: number): this {
    this.#names = floorNames;
    return this.#of(floor, at);
  }

  json(index: number): unknown {
    return this.#record[this.#names[index] as string];
  }

  number(index: number): number | null {
    return this.json(index) as number | null;
  }

  prices(index: number): readonly (number | null)[] {
    const prices = this.json(index) as LiveOffer['prices'];
    return currencies.map((currency) => prices[currency]);
  }

  isEmpty(index: number): boolean {
    const value = this.json(index);
    return value === null || (Array.isArray(value) && value.length === 0);
  }

  copy(index: number, to: LineWriter): void {
    const value = this.json(index);
    if (typeof value === 'string') to.text(value);
    else if (typeof value === 'number') to.number(value);
    else to.json(value);
  }

  copyInside(index: number, to: LineWriter): void {
    to.plain(JSON.stringify(this.json(index)).slice(1, -1));
  }

  #of(record: LiveOffer | Floor, at: number): this {
    this.#record = record as Readonly<Record<string, unknown>>;
    this.game = record.game;
    this.name = record.name;
    this.phase = record.phase;
    this.marketplaceId = record.marketplaceId;
    this.at = at;
    return this;
  }
}
