import {
  type Floor,
  type LiveBuyOrder,
  type LiveOffer,
  marketplaceWithId,
  type Prices,
  type SourceBatch,
  type SourceGap,
} from '../../schema/index.ts';
import type { MessageEncoder } from '../../stream/encoder.ts';
import type { StreamSale, StreamSource } from '../../tape/record.ts';
import { priceText, toPrice } from './price.ts';
import { toDaysLeft, toSeconds } from './time.ts';

// The stream differs from REST: a game's own keys stand only in messages about that game, and the envelope has
// milliseconds. Texts are joined by hand because this is done for every change, whether anyone listens or not

const quoted = JSON.stringify;

type MessageSubject = { readonly marketplaceId: number; readonly game: string };

const envelope = ({ marketplaceId, game }: MessageSubject, at: number, data: string): string =>
  `,"marketplace":"${marketplaceWithId(marketplaceId).name}","game":"${game}","timestamp":${at},"data":{${data}}}`;

const pricesOf = ({ USD, EUR, CNY, RUB }: Prices): string =>
  `"priceUSD":${priceText(USD)},"priceEUR":${priceText(EUR)},"priceCNY":${priceText(CNY)},"priceRUB":${priceText(RUB)}`;

type MessageTraits = Pick<LiveOffer, 'float' | 'paintIndex' | 'paintSeed' | 'stickers'>;

const traitsOf = ({ float, paintIndex, paintSeed, stickers }: MessageTraits): string =>
  `"float":${float},"paintIndex":${paintIndex},"paintSeed":${paintSeed},"stickers":${stickersOf(stickers)}`;

const stickersOf = (stickers: LiveOffer['stickers']): string =>
  stickers === null
    ? 'null'
    : `[${stickers.map(({ name, wear, slot }) => `{"name":${quoted(name)},"wear":${wear},"slot":${slot}}`).join()}]`;

/** What only offers of one game say; no marketplace read so far tells rarity, hero or item type of an offer. */
function ownKeysOf(offer: LiveOffer): string {
  switch (offer.game) {
    case 'CS2':
      return `,"inspectLink":${quoted(offer.inspectLink)},${traitsOf(offer)}`;
    case 'Dota2':
      return ',"rarity":null,"hero":null';
    case 'Rust':
      return ',"itemType":null';
    case 'TF2':
      return '';
  }
}

const offerMessage = (offer: LiveOffer, at: number): string =>
  envelope(
    offer,
    at,
    `"name":${quoted(offer.name)},"purchaseLink":${quoted(offer.purchaseLink)},${pricesOf(offer.prices)},"daysTradeLocked":${toDaysLeft(offer.tradableAt, at)},"foundAt":${toSeconds(offer.foundAt)}${ownKeysOf(offer)}`,
  );

const saleMessage = (sale: StreamSale, at: number): string =>
  envelope(
    sale,
    at,
    `"name":${quoted(sale.name)},${pricesOf(sale.prices)},"soldAt":${toSeconds(sale.soldAt)}${sale.game === 'CS2' ? `,${traitsOf(sale)}` : ''}`,
  );

const buyOrderMessage = (order: LiveBuyOrder, at: number): string =>
  envelope(
    order,
    at,
    `"name":${quoted(order.name)},"orderId":${quoted(order.orderId)},"quantity":${order.quantity},${pricesOf(order.prices)},"itemPhase":${quoted(order.phase)},"updatedAt":${toSeconds(order.changedAt)}`,
  );

const floorMessage = (floor: Floor, at: number): string =>
  envelope(
    floor,
    at,
    `"name":${quoted(floor.name)},"itemPhase":${quoted(floor.phase)},${pricesOf(floor.prices)},"offerCount":${floor.offerCount}`,
  );

const sourceMessage = (source: StreamSource, at: number): string =>
  envelope(
    source,
    at,
    `"source":${quoted(source.source)},"state":${quoted(source.state)},"detail":${quoted(source.detail)},"lastReadAt":${source.lastReadAt === null ? null : toSeconds(source.lastReadAt)}`,
  );

// Drawn out to whole seconds, so that nothing of it is left out
const gapMessage = (gap: SourceGap, at: number): string =>
  envelope(
    gap,
    at,
    `"source":${quoted(gap.source)},"from":${Math.floor(gap.from / 1000)},"to":${Math.ceil(gap.to / 1000)},"reason":"${gap.reason}"`,
  );

const batchMessage = (batch: SourceBatch, at: number): string =>
  envelope(batch, at, `"source":${quoted(batch.source)},"first":${batch.first},"last":${batch.last}`);

/** How the stream says things. */
export const messageEncoder: MessageEncoder = {
  price: toPrice,
  offer: offerMessage,
  sale: saleMessage,
  buyOrder: buyOrderMessage,
  floor: floorMessage,
  source: sourceMessage,
  gap: gapMessage,
  batch: batchMessage,
};
