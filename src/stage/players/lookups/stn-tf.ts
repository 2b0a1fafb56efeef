import { liquidNames } from '../../catalogue/liquid-names.ts';
import { inKeysAndMetal, refPerKey } from '../../market/tf2-worth.ts';
import type { CatalogueItem, World } from '../../market/world.ts';
import type { Player, StageReply, StageRequest } from '../../player.ts';
import { answerBy, onlyFor, type Route } from '../routes.ts';

const slug = 'stn-tf';

/** Failures have a successful status. */
const failed = (error: string): StageReply => ({ body: { success: 0, error } });

const keyed = onlyFor(
  (request) => /^[A-Za-z0-9_-]{8,}$/.test(request.query.get('apikey') ?? ''),
  failed('Invalid API key'),
);

const succeeded = (result: unknown): StageReply => ({ body: { success: 1, result } });

/** The shop's numbers do not include half a scrap, the value of a craft weapon. */
const scrapPerKey = Math.round(refPerKey * 9);

const pairOf = (world: World, usd: number, item: CatalogueItem) => {
  const { keys, metal } = inKeysAndMetal(world, usd, item.name);
  return { keys, metal };
};

/** The shop sells all its stock of an item at one price, and buys at one price until it has enough. */
const details = ({ query }: StageRequest, world: World): StageReply => {
  const item = world.itemNamed('TF2', query.get('full_name') ?? '');
  if (item === null) return failed('Item not found');
  const [cheapest, ...others] = world.listings(slug, item);
  const [best] = world.buyOrders(slug, item);
  const level = cheapest === undefined ? 0 : others.length + 1;
  return {
    body: {
      success: 1,
      item: {
        full_name: item.name,
        pricing: {
          buy: pairOf(world, best?.priceUsd ?? item.basePrice * 0.8, item),
          sell: pairOf(world, cheapest?.priceUsd ?? item.basePrice, item),
        },
        stock: { level, limit: level + (best?.quantity ?? 0), level_for_quick_buy: Math.floor(level / 2) },
      },
    },
  };
};

const keyPrices = (): StageReply => succeeded({ pricing: { buyPrice: scrapPerKey - 3, sellPrice: scrapPerKey + 3 } });

const keyStock = (_: StageRequest, world: World): StageReply => {
  const key = world.itemNamed('TF2', liquidNames.TF2);
  const stockLevel = key === null ? 0 : world.listings(slug, key).length * 30;
  return succeeded({ stock: { canBuy: 15, canSell: 15, stockLevel, stockLimit: 1770 } });
};

const schema = (_: StageRequest, world: World): StageReply =>
  succeeded({
    schema: world
      .items('TF2')
      .map(({ name }) => name)
      .sort(),
  });

const route = (call: string, answer: (request: StageRequest, world: World) => StageReply): Route => ({
  method: 'GET',
  path: new RegExp(`^/${call}/v1/?$`),
  answer: keyed(answer),
});

/** STN.tf: a shop that returns one item per request, priced in keys and refined metal. */
export const stnTf: Player = {
  slug,
  hosts: ['api.stntrading.eu'],
  answer: answerBy([
    route('GetItemDetails', details),
    route('GetKeyPrices', keyPrices),
    route('GetKeyStock', keyStock),
    route('GetSchema', schema),
  ]),
};
