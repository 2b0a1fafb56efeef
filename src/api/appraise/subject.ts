import { inspected } from '../../appraise/inspected.ts';
import type { Looks } from '../../appraise/looks.ts';
import { dopplerFamily, paintedPhase } from '../../names/doppler.ts';
import { fadeOf } from '../../names/fade.ts';
import { conditionOf, type Game, type LiveOffer, type Variant } from '../../schema/index.ts';
import { invalid, notFound, quoted } from '../errors.ts';
import type { RouteContext } from '../route.ts';
import { type AppraiseRequest, type ItemProperty, itemProperties } from '../wire/tape/appraisal.ts';
import type { Attachments } from './evidence.ts';

/** What a request is about. */
export type AskedItem = {
  readonly name: string;
  readonly phase: Variant | null;
  readonly looks: Looks;
  /** The offer that it is, if it is one. */
  readonly offer: LiveOffer | null;
  /** What is not told of it. */
  readonly giveToo: readonly ItemProperty[];
};

/** Throws the `ApiError` to respond with. */
export function askedItem(
  request: AppraiseRequest,
  context: RouteContext,
  { game, attachments }: { readonly game: Game; readonly attachments: Attachments },
): AskedItem {
  if (request.offerId !== undefined) return offeredItem(request, context, game, attachments);
  const name = namedItem(request, context, game);
  const shown = linked(request);
  const { stickers = shown?.canHaveStickers ? null : [], charms = shown?.canHaveCharms ? null : [] } = request;
  const float = request.float ?? shown?.float ?? null;
  const paintSeed = request.paintSeed ?? shown?.paintSeed ?? null;
  const isWorn = game === 'CS2' && conditionOf(game, name) !== null;
  const untold = { float: isWorn ? float : 0, paintSeed: isWorn ? paintSeed : 0, stickers, charms };
  return {
    name,
    phase:
      context.lookups.variant({ phase: request.phase || null, effect: request.effect || null }) ??
      shownPhase(game, name, shown?.paintIndex ?? null),
    looks: {
      ...{ float, paintSeed, fade: fadeOf(name, paintSeed) },
      stickersUsd: attachments.sum(stickers),
      charmsUsd: attachments.sum(charms),
    },
    offer: null,
    giveToo: itemProperties.filter((one) => untold[one] === null),
  };
}

function namedItem({ name: words = '' }: AppraiseRequest, { book, lookups }: RouteContext, game: Game): string {
  if (words.trim() === '') throw invalid('give "name", or "marketplace" and "offerId"');
  const name = lookups.item(game, words.trim());
  if (!book.hasItem(game, name)) throw lookups.unknownItem(game, name);
  return name;
}

/** What the inspect link of a request says; null without one. */
function linked({ inspectLink }: AppraiseRequest): ReturnType<typeof inspected> {
  if (inspectLink === undefined) return null;
  const shown = inspected(inspectLink.trim());
  if (shown === null) throw invalid('"inspectLink" is not an inspect link of an item of CS2');
  return shown;
}

function shownPhase(game: Game, name: string, paintIndex: number | null): Variant | null {
  const family = dopplerFamily(game, name);
  return family === null || paintIndex === null ? null : paintedPhase(family, paintIndex);
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
  return { name: offer.name, phase: offer.phase, looks: attachments.looksOf(offer.name, offer), offer, giveToo: [] };
}
