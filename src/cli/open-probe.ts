import type { Probe } from '../service/connectors/probe.ts';
import { UsageError } from './command.ts';

type Options = Parameters<typeof import('../service/connectors/probe.ts').createProbe>[0];

/** Creates a probe of the marketplace named on the command line. */
export async function openProbe(options: Options): Promise<Probe> {
  const { createProbe, UnknownMarketplace } = await import('../service/connectors/probe.ts');
  try {
    return createProbe(options);
  } catch (error) {
    throw error instanceof UnknownMarketplace ? new UsageError(error.message) : error;
  }
}
