import type { ExtrasFilter, FoundOffer, FoundOffers, MirroredOffer, Tape } from '@itemtape/client';
import type { Game } from '../../games.ts';
import type { SingleOffer } from '../../table/offer-columns.tsx';
import { serviceTape } from '../../tape.ts';
import { type Currency, currency, priceIn } from '../../text/currency.ts';
import { type MirrorState, useMirror } from '../../use-mirror.ts';
import { useQuery } from '../../use-query.ts';

export const everySeconds = 30;
// The most that the service returns in one response
const perAnswer = 500;

export type ItemOffer = { readonly id: string; readonly offer: SingleOffer; readonly price: number | null };

export type ItemOffers = Pick<MirrorState, 'refusal' | 'failure' | 'moved'> & {
  readonly offers: readonly ItemOffer[];
  /** Currency of the prices. */
  readonly currency: Currency;
  /** The offers are in a different currency than the one now requested. */
  readonly isEarlier: boolean;
  readonly how: 'loading' | 'live' | 'waiting' | 'asked anew';
};

// Fields that offers of other games lack
const unpainted = { float: null, paintIndex: null, paintSeed: null, stickers: null, inspectLink: null };

function itemOfferOf({ id = '', marketplace, phase, data }: MirroredOffer, shown: Currency): ItemOffer {
  const { float, paintIndex, paintSeed, stickers, inspectLink } = 'float' in data ? data : unpainted;
  const { daysTradeLocked, purchaseLink, foundAt } = data;
  const paint = { itemPhase: phase ?? null, float, paintIndex, paintSeed, stickers, inspectLink };
  return { id, offer: { marketplace, ...paint, daysTradeLocked, purchaseLink, foundAt }, price: priceIn(data, shown) };
}

const keyOf = ({ marketplace, purchaseLink, float, paintSeed }: SingleOffer): string =>
  [marketplace, purchaseLink, float, paintSeed].join(' ');

const foundOffer = (offer: FoundOffer): ItemOffer => ({ id: keyOf(offer), offer, price: offer.price });

type Filter = ExtrasFilter & { readonly game: Game; readonly name: string; readonly currency: Currency };

/** Loads every offer of an item, page by page. */
async function allOffers(tape: Tape, filter: Filter, signal: AbortSignal): Promise<readonly FoundOffer[]> {
  const offers: FoundOffer[] = [];
  let after: string | null = null;
  do {
    const request = { ...filter, limit: perAnswer, ...(after !== null && { after }) };
    const found: FoundOffers = await tape.findOffers(request, { signal });
    offers.push(...found.offers);
    after = found.next;
  } while (after !== null);
  return offers;
}

// The names of all charms and patches have one
const anyName = '|';
const extras: readonly ExtrasFilter[] = [{ charm: anyName }, { patch: anyName }, { nameTag: true }];

/** Loads the offers with something on them that messages of changes do not contain. */
async function offersWithExtras(tape: Tape, filter: Filter, signal: AbortSignal) {
  const found = await Promise.all(extras.map((extra) => allOffers(tape, { ...filter, ...extra }, signal)));
  return new Map(found.flat().map((offer) => [keyOf(offer), offer]));
}

/** A live offer with what else is known to be on it. */
function completed(live: ItemOffer, found: ReadonlyMap<string, FoundOffer> | null): ItemOffer {
  const known = found?.get(keyOf(live.offer));
  if (known === undefined) return live;
  const { charms, patches, nameTag, statTrakCount, fade } = known;
  return { ...live, offer: { ...live.offer, charms, patches, nameTag, statTrakCount, fade } };
}

/** All offers of one item, live; polled when the stream is not available. */
export function useOffers(game: Game, name: string): ItemOffers {
  const shown = currency.value;
  const { offers, state, refusal, moved, ...mirrored } = useMirror(game, name);
  const why = mirrored.failure ?? refusal;
  const polled = useQuery(
    why === null ? null : `offers ${shown}`,
    async (signal) => ({
      currency: shown,
      offers: (await allOffers(serviceTape(), { game, name, currency: shown }, signal)).map(foundOffer),
    }),
    { everySeconds },
  );
  const more = useQuery(
    why === null && game === 'CS2' ? 'extras' : null,
    (signal) => offersWithExtras(serviceTape(), { game, name, currency: shown }, signal),
    { everySeconds },
  );
  if (why !== null && (polled.answer !== null || polled.failure !== null)) {
    const { isEarlier, failure, answer } = polled;
    const found = answer ?? { currency: shown, offers: [] };
    return { ...found, isEarlier, how: 'asked anew', refusal: why, failure, moved: new Map() };
  }
  return {
    offers: offers.map((offer) => completed(itemOfferOf(offer, shown), more.answer)),
    currency: shown,
    isEarlier: false,
    how: state === 'stopped' ? 'loading' : state,
    refusal,
    failure: null,
    moved,
  };
}
