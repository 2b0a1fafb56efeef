import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { invalid, requireReady } from '../errors.ts';

type SettingValue = string | number | boolean | readonly string[];

/** A setting as it is in force. */
export type SettingReport = {
  readonly name: string;
  readonly about: string;
  /** Without users and passwords in addresses. */
  readonly value: SettingValue;
  readonly origin: 'default' | 'file' | 'environment' | 'flag' | 'dashboard';
  /** Whether it counts at once when it is read again. */
  readonly isLive: boolean;
  /** What it is after a restart, where that is something else; null where it is not. */
  readonly afterRestart: SettingValue | null;
};

/** Whether a secret is there, and never what it is. */
export type CredentialReport = {
  readonly name: string;
  /** Where to get it, or what it is for. */
  readonly about: string;
  readonly kind: 'credential' | 'wayOut' | 'email';
  /** Those that it is for, by name. */
  readonly marketplaces: readonly string[];
  /** Where it comes from; null where there is none. */
  readonly origin: 'environment' | 'dashboard' | null;
};

/** What came of reading settings and credentials anew. */
export type Renewal = {
  /** Settings that have changed. */
  readonly changed: readonly string[];
  /** Settings that are read otherwise, and count after a restart. */
  readonly afterRestart: readonly string[];
  /** Slugs of the marketplaces that were begun anew. */
  readonly marketplaces: readonly string[];
};

/** Settings and credentials of a service that runs. What is refused throws what was found, and changes nothing. */
export type LiveSettings = {
  readonly list: () => readonly SettingReport[];
  readonly credentials: () => readonly CredentialReport[];
  /** Until the next start or reading. */
  readonly setLogLevel: (level: string) => Promise<void>;
  /** Writes a credential, or takes it away for null. */
  readonly keep: (name: string, value: string | null) => Promise<Renewal>;
  /** Reads the settings file and all credentials again. */
  readonly reload: () => Promise<Renewal>;
};

const LogLevel = Type.Object({ 'log.level': Type.String({ maxLength: 16 }) }, { additionalProperties: false });
const Credential = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    value: Type.Union([Type.String({ maxLength: 16_384 }), Type.Null()]),
  },
  { additionalProperties: false },
);

/** Lets the operator see settings, and change what can be changed in a service that runs. */
export function addSettingsRoutes(
  app: FastifyInstance,
  { settings, isReady }: { readonly settings: LiveSettings; readonly isReady: () => boolean },
): void {
  /** What was refused, as an answer. */
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    requireReady(isReady());
    try {
      return await work();
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  };
  const shown = () => ({ settings: settings.list(), credentials: settings.credentials() });

  app.get('/operator/settings', async () => shown());

  app.post('/operator/settings', async ({ body }) => {
    if (!Check(LogLevel, body))
      throw invalid('what can be set here is the level of the log, in a JSON body such as {"log.level": "debug"}');
    await told(() => settings.setLogLevel(body['log.level']));
    return shown();
  });

  app.post('/operator/settings/reload', async () => await told(settings.reload));

  app.post('/operator/credentials', async ({ body }) => {
    // The body is not quoted: it may hold a secret
    if (!Check(Credential, body))
      throw invalid('a credential needs a JSON body such as {"name": "CSFLOAT_KEY", "value": "…"}; null removes it');
    return await told(() => settings.keep(body.name, body.value));
  });
}
