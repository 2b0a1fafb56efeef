import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

const merchants: readonly string[] = ['YOUPIN898_KEYS', 'ECOSTEAM_KEYS', 'UUSKINS_KEYS'];

/** A secret that a played marketplace accepts under the environment name of a credential; none of them is worth anything elsewhere. */
export function createPlayedSecrets(merchantKey: () => KeyObject = newMerchantKey): (name: string) => string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = (value: string | undefined): string => Buffer.from(value ?? '', 'base64url').toString('hex');
  const pair = `${bytes(publicKey.export({ format: 'jwk' }).x)}:${bytes(privateKey.export({ format: 'jwk' }).d)}`;
  let merchant: string | null = null;
  return (name) => {
    if (name === 'DMARKET_KEYS') return pair;
    if (name === 'YOUPIN898_LOGIN') return 'played-token:played-uk';
    if (name === 'CSGO500_KEYS') return 'played-user:played-key';
    if (!merchants.includes(name)) return `played-${name.toLowerCase().replaceAll('_', '-')}`;
    // An RSA pair takes a while to make
    merchant ??= playedMerchant(merchantKey());
    return merchant;
  };
}

const newMerchantKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** "name:private key" of a merchant; the name is the public key, so that any player can verify signatures. */
function playedMerchant(privateKey: KeyObject): string {
  const name = createPublicKey(privateKey).export({ format: 'jwk' }).n ?? '';
  return `${name}:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`;
}
