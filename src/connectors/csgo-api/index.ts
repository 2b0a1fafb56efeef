import { type Connector, factsOf, sourcesOf } from '../../contract/connector.ts';
import facts from './facts.json' with { type: 'json' };
import { parseContainer, parseSkin, parseThing } from './parse.ts';
import { Container, Skin, Thing } from './wire.ts';

const { bulk } = sourcesOf(facts);

const fileOf = (name: string) => ({
  url: `https://raw.githubusercontent.com/ByMykel/CSGO-API/main/public/api/en/${name.replaceAll('-', '_')}.json`,
});

const collections = 'it is of no collection';

/** A file of which each row is one name. */
const things = (name: string, mayLack: Readonly<Record<string, string>> = {}) =>
  bulk({ name, yields: ['item'], request: () => fileOf(name), rowsAt: '', row: Thing, mayLack, parse: parseThing });

const containers = (name: string) =>
  bulk({ name, yields: ['item'], request: () => fileOf(name), rowsAt: '', row: Container, parse: parseContainer });

export const csgoApi: Connector = {
  slug: 'csgo-api',
  games: ['CS2'],
  ...factsOf(facts),
  sources: [
    bulk({
      name: 'skins',
      yields: ['item'],
      request: () => fileOf('skins'),
      rowsAt: '',
      row: Skin,
      decides: {
        pattern: 'without a finish, there is one name for all wear',
        wears: 'each of them is a name',
        stattrak: 'it says whether there are names with StatTrak',
        souvenir: 'it says whether there are souvenirs',
      },
      mayLack: {
        collections,
        souvenir: 'it has no finish, and no souvenir form',
        wears: 'it has no finish, and one name for all wear',
      },
      parse: parseSkin,
    }),
    things('stickers'),
    things('sticker-slabs'),
    things('patches'),
    things('agents', { collections }),
    things('keychains', { collections }),
    things('graffiti'),
    things('music-kits'),
    things('collectibles'),
    containers('crates'),
    containers('keys'),
  ],
};
