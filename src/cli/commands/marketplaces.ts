import type { MarketplaceRow } from '../../service/connectors/marketplace-table.ts';
import { defineCommand } from '../command.ts';
import { json } from '../flags.ts';
import { gatherAll } from '../gather-all.ts';
import { jsonText } from '../json.ts';
import { secretsOf } from '../secrets.ts';

export const command = defineCommand({
  about: 'Lists the marketplaces, with the data read from each, its fee and the credentials it needs.',
  usage: '',
  example: 'itemtape marketplaces',
  flags: { json },
  run: async (input) => {
    const { flags, read, out, err } = input;
    const { connectors, broken } = await gatherAll(read.config, false);
    const { feesText, marketplaceRow, standingText } = await import('../../service/connectors/marketplace-table.ts');
    const { ceilingsText, chargesText, holdsText, payoutText } = await import('../../service/connectors/terms-text.ts');
    for (const { path, reason } of broken) err(`${path} was not loaded: ${reason}\n`);
    const rows = connectors.map(marketplaceRow);
    if (flags.json === true) {
      out(jsonText(rows));
      return 0;
    }
    const secrets = await secretsOf(input);
    const isSet = (env: string): boolean => secrets(env) !== null;
    for (const { name, slug, games, standing, fees, terms, demands, reads } of rows) {
      out(`${name}  (${slug})  ${games.join(', ')}${standing === null ? '' : `  ${standingText(standing)}`}\n`);
      if (standing !== null && standing.state !== 'open') out(`    ${standing.by}\n`);
      const facts = [
        ['fee', feesText(fees)],
        ['payout', payoutText(terms)],
        ['paying out', chargesText(terms.payOut)],
        ['paying in', chargesText(terms.payIn)],
        ['resale', holdsText(terms.itemHolds)],
        ['highest price', ceilingsText(terms.maxPrices)],
      ] as const;
      for (const [what, text] of facts) out(`    ${what.padEnd(14)}${text}\n`);
      for (const { what, on, hosts } of demands)
        out(`    ${'demand'.padEnd(14)}${what} (${hosts.join(', ')}; ${on})\n`);
      for (const one of reads) out(`    ${readText(one, isSet)}\n`);
    }
    return 0;
  },
});

function readText(
  { what, credential, evidence, seenOn, isOff }: MarketplaceRow['reads'][number],
  isSet: (env: string) => boolean,
): string {
  const key = credential === null ? 'no key needed' : `${credential} ${isSet(credential) ? 'is set' : 'is not set'}`;
  const off = isOff ? '; off unless switched on by collect.enable' : '';
  return `${what.padEnd(14)}${evidence.padEnd(12)}${(seenOn ?? '').padEnd(12)}${key}${off}`;
}
