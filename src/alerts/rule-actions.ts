import type { Alerts } from './alerts.ts';

type OfRules = 'list' | 'create' | 'remove' | 'pause' | 'resume' | 'rotate' | 'test' | 'attempts';

type OfTransactions = 'transactions' | 'addTransactions' | 'removeTransactions';

type Names = OfRules | 'logged' | 'markRead' | 'watchlist' | 'watch' | 'unwatch' | OfTransactions;

/** What can be done with rules, the log of their alerts, watchlists and transactions, by the process that evaluates them or through another one. */
export type RuleActions = {
  readonly [Name in Names]: (
    ...given: Parameters<Alerts[Name]>
  ) => Awaited<ReturnType<Alerts[Name]>> | Promise<Awaited<ReturnType<Alerts[Name]>>>;
};
