import { mailerIn } from '../../alerts/mailer.ts';
import type { CredentialReport, LiveSettings, Renewal, SettingReport } from '../../api/operator/settings-routes.ts';
import { wayOutOf } from '../../collect/request/way-out.ts';
import type { Origin, ReadConfig } from '../../config/config.ts';
import { type Config, isLive, type SettingKey, settingKeys, settings, shownSetting } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import type { Log } from '../../runtime/log.ts';
import { type CredentialName, credentialNames } from '../connectors/credential-names.ts';
import {
  type Credentials,
  closeToOthers,
  readCredentials,
  secretsOver,
  writeCredentials,
} from './stored-credentials.ts';

type Secrets = (name: string) => string | null;

type LiveOptions = {
  readonly config: Config;
  readonly origins: ReadConfig['origins'] | null;
  /** Reads file, environment and flags again; null where that is not supported. */
  readonly again: (() => ReadConfig) | null;
  /** Secrets of the environment. */
  readonly given: Secrets;
  readonly connectors: readonly Connector[];
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
};

const maxSecretLength = 16_384;

/** Applies settings, and resolves to the slugs of the marketplaces that were restarted. */
type Follow = (config: Config) => Promise<readonly string[]>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The settings in force and the credentials, which can change while the service runs. */
export class SettingsInForce implements LiveSettings {
  readonly #options: LiveOptions;
  readonly #names: readonly CredentialName[];
  #config: Config;
  #origins: Record<SettingKey, Origin | 'dashboard'>;
  /** As last read, including settings that only apply after a restart. */
  #wanted: Config;
  #stored: Credentials;
  #follow: Follow = async () => [];
  #working: Promise<unknown> = Promise.resolve();

  /** Throws when the credentials of the data folder cannot be read. */
  constructor(options: LiveOptions) {
    this.#options = options;
    this.#config = options.config;
    this.#wanted = options.config;
    const unknown = Object.fromEntries(settingKeys.map((key) => [key, 'default'])) as ReadConfig['origins'];
    this.#origins = { ...(options.origins ?? unknown) };
    this.#stored = this.#readStored();
    this.#names = credentialNames(options.connectors);
  }

  readonly secrets: Secrets = (name) => secretsOver(this.#options.given, this.#stored)(name);

  /** From now on changes are applied with `follow`. */
  follow(follow: Follow): void {
    this.#follow = follow;
  }

  readonly list: LiveSettings['list'] = () =>
    settingKeys.map((key): SettingReport => {
      const [value, wanted] = [this.#config[key], this.#wanted[key]];
      return {
        name: key,
        about: settings[key].about,
        value: shownSetting(key, value),
        origin: this.#origins[key],
        isLive: isLive(key),
        afterRestart: isLive(key) || isSame(value, wanted) ? null : shownSetting(key, wanted),
      };
    });

  readonly credentials: LiveSettings['credentials'] = () =>
    this.#names.map(
      (one): CredentialReport => ({
        ...one,
        origin: this.#isGiven(one.name) ? 'environment' : this.#stored.has(one.name) ? 'dashboard' : null,
      }),
    );

  readonly setLogLevel: LiveSettings['setLogLevel'] = (level) =>
    this.#oneAtATime(async () => {
      const { choices } = settings['log.level'];
      const found = choices.find((one) => one === level);
      if (found === undefined) throw new Error(`log.level must be one of ${choices.join(', ')}`);
      this.#config = { ...this.#config, 'log.level': found };
      this.#origins = { ...this.#origins, 'log.level': 'dashboard' };
      await this.#follow(this.#config);
    });

  readonly keep: LiveSettings['keep'] = (name, value) =>
    this.#oneAtATime(async () => {
      const next = this.#credentialsWith(name, value);
      this.#check(this.#config, secretsOver(this.#options.given, next));
      writeCredentials(this.#config['data.folder'], next);
      this.#stored = next;
      const marketplaces = await this.#follow(this.#config);
      this.#options.log.info({ name, marketplaces }, value === null ? 'credential removed' : 'credential written');
      return { changed: [], afterRestart: [], marketplaces };
    });

  readonly reload: LiveSettings['reload'] = () => this.#oneAtATime(() => this.#reload());

  async #reload(): Promise<Renewal> {
    const { again, log } = this.#options;
    if (again === null) throw new Error('this service reads its settings only at the start');
    const { config, origins, problems, doubts } = again();
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const stored = this.#readStored();
    const isOther = (key: SettingKey) => !isSame(config[key], this.#config[key]);
    const changed = settingKeys.filter((key) => isLive(key) && isOther(key));
    const afterRestart = settingKeys.filter((key) => !isLive(key) && isOther(key));
    const coming = { ...this.#config, ...Object.fromEntries(changed.map((key) => [key, config[key]])) } as Config;
    this.#check(coming, secretsOver(this.#options.given, stored));
    this.#config = coming;
    this.#wanted = config;
    this.#stored = stored;
    const isStill = (key: SettingKey) => afterRestart.includes(key);
    this.#origins = Object.fromEntries(
      settingKeys.map((key) => [key, isStill(key) ? this.#origins[key] : origins[key]]),
    ) as ReadConfig['origins'];
    const marketplaces = await this.#follow(coming);
    for (const doubt of doubts) log.warn(doubt);
    log.info({ changed, afterRestart, marketplaces }, 'settings and credentials reloaded');
    return { changed, afterRestart, marketplaces };
  }

  /** Throws if the new settings or credentials cannot be used, before anything changes. */
  #check(config: Config, secrets: Secrets): void {
    for (const { name } of this.#names) secrets(name);
    if (config['collect.relay'] === '')
      for (const { slug, isDirect } of this.#options.connectors)
        if (isDirect !== true) wayOutOf(slug, secrets)?.close();
    mailerIn(config, secrets);
  }

  #credentialsWith(name: string, value: string | null): Credentials {
    if (!this.#names.some((one) => one.name === name))
      throw new Error(`"${name.slice(0, 80)}" is not a credential of this service`);
    if (this.#isGiven(name))
      throw new Error(`${name} is set in the environment, which takes precedence; change it there`);
    const next = new Map(this.#stored);
    const text = value?.trim() ?? null;
    if (text === null) next.delete(name);
    else if (text === '' || text.length > maxSecretLength)
      throw new Error(`${name} must have 1 to ${maxSecretLength} characters`);
    else next.set(name, text);
    return next;
  }

  #isGiven(name: string): boolean {
    try {
      return this.#options.given(name) !== null;
    } catch {
      // The environment names a file that cannot be read
      return true;
    }
  }

  #readStored(): Credentials {
    const { config, log } = this.#options;
    const folder = config['data.folder'];
    if (closeToOthers(folder)) log.warn({ folder }, 'credentials.json was readable by other users of this machine');
    return readCredentials(folder);
  }

  #oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#working.then(work);
    this.#working = result.catch(() => undefined);
    return result;
  }
}
