import { mailerIn } from '../../alerts/mailer.ts';
import { wayOutOf } from '../../collect/request/way-out.ts';
import type { Config } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import { StartRefused } from '../../schema/index.ts';
import { nearest } from '../../text/nearest.ts';
import { storeIn } from '../backup/bucket.ts';
import { userAgentIn } from '../version.ts';
import { chosenConnectors, grantable } from './chosen-connectors.ts';
import { credentialNames } from './credential-names.ts';
import { openItemIds } from './item-ids.ts';
import { knownFees } from './known-fees.ts';
import { knownTerms } from './known-terms.ts';

type Secrets = (name: string) => string | null;

/** Checks settings and credentials that can only be checked together; throws StartRefused, before any part is opened. */
export function requireSettings(
  connectors: readonly Connector[],
  { config, secrets: given }: { readonly config: Config; readonly secrets: Secrets },
): void {
  const chosen = chosenConnectors(connectors, config);
  knownFees(chosen, config);
  openItemIds(config['collect.itemIds']);
  userAgentIn(config);
  knownTerms(chosen, config);
  requireSources(connectors, config);
  requireGrants(connectors, config);
  const secrets = refusing(given);
  for (const name of neededSecrets(chosen, config)) secrets(name);
  mailerIn(config, secrets);
  if (config['publish.bucket'] !== '') requireStore(secrets);
  if (config['collect.relay'] !== '') return;
  const proxied = chosen.filter(({ isDirect }) => isDirect !== true).map(({ slug }) => slug);
  for (const slug of [null, ...proxied]) wayOutOf(slug, secrets)?.close();
}

function requireStore(secrets: Secrets): void {
  try {
    storeIn(secrets);
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}

/** Turns an unreadable credential file into StartRefused, since restarting cannot help. */
const refusing =
  (secrets: Secrets): Secrets =>
  (name) => {
    try {
      return secrets(name);
    } catch (error) {
      throw new StartRefused(error instanceof Error ? error.message : String(error));
    }
  };

const neededSecrets = (chosen: readonly Connector[], config: Config): readonly string[] => [
  ...(config['cluster.roles'].includes('collect')
    ? credentialNames(chosen).flatMap(({ name, kind }) => (kind === 'credential' ? [name] : []))
    : []),
  ...(config['cluster.nats'].length + config['sinks.nats.servers'].length === 0
    ? []
    : ['NATS_CREDENTIALS', 'NATS_USER', 'NATS_PASSWORD']),
  ...(config['sinks.postgres.url'] === '' ? [] : ['POSTGRES_PASSWORD']),
  ...(config['publish.bucket'] === '' ? [] : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']),
];

function requireSources(connectors: readonly Connector[], config: Config): void {
  const known = connectors.flatMap(({ slug, sources }) => sources.map(({ name }) => `${slug}/${name}`));
  // Sources of broken connectors and of other services can be named, too
  const isAnyElsewhere = config['collect.connectors'] !== '' || config['upstream.url'] !== '';
  for (const name of config['collect.enable']) {
    if (name === 'all' || known.includes(name) || (isAnyElsewhere && name.includes('/'))) continue;
    const near = nearest(name, known, (one) => [one]);
    const hint = near === null ? 'write one such as market-csgo/sales, or all' : `did you mean ${near}?`;
    throw new StartRefused(`collect.enable names "${name}", which is not a source; ${hint}`);
  }
}

function requireGrants(connectors: readonly Connector[], config: Config): void {
  const known = grantable(connectors);
  const unknown = config['collect.granted'].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new StartRefused(
      `collect.granted names "${unknown}", of which no marketplace grants anybody more; budgets are ${known.join(', ')}`,
    );
}
