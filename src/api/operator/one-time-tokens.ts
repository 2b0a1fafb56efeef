import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';

/** What opens a session of the dashboard, once. */
export type OneTimeToken = { readonly token: string; readonly expiresAt: number };

export type OneTimeTokens = {
  readonly issue: () => OneTimeToken;
  /** Uses the token up; false when it is none, or none any more. */
  readonly redeem: (text: string) => boolean;
};

// It may stand in a log until somebody reads it there
const lastsMs = 3_600_000;
const atOnce = 100;

const digestOf = (text: string): string => hash('sha256', text, 'hex');

/** Tokens that are kept in memory alone, so that a restart ends them. */
export function createOneTimeTokens(now: Clock['now']): OneTimeTokens {
  const open = new Map<string, number>();
  return {
    issue() {
      const token = `once_${randomBytes(32).toString('base64url')}`;
      const expiresAt = now() + lastsMs;
      open.set(digestOf(token), expiresAt);
      const [oldest] = open.keys();
      if (open.size > atOnce && oldest !== undefined) open.delete(oldest);
      return { token, expiresAt };
    },
    redeem(text) {
      const digest = digestOf(text);
      const expiresAt = open.get(digest);
      return open.delete(digest) && expiresAt !== undefined && now() < expiresAt;
    },
  };
}
