import type { Tape } from '@itemtape/client';
import type { Game } from '../../games.ts';
import { namesIn } from '../../text/names-in.ts';

/** What the form says of an item, as typed. */
export type Draft = Readonly<Record<'offer' | 'inspectLink' | 'float' | 'seed' | 'stickers' | 'charms', string>>;

export const emptyDraft: Draft = { offer: '', inspectLink: '', float: '', seed: '', stickers: '', charms: '' };

type AppraiseRequest = Parameters<Tape['appraise']>[0];

type ItemShown = { readonly game: Game; readonly name: string; readonly phase: string | null };

/** The value of the choice of an offer, from its id on the stream: that of the marketplace, the game, and its own. */
export const offerValue = (marketplace: string, id: string): string =>
  `${marketplace} ${id.split(':').slice(2).join(':')}`;

/** The request for a copy of the shown item that a form describes; an offer tells all of itself. */
export function askedOf(draft: Draft, { game, name, phase }: ItemShown): AppraiseRequest {
  const [, marketplace, offerId] = /^(\S+) (.+)$/s.exec(draft.offer) ?? [];
  if (marketplace !== undefined && offerId !== undefined) return { game, marketplace, offerId };
  const [inspectLink, float, seed] = [draft.inspectLink, draft.float, draft.seed].map((text) => text.trim());
  const [stickers, charms] = [draft.stickers, draft.charms].map(namesIn);
  return {
    ...{ game, name },
    // The variants of TF2 are effects
    ...(phase !== null && (game === 'TF2' ? { effect: phase } : { phase })),
    ...(inspectLink && { inspectLink }),
    ...(float && { float: Number(float) }),
    ...(seed && { paintSeed: Number(seed) }),
    ...(stickers?.length && { stickers }),
    ...(charms?.length && { charms }),
  };
}
