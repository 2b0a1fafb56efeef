import type { About } from '../../contract/connector.ts';
import { urlPart } from '../../contract/text.ts';
import type { Offer } from '../../schema/index.ts';
import { type BotItem, botOffers } from '../families/csmoney-bots.ts';

/** There is no known page for a single item, so the link is a search for its name with the id as fragment. */
export const parseHeld = (row: BotItem, about: About): readonly Offer[] =>
  botOffers(row, about).map((offer) => ({
    ...offer,
    purchaseLink: `https://cs.money/csgo/trade/?search=${urlPart(offer.name)}#${offer.offerId}`,
  }));
