import { nameFor } from '../../collect/request/way-out.ts';
import type { Connector } from '../../contract/connector.ts';
import { marketplaceWithSlug } from '../../schema/index.ts';
import { keyRateCredentials } from '../rates/key-rates.ts';

/** A secret that the operator can set. */
export type CredentialName = {
  readonly name: string;
  /** Where to get it, or its purpose. */
  readonly about: string;
  readonly kind: 'credential' | 'wayOut' | 'email';
  /** Names of the marketplaces that it is for. */
  readonly marketplaces: readonly string[];
};

const wayOutAbout =
  'Proxy (http://, https:// or socks5://) or local address used for requests to this marketplace; none for the default route.';

const emailNames: readonly CredentialName[] = [
  {
    name: 'SMTP_USER',
    about: 'User name for the SMTP server of alerts.',
    kind: 'email',
    marketplaces: [],
  },
  { name: 'SMTP_PASSWORD', about: 'Password of that user.', kind: 'email', marketplaces: [] },
];

/** All credentials that a service with these connectors can use, in their order. */
export function credentialNames(connectors: readonly Connector[]): readonly CredentialName[] {
  const found = new Map<string, CredentialName>();
  const enter = ({ name, about, kind, marketplaces }: CredentialName) => {
    const before = found.get(name)?.marketplaces ?? [];
    found.set(name, { name, about, kind, marketplaces: [...new Set([...before, ...marketplaces])] });
  };
  for (const { slug, credentials } of connectors) {
    const marketplaces = [marketplaceWithSlug(slug).name];
    for (const { env, about } of credentials) enter({ name: env, about, kind: 'credential', marketplaces });
  }
  const areTf2Read = connectors.some(({ games }) => games.includes('TF2'));
  for (const { env, about } of areTf2Read ? keyRateCredentials : [])
    if (!found.has(env)) enter({ name: env, about, kind: 'credential', marketplaces: [] });
  for (const { slug, isDirect } of connectors) {
    if (isDirect !== true)
      enter({
        name: nameFor(slug),
        about: wayOutAbout,
        kind: 'wayOut',
        marketplaces: [marketplaceWithSlug(slug).name],
      });
  }
  return [...found.values(), ...emailNames];
}
