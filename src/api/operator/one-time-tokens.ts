import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';

/** A token that opens one session of the dashboard. */
export type OneTimeToken = { readonly token: string; readonly expiresAt: number };

export type OneTimeTokens = {
  readonly issue: () => OneTimeToken;
  /** Uses up a token; false when it is unknown, used or expired. */
  readonly redeem: (text: string) => boolean;
};

// The start logs a token, which somebody has to find and open
const lastsMs = 3_600_000;
const atOnce = 100;

const digestOf = (text: string): string => hash('sha256', text, 'hex');

/** Keeps tokens only in memory, so a restart invalidates them. */
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
