import Type from 'typebox';
import { Check } from 'typebox/value';
import { invalid, requireReady } from '../errors.ts';
import { json } from '../server/content.ts';
import type { Content, Router } from '../server/router.ts';
import type { Audit } from './audit.ts';

type SettingValue = string | number | boolean | readonly string[];

/** A setting in force. */
export type SettingReport = {
  readonly name: string;
  readonly about: string;
  /** User names and passwords in URLs are removed. */
  readonly value: SettingValue;
  readonly origin: 'default' | 'file' | 'environment' | 'flag' | 'dashboard';
  /** Whether a reload applies it immediately. */
  readonly isLive: boolean;
  /** Its value after a restart, if different; otherwise null. */
  readonly afterRestart: SettingValue | null;
};

/** Whether a secret is set, never its value. */
export type CredentialReport = {
  readonly name: string;
  /** Where to get it, or what it is for. */
  readonly about: string;
  readonly kind: 'credential' | 'wayOut' | 'email';
  /** Names of the marketplaces that use it. */
  readonly marketplaces: readonly string[];
  /** Where it comes from; null when it is not set. */
  readonly origin: 'environment' | 'dashboard' | null;
};

/** Result of rereading settings and credentials. */
export type Renewal = {
  /** Settings that changed and apply now. */
  readonly changed: readonly string[];
  /** Settings that changed and apply after a restart. */
  readonly afterRestart: readonly string[];
  /** Slugs of the marketplaces that were restarted. */
  readonly marketplaces: readonly string[];
};

/** Settings and credentials of a running service. A refused change throws the reason and changes nothing. */
export type LiveSettings = {
  readonly list: () => readonly SettingReport[];
  readonly credentials: () => readonly CredentialReport[];
  /** Applies until the next start or reload. */
  readonly setLogLevel: (level: string) => Promise<void>;
  /** Sets a credential; null removes it. */
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

/** Adds the routes that show settings and change those that can change at runtime. */
export function addSettingsRoutes(
  router: Router,
  {
    settings,
    isReady,
    audit,
  }: { readonly settings: LiveSettings; readonly isReady: () => boolean; readonly audit: Audit },
): void {
  /** Does some work once the service is ready; refusals become `ApiError`s. */
  const onceReady = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    requireReady(isReady());
    try {
      return await work();
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  };
  const shown = (): Content => json({ settings: settings.list(), credentials: settings.credentials() });

  router.add(['GET'], '/operator/settings', shown);

  router.add(['POST'], '/operator/settings', async (call) => {
    const { body } = call;
    if (!Check(LogLevel, body))
      throw invalid('only the log level can be set here, with a JSON body such as {"log.level": "debug"}');
    const set = () => onceReady(() => settings.setLogLevel(body['log.level']));
    await audit(call, 'settings.change', set, () => body);
    return shown();
  });

  router.add(['POST'], '/operator/settings/reload', async (call) =>
    json(
      await audit(
        call,
        'settings.reload',
        () => onceReady(settings.reload),
        (renewal) => renewal,
      ),
    ),
  );

  router.add(['POST'], '/operator/credentials', async (call) => {
    const { body } = call;
    // The body is not quoted, as it can contain a secret
    if (!Check(Credential, body))
      throw invalid('a credential needs a JSON body such as {"name": "CSFLOAT_KEY", "value": "…"}; null removes it');
    const { name, value } = body;
    const keep = () => onceReady(() => settings.keep(name, value));
    return json(await audit(call, 'credential.change', keep, () => ({ name, isRemoved: value === null })));
  });
}
