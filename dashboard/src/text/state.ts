import { translate } from './translate.ts';

// The service's words are in the operators' guide; these say the same to everybody
const states: Readonly<Record<string, string>> = {
  live: translate('up to date'),
  starting: translate('starting'),
  limited: translate('waiting for its request limit'),
  stale: translate('late'),
  shrunk: translate('list suddenly shorter'),
  changed: translate('answers in another form'),
  refused: translate('access refused'),
  blocked: translate('blocked by the marketplace'),
  down: translate('does not answer'),
  off: translate('off'),
};

/** The state of a source in words; a state of a later service stays as it is. */
export const stateText = (state: string): string => states[state] ?? state;

const reasons: Readonly<Record<string, string>> = {
  cut: translate('connection cut'),
  silent: translate('nothing came'),
  failed: translate('reading failed'),
  shrunk: translate('list suddenly shorter'),
  notRunning: translate('this service was not running'),
};

/** Why a part of the past is missing, in words. */
export const gapText = (reason: string): string => reasons[reason] ?? reason;
