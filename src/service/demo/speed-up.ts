import type { Budget, Connector, Source } from '../../contract/connector.ts';

/** The same connectors, read `times` as often, for played marketplaces, which need no sparing. */
export const spedUp = (connectors: readonly Connector[], times: number): readonly Connector[] =>
  connectors.map((connector) => ({
    ...connector,
    budgets: Object.fromEntries(
      Object.entries(connector.budgets).map(([name, budget]): [string, Budget] => [
        name,
        {
          ...budget,
          perSeconds: budget.perSeconds / times,
          ...(budget.granted && { granted: { ...budget.granted, perSeconds: budget.granted.perSeconds / times } }),
        },
      ]),
    ),
    sources: connector.sources.map(
      (source): Source =>
        source.kind === 'feed' ? source : { ...source, everySeconds: Math.max(1, source.everySeconds / times) },
    ),
  }));
