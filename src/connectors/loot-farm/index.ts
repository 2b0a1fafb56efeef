import Type from 'typebox';
import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import { appIdOf, type Game } from '../../schema/index.ts';
import facts from './facts.json' with { type: 'json' };
import { parseEntry, parsePriced } from './parse.ts';
import { Entry, Priced } from './wire.ts';

const { bulk } = sourcesOf(facts);

/** The file name without a game is that of Counter-Strike. */
const priceFiles: Readonly<Record<Game, string>> = { CS2: '', Dota2: 'DOTA', Rust: 'RUST', TF2: 'TF2' };

const file = (name: string) => ({
  url: `https://loot.farm/${name}.json`,
  agent: 'compatible' as const,
});

export const lootFarm: Connector = {
  slug: 'loot-farm',
  games: ['CS2', 'Dota2', 'Rust', 'TF2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'prices',
      yields: ['quote'],
      request: ({ game }) => file(`fullprice${priceFiles[game]}`),
      rowsAt: '',
      row: Priced,
      parse: parsePriced,
    }),
    bulk({
      name: 'inventory',
      yields: ['offer'],
      request: ({ game }) => file(`botsInventory_${appIdOf(game)}`),
      // An empty map is sent as an empty array
      envelope: Type.Object({ result: Type.Union([Type.Object({}), Type.Array(Type.Unknown())]) }),
      rowsAt: 'result.*',
      row: Entry,
      parse: parseEntry,
      mayLack: { p: 'not for sale', pst: 'not for sale', st: 'the item is not StatTrak' },
    }),
  ],
};
