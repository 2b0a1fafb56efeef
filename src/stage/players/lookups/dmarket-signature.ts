import { createPublicKey, verify } from 'node:crypto';
import type { StageRequest } from '../../player.ts';
import { decoded } from '../routes.ts';

/** Signatures are valid for two minutes. */
const maxAgeSeconds = 120;

const verifies = (publicKey: string, signature: string, message: string): boolean => {
  try {
    const x = Buffer.from(publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
};

/** Whether the three signature headers match the request, for any key. */
export const isSigned = (request: StageRequest): boolean => {
  const publicKey = request.headers['x-api-key'] ?? '';
  const date = request.headers['x-sign-date'] ?? '';
  const signature = /^dmar ed25519 ([0-9a-f]{128})$/.exec(request.headers['x-request-sign'] ?? '')?.[1];
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^\d{10}$/.test(date) || signature === undefined) return false;
  if (Math.abs(request.now / 1000 - Number(date)) > maxAgeSeconds) return false;
  // The signature covers the decoded path and the query as sent
  const target = `${decoded(request.path)}${request.search}`;
  return verifies(publicKey, signature, `${request.method}${target}${request.body}${date}`);
};
