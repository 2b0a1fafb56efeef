import type { Unwraps } from '../../contract/suite/evidence.ts';

/** The messages in a list of text frames: those of the namespace, without header; pings and acknowledgements are skipped. */
const messagesOf = (frames: readonly { readonly payload: string }[]): string =>
  `[${frames
    .map(({ payload }) => payload)
    .filter((frame) => frame.startsWith('42/trade,'))
    .map((frame) => frame.slice(9))
    .join(',')}]`;

const fromList = (text: string): string => messagesOf(JSON.parse(text));

const fromLines = (text: string): string => fromList(`[${text.trim().split('\n').join(',')}]`);

export const unwraps: Unwraps = { fromList, fromLines };
