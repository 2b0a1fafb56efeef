import type { SubscribeOptions } from '#client';
import { extrasFilterKeys } from '../../schema/index.ts';
import type { Values } from '../flags.ts';
import { filterFlags, printFlags, searchFlags, snapshot } from './flags.ts';

export const streamPath = '/ws/v2/offers';

const subscriptionFlags = { ...filterFlags, ...searchFlags, ...printFlags, snapshot };

export type WatchInput = {
  readonly flags: Partial<Values<typeof subscriptionFlags>>;
  readonly positionals: readonly string[];
};

/** The subscription that flags and arguments describe; arguments are items. */
export function subscriptionOf({ flags, positionals }: WatchInput): Omit<SubscribeOptions, 'from' | 'to'> {
  const { item, marketplaces = 'all', games = 'all', newFloor = false, removed, snapshot: hasSnapshot } = flags;
  const items = [...(item === undefined ? [] : [item]), ...positionals];
  const isOfFound = ofSearch.some((key) => flags[key] !== undefined);
  const channels = flags.channels ?? (isOfFound ? ['found'] : undefined);
  return {
    ...passedOn(flags),
    ...{ marketplaces, games, newFloorOnly: newFloor },
    ...(items.length > 0 && { items }),
    // Unknown channels are refused by the service, which knows them best
    ...(channels !== undefined && { channels: channels as NonNullable<SubscribeOptions['channels']> }),
    ...(removed === true && { events: ['Added', 'Updated', 'Removed'] }),
    ...(hasSnapshot === true && { snapshot: true }),
  };
}

/** Filters that the channel `offers` does not have. */
const ofSearch = [
  ...['query', 'stickers', 'maxDaysTradeLocked', 'belowOthersPercent', 'sort', 'limit'] as const,
  ...extrasFilterKeys,
] as const;

const { minPriceUSD, maxPriceUSD } = filterFlags;
const passed = { minPriceUSD, maxPriceUSD, ...searchFlags };

/** The options that are flags of the same names. */
const passedOn = (flags: WatchInput['flags']) =>
  Object.fromEntries(Object.entries(flags).filter(([key]) => key in passed)) as Omit<Values<typeof passed>, 'sort'> &
    Pick<SubscribeOptions, 'sort'>;

/** The address of the stream of a service; `service` may already be that of the stream. */
export function addressOf(service: string): string {
  const url = new URL(service);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const base = url.pathname.replace(/\/+$/, '');
  return `${isSecure ? 'wss' : 'ws'}://${url.host}${base.endsWith(streamPath) ? base : `${base}${streamPath}`}`;
}
