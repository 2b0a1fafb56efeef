import { createRequire } from 'node:module';
import { StartRefused } from '../../schema/index.ts';

export type Library = typeof import('@duckdb/node-api');

/** The embedded database is not here; `reason` is what its loading ended with. */
class EngineLeftOut extends StartRefused {
  readonly reason: string;

  constructor(reason: string) {
    super(
      `the embedded database is not installed here (${reason}); set store.url to a ClickHouse server, or install the package @duckdb/node-api`,
    );
    this.reason = reason;
  }
}

/**
 * Whether the package, or its library for this system, is not there, as after `npm ci --omit=optional`. One that is there but
 * cannot be loaded is broken.
 */
const isLeftOut = (error: Error): boolean =>
  /^Error loading duckdb native binding/.test(error.message) ||
  ('code' in error &&
    (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') &&
    error.message.includes('@duckdb/'));

const require = createRequire(import.meta.url);

/** Loads DuckDB, an optional package, as it is needed neither with a ClickHouse server nor without a past. */
export const loadLibrary = async (): Promise<Library> => {
  try {
    // An import would first read each of its hundred files to find what it exports
    return require('@duckdb/node-api') as Library;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const [reason = ''] = error.message.split('\n');
    if (isLeftOut(error)) throw new EngineLeftOut(reason);
    throw new StartRefused(
      `the embedded database cannot be loaded (${reason}); reinstall the package @duckdb/node-api, or set store.url to a ClickHouse server`,
    );
  }
};

/** Why there is no embedded database here; null if there is one. Throws `StartRefused` if it is broken. */
export const whyNoEngine = (): Promise<string | null> =>
  loadLibrary().then(
    () => null,
    (error: unknown) => {
      if (error instanceof EngineLeftOut) return error.reason;
      throw error;
    },
  );
