import { randomUUID } from 'node:crypto';

export type Publication = { readonly offset: number; readonly data: unknown };

/** Publications on a feed's channels, so that a returning client can be sent what it missed. */
export type History = {
  readonly epoch: string;
  /** Offset of the last publication of a channel. */
  readonly top: (channel: string) => number;
  readonly add: (channel: string, data: unknown) => Publication;
  /** Publications after the offset; null when they are no longer kept. */
  readonly after: (channel: string, epoch: string, offset: number) => readonly Publication[] | null;
};

const maxStored = 500;

export const createHistory = (): History => {
  const epoch = randomUUID().slice(0, 4);
  const channels = new Map<string, Publication[]>();
  const top = (channel: string): number => channels.get(channel)?.at(-1)?.offset ?? 0;
  return {
    epoch,
    top,
    add: (channel, data) => {
      const publication = { offset: top(channel) + 1, data };
      const retained = channels.get(channel) ?? [];
      channels.set(channel, retained);
      retained.push(publication);
      // Done rarely, since it moves everything
      if (retained.length >= 2 * maxStored) retained.splice(0, maxStored);
      return publication;
    },
    after: (channel, requestedEpoch, offset) => {
      const retained = channels.get(channel) ?? [];
      const isKnown = requestedEpoch === epoch && offset >= (retained[0]?.offset ?? 1) - 1;
      return isKnown ? retained.filter((publication) => publication.offset > offset) : null;
    },
  };
};
