import type { Budget, Connector, Demand, RateLimit } from '../connector.ts';
import { isDate } from './stated-faults.ts';
import { when } from './when.ts';

const isText = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

/** The most requests that a budget can send within the window of the limit. */
const maxWithin = ({ requests, perSeconds }: RateLimit, limit: RateLimit): number =>
  requests * Math.ceil(limit.perSeconds / perSeconds);

const rateText = ({ requests, perSeconds }: RateLimit): string => `${requests} in ${perSeconds} s`;

/** The faults of what a connector says its hosts demand, in words. */
export function demandFaults({ demands = [], budgets }: Connector): string[] {
  if (!Array.isArray(demands)) return ['demands is not an array'];
  return [
    ...demands.flatMap((demand: Demand, at) =>
      [...sourceFaults(demand), ...contentFaults(demand, budgets)].map((fault) => `demands[${at}]: ${fault}`),
    ),
    ...Object.entries(budgets).flatMap(([name, budget]) => grantedFaults(name, budget)),
  ];
}

const sourceFaults = ({ hosts, on, by }: Demand): string[] => [
  ...when(!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isHost), 'hosts must be a list of host names'),
  ...when(!isDate(on), 'it has no date: say in "on" when it was last known to stand'),
  ...when(!isText(by), 'it has no source: say in "by" who states it'),
];

const isHost = (host: unknown): boolean => typeof host === 'string' && /^[a-z0-9.-]+\.[a-z]+(?::\d+)?$/.test(host);

function contentFaults(demand: Demand, budgets: Connector['budgets']): string[] {
  if ('header' in demand)
    return when(!isText(demand.header?.name) || !isText(demand.header?.value), 'header needs a name and a value');
  if ('encodings' in demand)
    return when(
      !Array.isArray(demand.encodings) || !demand.encodings.every(isText),
      'encodings must be a list of names',
    );
  if ('limit' in demand) return limitFaults(demand, budgets[demand.budget]);
  if ('membership' in demand) return when(!isText(demand.membership), 'membership must be a sentence');
  return ['it demands nothing: give header, encodings, limit or membership'];
}

function limitFaults(
  { limit, budget: name }: Extract<Demand, { limit: RateLimit }>,
  budget: Budget | undefined,
): string[] {
  if (budget === undefined) return [`budget "${name}" is not declared`];
  const max = maxWithin(budget, limit);
  return when(
    !(max <= limit.requests),
    `budget "${name}" sends up to ${max} in ${limit.perSeconds} s, of ${limit.requests}`,
  );
}

function grantedFaults(name: string, { granted, ...regular }: Budget): string[] {
  if (granted === undefined) return [];
  const isMore = granted.requests / granted.perSeconds > regular.requests / regular.perSeconds;
  return [
    ...when(!isMore, `budget "${name}": what is granted, ${rateText(granted)}, is no more than ${rateText(regular)}`),
    ...when(!isText(granted.to), `budget "${name}": say in "granted.to" to whom it is granted`),
  ];
}

/** Headers that a request sets although its host demands them, which the runtime adds. */
export function demandedTwice({ demands = [] }: Connector, host: string, headers: readonly string[]): string[] {
  return demands
    .filter(({ hosts }) => hosts.includes(host))
    .flatMap((demand) =>
      'header' in demand ? [demand.header.name.toLowerCase()] : 'encodings' in demand ? ['accept-encoding'] : [],
    )
    .filter((name) => headers.includes(name))
    .map((name) => `"${name}" must not be set; it is in "demands", and the runtime adds it`);
}
