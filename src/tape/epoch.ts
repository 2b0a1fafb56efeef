import { randomBytes } from 'node:crypto';

export const newEpoch = (): string => randomBytes(6).toString('hex');
