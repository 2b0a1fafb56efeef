import type { Player } from '../../player.ts';
import { marketExport } from '../market-export.ts';
import { answerBy } from '../routes.ts';

const slug = 'skin-land';
const host = 'app.skin.land';

/** Skin.Land: a public file of prices. */
export const skinLand: Player = {
  slug,
  hosts: [host],
  answer: answerBy([
    {
      method: 'GET',
      path: /^\/market_export_json\/csgo\.json$/,
      answer: (_request, world) => ({ body: marketExport(world, slug, `https://${host}`) }),
    },
  ]),
};
