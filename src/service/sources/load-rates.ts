import { createHttpClient } from '../../collect/request/http-client.ts';
import { wayOutOf } from '../../collect/request/way-out.ts';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import type { Rate } from '../../schema/index.ts';
import type { StoredRow } from '../../store/store.ts';
import { type CollectingOptions, limitsWith } from '../connectors/make-collector.ts';
import type { Parts } from '../parts.ts';
import { keyInDollars } from '../rates/key-in-dollars.ts';
import { KeyRateLoader } from '../rates/key-rates.ts';
import { RateLoader } from '../rates/rate-loader.ts';
import { publishReconverted } from '../snapshots/restore-book.ts';
import { userAgentIn } from '../version.ts';

export type RateLoading = {
  /** Resolves when rates were requested once, whether or not that succeeded. */
  readonly start: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** Loads the exchange rates of the central banks and, where TF2 is read, the worth of keys. */
export function loadRates({ config, secrets, log, now, connectors }: CollectingOptions, parts: Parts): RateLoading {
  const { rates, writer, book } = parts;
  const relay = config['collect.relay'] || null;
  const clock: Clock = { ...systemClock, now };
  const http = createHttpClient({
    relay,
    wayOut: relay === null ? wayOutOf(null, secrets) : null,
    limits: limitsWith(relay),
    userAgent: userAgentIn(config),
    clock,
  });
  const keep = (accepted: readonly Rate[]) => writer.push(accepted.flatMap((row) => rateRows(row, now())));
  const loading = { ask: http.send, rates, keep, clock, log };
  const banks = new RateLoader({ ...loading, moved: (signal) => publishReconverted(parts, now, signal, true) });
  const keys = new KeyRateLoader({
    ...loading,
    secrets,
    keyInDollars: () => keyInDollars(book, now()),
    moved: (signal) => publishReconverted(parts, now, signal),
  });
  const loaders = connectors.some(({ games }) => games.includes('TF2')) ? [banks, keys] : [banks];
  return {
    start: () => Promise.all(loaders.map((loader) => loader.start())),
    stop: async () => {
      await Promise.all(loaders.map((loader) => loader.stop()));
      http.close();
    },
  };
}

const rateRows = (row: Rate, publishedAt: number): StoredRow[] => [
  { table: 'rates', row },
  { table: 'rateStates', row: { ...row, publishedAt } },
];
