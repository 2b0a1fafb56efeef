import type { Connector, Demand, RateLimit } from '../../contract/connector.ts';

/** What the hosts of a marketplace demand, as the command line shows it. */
export type DemandRow = {
  readonly hosts: readonly string[];
  /** In words. */
  readonly what: string;
  readonly on: string;
  readonly by: string;
};

/** Derived only from the declaration of the connector. */
export const demandRows = (connector: Connector): readonly DemandRow[] =>
  (connector.demands ?? []).map((demand) => {
    const { hosts, on, by } = demand;
    return { hosts, what: wordsOf(demand, connector), on, by };
  });

function wordsOf(demand: Demand, { slug, budgets }: Connector): string {
  if ('membership' in demand) return demand.membership;
  if ('header' in demand) return `header ${demand.header.name}: ${demand.header.value}`;
  if ('encodings' in demand) return `header accept-encoding: ${demand.encodings.join(', ')}`;
  const { granted } = budgets[demand.budget] ?? {};
  const more = granted && `; ${rateText(granted)} for ${granted.to} (collect.granted=${slug}/${demand.budget})`;
  return `at most ${rateText(demand.limit)}${more ?? ''}`;
}

const rateText = ({ requests, perSeconds }: RateLimit): string =>
  `${requests} ${requests === 1 ? 'request' : 'requests'} in ${perSeconds} s`;
