import type { SubscribeOptions } from '#client';
import { gameNamed, games, given, meansAll, payoutChoices } from '../../schema/index.ts';
import { type CommandInput, UsageError } from '../command.ts';
import { choiceFlag, numbersFlag, readFlag } from '../flags.ts';

type Flags = CommandInput['flags'];

export const streamPath = '/ws/v2/offers';

/** The subscription that flags and arguments describe; arguments are items. */
export function subscriptionOf({
  flags,
  positionals,
}: Pick<CommandInput, 'flags' | 'positionals'>): Omit<SubscribeOptions, 'from' | 'to'> {
  const item = readFlag(flags, 'item');
  const items = [...(item === undefined ? [] : [item]), ...positionals];
  const [minPriceUSD, maxPriceUSD] = [numberFlag(flags, 'min-price'), numberFlag(flags, 'max-price')];
  const search = searchOf(flags);
  const isOfFound = ofSearch.some((key) => search[key] !== undefined);
  const channels = listFlag(flags, 'channel') ?? (isOfFound ? ['found'] : undefined);
  return {
    marketplaces: listFlag(flags, 'marketplace') ?? 'all',
    games: listFlag(flags, 'game')?.map(toGame) ?? 'all',
    newFloorOnly: flags['new-floor'] === true,
    ...(items.length > 0 && { items }),
    ...(minPriceUSD !== undefined && { minPriceUSD }),
    ...(maxPriceUSD !== undefined && { maxPriceUSD }),
    ...search,
    // Unknown channels are refused by the service, which knows them best
    ...(channels !== undefined && { channels: channels as NonNullable<SubscribeOptions['channels']> }),
    ...(flags['removed'] === true && { events: ['Added', 'Updated', 'Removed'] }),
    ...(flags['snapshot'] === true && { snapshot: true }),
  };
}

/** Filters that the channel `offers` does not have. */
const ofSearch = ['query', 'stickers', 'maxDaysTradeLocked', 'belowOthersPercent', 'sort', 'limit'] as const;

function searchOf(flags: Flags) {
  const sort = readFlag(flags, 'sort');
  return given({
    query: readFlag(flags, 'query'),
    phases: listFlag(flags, 'phase'),
    minFloat: numberFlag(flags, 'min-float'),
    maxFloat: numberFlag(flags, 'max-float'),
    paintSeeds: numbersFlag(flags, 'seed'),
    stickers: listFlag(flags, 'sticker', ';'),
    maxDaysTradeLocked: numberFlag(flags, 'max-lock'),
    belowOthersPercent: numberFlag(flags, 'below-others'),
    sort: sort as NonNullable<SubscribeOptions['sort']> | undefined,
    limit: numberFlag(flags, 'limit'),
    payout: choiceFlag(flags, 'payout', payoutChoices),
    maxHoldDays: numberFlag(flags, 'max-hold-days'),
  });
}

/** The address of the stream of a service; `service` may already be that of the stream. */
export function addressOf(service: string): string {
  const url = new URL(service);
  const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
  const base = url.pathname.replace(/\/+$/, '');
  return `${isSecure ? 'wss' : 'ws'}://${url.host}${base.endsWith(streamPath) ? base : `${base}${streamPath}`}`;
}

/** The number of a flag, or undefined when it is not given. */
function numberFlag(flags: Flags, name: string): number | undefined {
  const text = readFlag(flags, name);
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(`--${name} is "${text}"; give a number such as 12.50`);
}

function listFlag(flags: Flags, name: string, separator = ','): string[] | undefined {
  const parts = readFlag(flags, name)
    ?.split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts?.length === 0 ? undefined : parts;
}

function toGame(text: string): string {
  const game = meansAll(text) ? 'all' : gameNamed(text);
  if (game === null) throw new UsageError(`"${text}" is not a game; games are ${games.join(', ')}`);
  return game;
}
