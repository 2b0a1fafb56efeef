import type { Alerts } from './alerts.ts';

type Names = 'list' | 'create' | 'remove' | 'pause' | 'resume' | 'test' | 'attempts';

/** What can be done with rules, by the process that evaluates them or through another one. */
export type RuleActions = {
  readonly [Name in Names]: (
    ...given: Parameters<Alerts[Name]>
  ) => Awaited<ReturnType<Alerts[Name]>> | Promise<Awaited<ReturnType<Alerts[Name]>>>;
};
