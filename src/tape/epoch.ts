import { randomBytes } from 'node:crypto';
import type { PreviousEpoch } from './tape.ts';

export const newEpoch = (): string => randomBytes(6).toString('hex');

/** The epoch that a sequence belongs to: the first of these, in order, that reaches as far, else the current one. */
export const epochAt = (sequence: number, before: readonly PreviousEpoch[], current: string): string =>
  before.find(({ last }) => sequence <= last)?.epoch ?? current;
