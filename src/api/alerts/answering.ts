import type { RuleActions } from '../../alerts/rule-actions.ts';
import { ApiError, invalid, notFound, requireReady, unavailable } from '../errors.ts';

type ActionParts = { readonly alerts: RuleActions; readonly isReady: () => boolean };

/** Throws the `ApiError` to respond with until the saved state is loaded. */
export function readyActions({ alerts, isReady }: ActionParts): RuleActions {
  requireReady(isReady());
  return alerts;
}

/** Converts errors of the alerts to `ApiError`s. */
export async function withAlertErrors<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof Error)) throw error;
    if (error.name === 'Refusal') throw invalid(error.message);
    if (error.name === 'NotWritable' || error.name === 'RulesAway') throw unavailable(error.message);
    throw error.name === 'UnknownRule' ? notFound(error.message) : error;
  }
}
