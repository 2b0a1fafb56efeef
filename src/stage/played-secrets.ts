import { generateKeyPairSync } from 'node:crypto';

/** A secret that a played marketplace accepts under the environment name of a credential; none of them is worth anything elsewhere. */
export function createPlayedSecrets(): (name: string) => string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = (value: string | undefined): string => Buffer.from(value ?? '', 'base64url').toString('hex');
  const pair = `${bytes(publicKey.export({ format: 'jwk' }).x)}:${bytes(privateKey.export({ format: 'jwk' }).d)}`;
  return (name) => (name === 'DMARKET_KEYS' ? pair : `played-${name.toLowerCase().replaceAll('_', '-')}`);
}
