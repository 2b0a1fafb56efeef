import { secretsFrom } from '../config.ts';
import type { Run } from './command.ts';
import { gatherAll } from './gather-all.ts';

export const run: Run = async ({ flags, environment, read, out, err }) => {
  const { connectors, broken } = await gatherAll(read.config, false);
  const { marketplaceRow } = await import('../service/marketplace-table.ts');
  for (const { path, reason } of broken) err(`${path} was not loaded: ${reason}\n`);
  const rows = connectors.map(marketplaceRow);
  if (flags['json'] === true) {
    out(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const secrets = secretsFrom(environment);
  for (const { name, slug, games, reads } of rows) {
    out(`${name}  (${slug})  ${games.join(', ')}\n`);
    for (const { what, credential, evidence, isOff } of reads) {
      const key =
        credential === null
          ? 'no key needed'
          : `${credential} ${secrets(credential) === null ? 'is not set' : 'is set'}`;
      out(
        `    ${what.padEnd(14)}${evidence.padEnd(12)}${key}${isOff ? '; off unless switched on by collect.enable' : ''}\n`,
      );
    }
  }
  return 0;
};
