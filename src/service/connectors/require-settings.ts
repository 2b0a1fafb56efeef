import { wayOutOf } from '../../collect/request/way-out.ts';
import type { Connector } from '../../contract/connector.ts';
import { nearest } from '../../nearest.ts';
import { StartRefused } from '../../schema/index.ts';
import type { Config } from '../../settings.ts';
import { chosenConnectors } from './chosen-connectors.ts';
import { knownFees } from './known-fees.ts';

/** What of the settings can only be judged by the connectors; throws StartRefused, before any part is opened. */
export function requireSettings(
  connectors: readonly Connector[],
  { config, secrets }: { readonly config: Config; readonly secrets: (name: string) => string | null },
): void {
  const chosen = chosenConnectors(connectors, config);
  knownFees(chosen, config);
  requireSources(connectors, config);
  if (config['collect.relay'] !== '') return;
  const asked = chosen.filter(({ isDirect }) => isDirect !== true).map(({ slug }) => slug);
  for (const slug of [null, ...asked]) wayOutOf(slug, secrets)?.close();
}

function requireSources(connectors: readonly Connector[], config: Config): void {
  const known = connectors.flatMap(({ slug, sources }) => sources.map(({ name }) => `${slug}/${name}`));
  // One that is broken, and what comes from another service, may be named
  const isAnyElsewhere = config['collect.connectors'] !== '' || config['upstream.url'] !== '';
  for (const name of config['collect.enable']) {
    if (name === 'all' || known.includes(name) || (isAnyElsewhere && name.includes('/'))) continue;
    const near = nearest(name, known, (one) => [one]);
    const hint = near === null ? 'write one such as market-csgo/sales, or all' : `did you mean ${near}?`;
    throw new StartRefused(`collect.enable names "${name}", which is no source; ${hint}`);
  }
}
