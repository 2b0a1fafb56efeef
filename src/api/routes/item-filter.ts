import {
  type FilterWord,
  filterWords,
  type Game,
  type ItemFilter,
  impossibleWord,
  itemKinds,
} from '../../schema/index.ts';
import { invalid, quoted } from '../errors.ts';
import { oneOfOrNull, optionalText, type Parameter, partsOf, type Values } from '../parameters.ts';

const maxLength = 1024;

const words = (description: string, example: string): Parameter<string | null> =>
  optionalText({ description: `Only items ${description}; several are separated by semicolons`, example, maxLength });

/** What items are asked for, in routes that answer about many. */
export const itemFilterParameters = {
  kind: words(`of one kind: ${itemKinds.join(', ')}`, 'knife;gloves'),
  weapon: words(
    'that are a certain weapon, knife or pair of gloves, or in Rust for a certain item of the game',
    'AK-47',
  ),
  finish: words('with a certain finish', 'Doppler'),
  exterior: words('of one wear band', 'Factory New'),
  rarity: words('of one rarity or grade that a marketplace has told', 'Covert'),
  collection: words('of a collection that a marketplace has told', 'The Gamma Collection'),
  hero: words('of a hero of Dota 2', 'Juggernaut'),
  slot: words('for a slot of a hero of Dota 2 or a class of TF2', 'Head'),
  itemType: words('of a type of item that a marketplace has told', 'Metal Facemask'),
  quality: words('of a quality of Dota 2 or TF2', 'Strange'),
  class: words('that a class of TF2 can use', 'Pyro'),
  event: words('of a tournament', 'Katowice 2014'),
  statTrak: oneOfOrNull(['true', 'false'], 'true: only items that count kills; false: only others'),
  souvenir: oneOfOrNull(['true', 'false'], 'true: only souvenirs; false: only others'),
};

type FilterValues = Values<typeof itemFilterParameters>;

function wordsIn(name: FilterWord, text: string): string[] {
  const list = partsOf(text, ';');
  const wrong = impossibleWord(name, list);
  if (wrong !== null)
    throw invalid(`the parameter "${name}" contains ${quoted(wrong.word)}; give one of ${wrong.allowed.join(', ')}`);
  return list;
}

/** null if all items are asked for. */
export function itemFilterIn(values: FilterValues): ItemFilter | null {
  const given = filterWords.flatMap((name) => {
    const list = wordsIn(name, values[name] ?? '');
    return list.length === 0 ? [] : [[name, list] as const];
  });
  const { statTrak, souvenir } = values;
  if (given.length === 0 && statTrak === null && souvenir === null) return null;
  return {
    ...Object.fromEntries(given),
    ...(statTrak !== null && { statTrak: statTrak === 'true' }),
    ...(souvenir !== null && { souvenir: souvenir === 'true' }),
  };
}

/** The member of a query for the items asked for. */
export function wantedItems(
  book: { readonly itemTest: (game: Game, filter: ItemFilter) => (name: string) => boolean },
  game: Game,
  values: FilterValues,
): { readonly isWanted?: (name: string) => boolean } {
  const filter = itemFilterIn(values);
  return filter === null ? {} : { isWanted: book.itemTest(game, filter) };
}
