import type { WireRequest } from '../../contract/connector.ts';
import { StartRefused } from '../../schema/index.ts';

/** What a comment in a header can hold without being escaped, and nothing that separates words. */
const sendable = /^[!#-'*-:<-[\]-~]{3,200}$/;

/** `itemtape/1.2.3 (+https://example.org)`; without a contact only the first part. Throws StartRefused when it cannot be sent. */
export function userAgentOf(version: string, contact: string): string {
  const product = `itemtape/${version}`;
  if (contact === '') return product;
  if (!sendable.test(contact))
    throw new StartRefused(
      `collect.contact is ${JSON.stringify(contact)}, which a header cannot carry as it is; write a mail or web address of 3 to 200 ASCII characters, without spaces, quotes, parentheses, semicolons and backslashes`,
    );
  return `${product} (+${contact})`;
}

/** The user agent of a request, in the form that it asks for. */
export const agentFor = ({ agent }: Pick<WireRequest, 'agent'>, userAgent: string): string =>
  agent === 'compatible' ? `Mozilla/5.0 (compatible; ${userAgent.replace(/ \((.*)\)$/, '; $1')})` : userAgent;
