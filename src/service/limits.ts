import type { Limit } from '../api/documents/limits-section.ts';
import { type Config, settingKeys, settings } from '../config/settings.ts';

// Further settings, in addition to all of `api.` and `stream.`
const alsoFelt: readonly string[] = [
  'alerts.rulesPerKey',
  'alerts.keepPending',
  'store.historyDays',
  'collect.keepHours',
];

/** The settings that limit readers, with their current values. */
export const limitsOf = (config: Config): Limit[] =>
  settingKeys
    .filter((key) => /^(api|stream)\./.test(key) || alsoFelt.includes(key))
    .map((key) => ({ name: key, about: settings[key].about, value: String(config[key]) }));
