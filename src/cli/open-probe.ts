import type { Probe } from '../service/connectors/probe.ts';
import { UsageError } from './command.ts';

type Options = Parameters<typeof import('../service/connectors/probe.ts').createProbe>[0];

/** A probe of the marketplace that the command line names. */
export async function openProbe(options: Options): Promise<Probe> {
  const { createProbe, UnknownMarketplace } = await import('../service/connectors/probe.ts');
  try {
    return createProbe(options);
  } catch (error) {
    throw error instanceof UnknownMarketplace ? new UsageError(error.message) : error;
  }
}
