import type { About } from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import type { Offer } from '../../schema/index.ts';
import { type BotItem, botOffers } from '../families/csmoney-bots.ts';

/** No page of a single item is known, so that the search of its name bears the id. */
export const parseHeld = (row: BotItem, about: About): readonly Offer[] =>
  botOffers(row, about).map((offer) => ({
    ...offer,
    purchaseLink: `https://cs.money/csgo/trade/?search=${urlPart(offer.name)}#${offer.offerId}`,
  }));
