import { shareOf } from '../../catalogue/worth.ts';
import type { StageReply } from '../../player.ts';
import type { Route } from '../routes.ts';

/** How Steam answers who asks for the inventory of an account. */
export type Account = {
  readonly steamId: string;
  /** What the address of the profile ends in, if its owner chose it. */
  readonly vanity: string | null;
  readonly isPrivate: boolean;
  /** Whether it owns the games. */
  readonly ownsGames: boolean;
  /** How many items of each game it has that can be sold. */
  readonly itemCount: number;
  /** Whether it also has what cannot be sold. */
  readonly hasUnmarketable: boolean;
};

const ordinary = { vanity: null, isPrivate: false, ownsGames: true, hasUnmarketable: true } as const;

/** The accounts that the README of the stage names. */
const named: readonly Account[] = [
  { ...ordinary, steamId: '76561198000001000', vanity: 'thousand', itemCount: 1000, hasUnmarketable: false },
  { ...ordinary, steamId: '76561198000004500', vanity: 'hoarder', itemCount: 4500 },
  { ...ordinary, steamId: '76561198000000403', vanity: 'private', isPrivate: true, itemCount: 25 },
  { ...ordinary, steamId: '76561198000000204', vanity: 'empty', itemCount: 0, hasUnmarketable: false },
  { ...ordinary, steamId: '76561198000000009', vanity: 'medals', itemCount: 0 },
  { ...ordinary, steamId: '76561198000000500', vanity: 'newcomer', ownsGames: false, itemCount: 0 },
];

const minItems = 20;
const otherItems = 100;

/** Every other number of an account has a public inventory; null for what is no such number. */
export const accountOf = (steamId: string): Account | null => {
  if (!/^7656119\d{10}$/.test(steamId)) return null;
  const itemCount = minItems + Math.floor(shareOf(steamId) * otherItems);
  return named.find((one) => one.steamId === steamId) ?? { ...ordinary, steamId, itemCount };
};

const xml = (content: string): StageReply => ({
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`,
});

const unknownProfile = xml('<response><error><![CDATA[The specified profile could not be found.]]></error></response>');

const writeProfile = ({ steamId, vanity, isPrivate }: Account): StageReply =>
  xml(
    [
      `<profile><steamID64>${steamId}</steamID64><steamID><![CDATA[${vanity ?? steamId}]]></steamID>`,
      `<onlineState>offline</onlineState><privacyState>${isPrivate ? 'private' : 'public'}</privacyState>`,
      `<visibilityState>${isPrivate ? 1 : 3}</visibilityState><vacBanned>0</vacBanned>`,
      ...(isPrivate ? [] : [`<customURL><![CDATA[${vanity ?? ''}]]></customURL>`]),
      '</profile>',
    ].join(''),
  );

const profileOr = (account: Account | null, isXml: boolean): StageReply => {
  if (isXml) return account === null ? unknownProfile : writeProfile(account);
  const body = `<!DOCTYPE html><html><head><title>Steam Community :: ${account?.steamId ?? 'Error'}</title></head></html>`;
  return { headers: { 'content-type': 'text/html; charset=UTF-8' }, body };
};

/** Profiles by the name that their owner chose, and by number. */
export const profileRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/id\/([^/]+)\/?$/,
    answer: ({ query }, _, [name]) =>
      profileOr(named.find(({ vanity }) => vanity === name?.toLowerCase()) ?? null, query.get('xml') === '1'),
  },
  {
    method: 'GET',
    path: /^\/profiles\/(\d+)\/?$/,
    answer: ({ query }, _, [steamId = '']) => profileOr(accountOf(steamId), query.get('xml') === '1'),
  },
];
