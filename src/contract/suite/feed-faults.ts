import type { Game } from '../../schema/index.ts';
import type { Dialect, Feed, Joining, WireRequest } from '../connector.ts';
import { when } from './when.ts';

// biome-ignore lint/suspicious/noExplicitAny: a feed of any row type, as in the contract
type AnyFeed = Feed<any>;

/** The faults of the declaration of a feed, in words. */
export function feedFaults(source: AnyFeed, games: readonly Game[]): string[] {
  const { dialect } = source;
  return [
    ...when(!(source.silenceSeconds > 0), 'silenceSeconds must be above 0'),
    ...when(games.length > 1 && source.gameOf === undefined, 'it covers several games and has no gameOf'),
    ...when(source.decode !== undefined, 'decode is for answers to requests; decode texts within messages in rowsAt'),
    ...when(source.token !== undefined && dialect.name !== 'centrifugo', 'only a centrifugo connection has a token'),
    ...when(dialect.name === 'socket-io' && dialect.events.length === 0, 'events is empty, so nothing would be read'),
  ];
}

type FaultsOfRequest = (request: WireRequest, scheme?: string) => string[];

/** The faults in how a feed connects and joins, in words. */
export function connectionFaults(source: AnyFeed, games: readonly Game[], faultsOf: FaultsOfRequest): string[] {
  const { before } = source;
  // There is no answer to `before` here, without which `join` cannot be called
  const joined = before === undefined ? joinFaults(source, { games, answer: null, secret: 'secret' }) : [];
  return [
    ...faultsOf({ url: source.url }, 'wss:'),
    ...(before === undefined ? [] : faultsOf(before).map((fault) => `before: ${fault}`)),
    ...joined,
  ];
}

const isSendable: Readonly<Record<Dialect['name'], (message: unknown) => boolean>> = {
  json: (message) => JSON.stringify(message) !== undefined,
  'socket-io': (message) => Array.isArray(message) && typeof message[0] === 'string',
  centrifugo: (message) => typeof message === 'string' && message !== '',
  tape: (message) => typeof message === 'object' && message !== null,
};

function joinFaults(source: AnyFeed, joining: Joining): string[] {
  const { name } = source.dialect;
  const messages = source.join(joining);
  const wrong = messages.filter((message) => !isSendable[name](message));
  return [
    ...when(messages.length === 0 && name === 'centrifugo' && source.token === undefined, 'join names no channel'),
    ...wrong.map((message) => `join sends ${JSON.stringify(message)}, which ${name} cannot send`),
  ];
}
