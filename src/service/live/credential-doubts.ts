import { prefixFor } from '../../collect/request/way-out.ts';
import type { Environment } from '../../config/config.ts';
import { environmentPrefix } from '../../config/settings.ts';
import type { Connector } from '../../contract/connector.ts';
import { isOneSlipFrom } from '../../text/nearest.ts';
import { credentialNames } from '../connectors/credential-names.ts';

// What credentials are called elsewhere, such as CSFLOAT_API_KEY or BUFF163_COOKIE
const secretWord = /_(KEY|APIKEY|TOKEN|SECRET|LOGIN|SESSION|COOKIE|PASSWORD)$/;

/** One sentence for each name in the environment that looks like a misspelt credential of a marketplace. */
export function credentialDoubts(environment: Environment, connectors: readonly Connector[]): string[] {
  const known = credentialNames(connectors).map(({ name }) => name);
  const ownOf = (name: string): readonly string[] =>
    secretWord.test(name)
      ? connectors
          .filter(({ slug }) => name.startsWith(prefixFor(slug)))
          .flatMap(({ credentials }) => credentials.map(({ env }) => env))
      : [];
  return Object.keys(environment).flatMap((given) => {
    const name = given.replace(environmentPrefix, '').replace(/_FILE$/, '');
    if (known.includes(name)) return [];
    const slip = known.find((one) => isOneSlipFrom(name, one));
    const meant = slip === undefined ? ownOf(name) : [slip];
    return meant.length === 0
      ? []
      : [`${given} in the environment is not a credential; did you mean ${meant.join(' or ')}?`];
  });
}
