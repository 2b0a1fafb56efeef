import { askOperator, tellOperator } from '../../ask-operator.ts';
import { say } from '../../text/say.ts';

export type SettingValue = string | number | boolean | readonly string[];

/** A setting as it is in force. */
export type SettingRow = {
  readonly name: string;
  readonly about: string;
  readonly value: SettingValue;
  readonly origin: string;
  /** Null where it stays as it is. */
  readonly afterRestart: SettingValue | null;
};

/** Whether a secret is there; what it is is never told. */
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

export const readSettings = async (key: string, signal: AbortSignal): Promise<Settings> =>
  (await askOperator('/operator/settings', key, { signal })) as Settings;

export const setLogLevel = async (key: string, level: string): Promise<void> =>
  void (await tellOperator('/operator/settings', key, { 'log.level': level }));

const begunAnew = (slugs: readonly string[]): readonly string[] =>
  slugs.length === 0 ? [] : [say('Restarted: {names}.', { names: slugs.join(', ') })];

/** What came of it, in words. */
export async function keepCredential(key: string, name: string, value: string | null): Promise<string> {
  const { marketplaces } = (await tellOperator('/operator/credentials', key, { name, value })) as Renewal;
  const done = value === null ? say('{name} has been removed.', { name }) : say('{name} has been saved.', { name });
  return [done, ...begunAnew(marketplaces)].join(' ');
}

/** What came of it, in words. */
export async function readAgain(key: string): Promise<string> {
  const { changed, afterRestart, marketplaces } = (await tellOperator('/operator/settings/reload', key)) as Renewal;
  const counted =
    changed.length === 0 ? say('No settings have changed.') : say('Changed: {names}.', { names: changed.join(', ') });
  const later = afterRestart.length === 0 ? [] : [say('After a restart: {names}.', { names: afterRestart.join(', ') })];
  return [counted, ...later, ...begunAnew(marketplaces)].join(' ');
}
