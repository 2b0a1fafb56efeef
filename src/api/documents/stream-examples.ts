import { bestExample } from '../wire/tape/best.ts';
import { dealExample } from '../wire/tape/deal.ts';
import { foundOfferExample } from '../wire/tape/found-offer.ts';
import type { JsonObject } from './schema-writer.ts';

const epoch = 'k3v9x2';
const sentAt = 1_790_000_000_000;
const subject = { marketplace: 'Buff163', game: 'CS2', timestamp: sentAt };
const name = 'AK-47 | Redline (Field-Tested)';
const prices = { priceUSD: 31.5, priceEUR: 29.02, priceCNY: 226.4, priceRUB: null };

/** One message of each kind with invented values, by name in AsyncAPI. */
export const streamExamples: Readonly<Record<string, JsonObject>> = {
  subscription: { subscribeTo: ['Buff163', 'CSFloat'], games: ['CS2'], newFloorOnly: false },
  unsubscription: { unsubscribe: 'knives' },
  ping: { type: 'ping' },
  subscribed: { type: 'subscribed', marketplaces: ['Buff163', 'CSFloat'], games: ['CS2'], newFloorOnly: false },
  offer: {
    type: 'offer',
    eventType: 'Added',
    ...subject,
    data: {
      name,
      purchaseLink: 'https://example.test/o/1',
      ...prices,
      daysTradeLocked: 0,
      foundAt: 1_790_000_000,
      inspectLink: null,
      float: 0.2341,
      paintIndex: 282,
      paintSeed: 611,
      stickers: [{ name: 'Sticker | Crown (Foil)', wear: 0, slot: 2 }],
    },
  },
  error: {
    type: 'error',
    message: 'game "cs" is not known, did you mean "CS2"?; nothing was changed. Known are CS2, Dota2, Rust, TF2',
    code: 'INVALID_PARAMS',
  },
  snapshotEnd: { type: 'snapshotEnd', timestamp: sentAt, epoch, sequence: 4_711, count: 182 },
  replayEnd: { type: 'replayEnd', timestamp: sentAt, epoch, sequence: 4_711, count: 182, live: false },
  best: {
    type: 'best',
    id: `CS2:${name}`,
    game: 'CS2',
    timestamp: sentAt,
    data: {
      name,
      ...bestExample,
    },
  },
  deal: {
    type: 'deal',
    eventType: 'Added',
    id: `CS2:${name}:1:11:bid`,
    game: 'CS2',
    timestamp: sentAt,
    data: dealExample,
  },
  found: {
    type: 'found',
    eventType: 'Added',
    id: '11:CS2:900000000000000001',
    game: 'CS2',
    timestamp: sentAt,
    data: foundOfferExample,
  },
  sale: {
    type: 'sale',
    ...subject,
    data: {
      name,
      ...prices,
      soldAt: 1_790_000_000,
      float: 0.2341,
      paintIndex: null,
      paintSeed: null,
      stickers: null,
    },
  },
  buyOrder: {
    type: 'buyOrder',
    eventType: 'Updated',
    ...subject,
    data: { name, orderId: '881', quantity: 2, ...prices, itemPhase: null, updatedAt: 1_790_000_000 },
  },
  price: { type: 'price', ...subject, data: { name, itemPhase: null, ...prices, offerCount: 212 } },
  source: {
    type: 'source',
    ...subject,
    data: { source: 'items', state: 'live', detail: null, lastReadAt: 1_790_000_000 },
  },
  gap: {
    type: 'gap',
    ...subject,
    data: { source: 'items', from: 1_789_999_100, to: 1_790_000_000, reason: 'failed' },
  },
  batch: { type: 'batch', ...subject, data: { source: 'items', first: 4_690, last: 4_719 } },
  heartbeat: { type: 'heartbeat', timestamp: sentAt, epoch, sequence: 4_720, count: 9 },
  lagging: { type: 'lagging', timestamp: sentAt, epoch, sequence: 9_001, skipped: 340 },
  unsubscribed: { type: 'unsubscribed', subscription: 'knives' },
  pong: { type: 'pong', timestamp: sentAt },
};
