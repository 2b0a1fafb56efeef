import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret in the format of Standard Webhooks. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Whether a text is a secret: the prefix and 24 to 64 bytes in Base64. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64');
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64') === text.slice(prefix.length);
}

/** The headers of Standard Webhooks (https://www.standardwebhooks.com), with a signature by each secret. `at` is epoch milliseconds. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
