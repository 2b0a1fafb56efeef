import {
  effectIn,
  type Game,
  type ItemAttributes,
  type LiveBuyOrder,
  type LiveOffer,
  marketplaceWithId,
  phaseIn,
  type SourceBatch,
  type SourceGap,
  toDaysLeft,
  type Variant,
} from '../../../schema/index.ts';
import type { StreamEncoder } from '../../../stream/log/encoder.ts';
import type { MessageCells } from '../../../stream/log/message-cells.ts';
import type { LineWriter } from '../../../tape/line-writer.ts';
import type { StreamSale, StreamSource } from '../../../tape/record.ts';
import { fourPricesText, priceText, toPrice } from '../price.ts';
import { toSeconds } from '../time.ts';

// Unlike REST, messages contain only the keys of their own game, and the envelope has milliseconds. The text is joined by
// hand because every change is encoded, whether anyone listens or not

const quoted = JSON.stringify;

type MessageSubject = { readonly marketplaceId: number; readonly game: string };

const envelope = ({ marketplaceId, game }: MessageSubject, at: number, data: string): string =>
  `,"marketplace":"${marketplaceWithId(marketplaceId).name}","game":"${game}","timestamp":${at},"data":{${data}}}`;

type MessageTraits = Pick<LiveOffer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'>;

const traitsOf = ({ float, paintIndex, paintSeed, stickers }: MessageTraits): string =>
  `"float":${float},"paintIndex":${paintIndex},"paintSeed":${paintSeed},"stickers":${stickersOf(stickers)}`;

const stickersOf = (stickers: LiveOffer['stickers']): string =>
  stickers === null
    ? 'null'
    : `[${stickers.map(({ name, wear, slot }) => `{"name":${quoted(name)},"wear":${wear},"slot":${slot}}`).join()}]`;

/** What is known of an item itself, which belongs to its name and not to an offer. */
export type AttributesOf = (game: Game, name: string) => ItemAttributes;

const dotaKeys = ({ rarity, hero }: ItemAttributes): string => `,"rarity":${quoted(rarity)},"hero":${quoted(hero)}`;

const rustKeys = ({ itemType }: ItemAttributes): string => `,"itemType":${quoted(itemType)}`;

const saleMessage = (sale: StreamSale, at: number): string =>
  envelope(
    sale,
    at,
    `"name":${quoted(sale.name)},${fourPricesText(sale.prices)},"soldAt":${toSeconds(sale.soldAt)}${sale.game === 'CS2' ? `,${traitsOf(sale)}` : ''}`,
  );

/** Only a message about one effect has `unusualEffect`. */
function variantOf(variant: Variant | null): string {
  const effect = effectIn(variant);
  return `"itemPhase":${quoted(phaseIn(variant))}${effect === null ? '' : `,"unusualEffect":${quoted(effect)}`}`;
}

const buyOrderMessage = (order: LiveBuyOrder, at: number): string =>
  envelope(
    order,
    at,
    `"name":${quoted(order.name)},"orderId":${quoted(order.orderId)},"quantity":${order.quantity},${fourPricesText(order.prices)},${variantOf(order.phase)},"updatedAt":${toSeconds(order.changedAt)}`,
  );

const sourceMessage = (source: StreamSource, at: number): string =>
  envelope(
    source,
    at,
    `"source":${quoted(source.source)},"state":${quoted(source.state)},"detail":${quoted(source.detail)},"lastReadAt":${source.lastReadAt === null ? null : toSeconds(source.lastReadAt)}`,
  );

// Rounded outwards to whole seconds, so that they cover all of the gap
const gapMessage = (gap: SourceGap, at: number): string =>
  envelope(
    gap,
    at,
    `"source":${quoted(gap.source)},"from":${Math.floor(gap.from / 1000)},"to":${Math.ceil(gap.to / 1000)},"reason":"${gap.reason}"`,
  );

const batchMessage = (batch: SourceBatch, at: number): string =>
  envelope(batch, at, `"source":${quoted(batch.source)},"first":${batch.first},"last":${batch.last}`);

// Offers and floors are most of what is sent. Texts and numbers that the tape writes alike are copied verbatim

function beginLine(line: MessageCells, to: LineWriter): void {
  const { name } = marketplaceWithId(line.marketplaceId);
  to.raw(',"marketplace":').text(name).raw(',"game":"').raw(line.game).raw('","timestamp":').instant(line.at);
  line.copy(line.cells.name, to.raw(',"data":{"name":'));
}

function putPrices(line: MessageCells, prices: number, to: LineWriter): void {
  const [usd = null, eur = null, cny = null, rub = null] = line.prices(prices);
  to.raw(',"priceUSD":').raw(priceText(usd)).raw(',"priceEUR":').raw(priceText(eur));
  to.raw(',"priceCNY":').raw(priceText(cny)).raw(',"priceRUB":').raw(priceText(rub));
}

function putOwnKeys(line: MessageCells, to: LineWriter, attributesOf: AttributesOf): void {
  const { cells } = line;
  switch (line.game) {
    case 'CS2':
      line.copy(cells.inspectLink, to.raw(',"inspectLink":'));
      line.copy(cells.float, to.raw(',"float":'));
      line.copy(cells.paintIndex, to.raw(',"paintIndex":'));
      line.copy(cells.paintSeed, to.raw(',"paintSeed":'));
      to.raw(',"stickers":');
      if (line.isEmpty(cells.stickers)) line.copy(cells.stickers, to);
      else to.plain(stickersOf(line.json(cells.stickers) as LiveOffer['stickers']));
      break;
    case 'Dota2':
      to.plain(dotaKeys(attributesOf(line.game, line.name)));
      break;
    case 'Rust':
      to.plain(rustKeys(attributesOf(line.game, line.name)));
      break;
    case 'TF2':
  }
}

function putOffer(line: MessageCells, to: LineWriter, attributesOf: AttributesOf): void {
  const { cells } = line;
  beginLine(line, to);
  line.copy(cells.purchaseLink, to.raw(',"purchaseLink":'));
  putPrices(line, cells.prices, to);
  to.raw(',"daysTradeLocked":').number(toDaysLeft(line.number(cells.tradableAt), line.at));
  to.raw(',"foundAt":').number(toSeconds(line.number(cells.foundAt) as number));
  putOwnKeys(line, to, attributesOf);
  to.raw('}}');
}

function putFloor(line: MessageCells, to: LineWriter): void {
  const { cells } = line;
  beginLine(line, to);
  if (effectIn(line.phase) !== null) line.copy(cells.phase, to.raw(',"itemPhase":null,"unusualEffect":'));
  else line.copy(cells.phase, to.raw(',"itemPhase":'));
  putPrices(line, cells.floorPrices, to);
  line.copy(cells.floorOfferCount, to.raw(',"offerCount":'));
  to.raw('}}');
}

/** Messages tell of an item what is known of it when they are encoded, whenever the offer was found. */
export const messageEncoder = (attributesOf: AttributesOf): StreamEncoder => ({
  price: toPrice,
  offer: (line, to) => putOffer(line, to, attributesOf),
  floor: putFloor,
  sale: saleMessage,
  buyOrder: buyOrderMessage,
  source: sourceMessage,
  gap: gapMessage,
  batch: batchMessage,
});
