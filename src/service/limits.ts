import type { Limit } from '../api/documents/pages/limits-pages.ts';
import { type Config, settingKeys, settings } from '../config/settings.ts';

/** Limits that are the same in every installation. */
export const limits = {
  /** Memory for cached answers, divided among the front workers where there are any. */
  cacheMegabytes: 128,
  /** Memory for the messages that wait for one reader; it gets further ones from the recent changes. */
  outboxBytes: 2 ** 20,
  /** With messages of a few hundred bytes, `outboxBytes` are full first. */
  outboxMessages: 1_000,
  subscriptionsPerConnection: 100,
  /** Readers that replay the past at the same time. */
  replays: 20,
  /** Alerts of one rule that wait for its target. */
  pendingAlerts: 10_000,
} as const;

const fixed: readonly Limit[] = [
  {
    name: 'subscriptions',
    about: 'Subscriptions that one stream connection can hold.',
    value: String(limits.subscriptionsPerConnection),
  },
  {
    name: 'replays',
    about: 'Readers that can replay the past (`replay`) at the same time.',
    value: String(limits.replays),
  },
  {
    name: 'pending alerts',
    about: 'Alerts of one rule that can wait for its target; further ones are not raised.',
    value: String(limits.pendingAlerts),
  },
];

// Further settings, in addition to all of `api.` and `stream.`
const alsoFelt: readonly string[] = ['alerts.rulesPerKey', 'store.historyDays', 'collect.keepHours'];

/** What limits readers: fixed limits, and the settings with their current values. */
export const limitsOf = (config: Config): Limit[] => [
  ...fixed,
  ...settingKeys
    .filter((key) => /^(api|stream)\./.test(key) || alsoFelt.includes(key))
    .map((key) => ({ name: key, about: settings[key].about, value: String(config[key]) })),
];
