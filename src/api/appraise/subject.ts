import { inspected } from '../../appraise/inspected.ts';
import type { Looks } from '../../appraise/looks.ts';
import { fadeOf } from '../../names/fade.ts';
import type { Game, LiveOffer, Variant } from '../../schema/index.ts';
import { invalid, notFound, quoted } from '../errors.ts';
import type { RouteContext } from '../route.ts';
import type { AppraiseRequest } from '../wire/tape/appraisal.ts';
import type { Attachments } from './evidence.ts';

/** What a request is about. */
export type AskedItem = {
  readonly name: string;
  readonly phase: Variant | null;
  readonly looks: Looks;
  /** The offer that it is, if it is one. */
  readonly offer: LiveOffer | null;
};

/** Throws the `ApiError` to respond with. */
export function askedItem(
  request: AppraiseRequest,
  context: RouteContext,
  { game, attachments }: { readonly game: Game; readonly attachments: Attachments },
): AskedItem {
  if (request.offerId !== undefined) return offeredItem(request, context, game, attachments);
  const { book, lookups } = context;
  if (request.name === undefined || request.name.trim() === '')
    throw invalid('give "name", or "marketplace" and "offerId"');
  const name = lookups.item(game, request.name.trim());
  if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
  const { stickers = [], charms = [], inspectLink } = request;
  const shown = inspectLink === undefined ? null : inspected(inspectLink);
  if (inspectLink !== undefined && shown === null)
    throw invalid('"inspectLink" does not contain the certificate of an item; give "float" and "paintSeed" instead');
  const paintSeed = request.paintSeed ?? shown?.paintSeed ?? null;
  const isUnnamed = shown?.hasStickers === true && request.stickers === undefined;
  return {
    name,
    phase: lookups.variant({ phase: request.phase || null, effect: request.effect || null }),
    looks: {
      float: request.float ?? shown?.float ?? null,
      paintSeed,
      fade: fadeOf(name, paintSeed),
      stickersUsd: attachments.sum(isUnnamed ? null : stickers),
      charmsUsd: attachments.sum(charms),
    },
    offer: null,
  };
}

function offeredItem(
  { marketplace, offerId = '' }: AppraiseRequest,
  { book, lookups }: RouteContext,
  game: Game,
  attachments: Attachments,
): AskedItem {
  if (marketplace === undefined) throw invalid('give the "marketplace" of "offerId"');
  const { id, name: on } = lookups.marketplace(marketplace);
  const offer = book.offerWithId(id, game, offerId);
  if (offer === null) throw notFound(`no offer ${quoted(offerId)} of ${game} is known on ${on}`);
  return { name: offer.name, phase: offer.phase, looks: attachments.looksOf(offer.name, offer), offer };
}
