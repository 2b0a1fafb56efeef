import { askOperator, sendToOperator } from '../../ask-operator.ts';
import { translate } from '../../text/translate.ts';
import type { TermSetting } from './term-settings.ts';

export type SettingValue = string | number | boolean | readonly string[];

/** The current value of a setting. */
export type SettingRow = {
  readonly name: string;
  readonly about: string;
  readonly value: SettingValue;
  readonly origin: string;
  /** null when it does not change. */
  readonly afterRestart: SettingValue | null;
};

/** Whether a secret is set; its value is never sent. */
export type CredentialRow = {
  readonly name: string;
  readonly about: string;
  readonly kind: 'credential' | 'wayOut' | 'email';
  readonly marketplaces: readonly string[];
  readonly origin: 'environment' | 'dashboard' | null;
};

export type Settings = { readonly settings: readonly SettingRow[]; readonly credentials: readonly CredentialRow[] };

type Renewal = {
  readonly changed: readonly string[];
  readonly afterRestart: readonly string[];
  readonly marketplaces: readonly string[];
};

export const readSettings = async (signal: AbortSignal): Promise<Settings> =>
  (await askOperator('/operator/settings', { signal })) as Settings;

export const setLogLevel = async (level: string): Promise<void> =>
  void (await sendToOperator('/operator/settings', { 'log.level': level }));

const begunAnew = (slugs: readonly string[]): readonly string[] =>
  slugs.length === 0 ? [] : [translate('Restarted: {names}.', { names: slugs.join(', ') })];

/** A description of the result. */
export async function keepCredential(name: string, value: string | null): Promise<string> {
  const { marketplaces } = (await sendToOperator('/operator/credentials', { name, value })) as Renewal;
  const done =
    value === null ? translate('{name} has been removed.', { name }) : translate('{name} has been saved.', { name });
  return [done, ...begunAnew(marketplaces)].join(' ');
}

/** A description of the result. */
export async function readAgain(): Promise<string> {
  const { changed, afterRestart, marketplaces } = (await sendToOperator('/operator/settings/reload')) as Renewal;
  const counted =
    changed.length === 0
      ? translate('No settings have changed.')
      : translate('Changed: {names}.', { names: changed.join(', ') });
  const later =
    afterRestart.length === 0 ? [] : [translate('After a restart: {names}.', { names: afterRestart.join(', ') })];
  return [counted, ...later, ...begunAnew(marketplaces)].join(' ');
}

/** One fact about a marketplace, in the form of the settings file; null for what is built in. */
export type TermChange = { readonly marketplace: string; readonly setting: TermSetting; readonly value: string | null };

export const keepTerm = async (change: TermChange): Promise<TermChange> =>
  (await sendToOperator('/operator/terms', change)) as TermChange;
