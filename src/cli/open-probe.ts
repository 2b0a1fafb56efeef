import type { Probe } from '../service/connectors/probe.ts';
import type { CommandInput } from './command.ts';
import { gatherAll } from './gather-all.ts';
import { besideCluster } from './in-cluster.ts';
import { secretsOf } from './secrets.ts';
import { UsageError } from './usage-error.ts';

/** Creates a probe of the marketplace that the first argument names. */
export async function openProbe(input: CommandInput): Promise<Probe> {
  const { config } = input.read;
  input.err(besideCluster(config));
  const gathered = await gatherAll(config, false);
  const secrets = await secretsOf(input);
  const { createProbe, UnknownMarketplace } = await import('../service/connectors/probe.ts');
  try {
    return createProbe({ config, secrets, marketplace: input.positionals[0], gathered });
  } catch (error) {
    throw error instanceof UnknownMarketplace ? new UsageError(error.message) : error;
  }
}
