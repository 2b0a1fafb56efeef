import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStageHours, type StageHours } from '../../../test/support/stage/stage-hours.ts';
import { connectors } from '../../connectors/index.ts';

const isListOfQuotes = ({ kind, yields }: (typeof connectors)[number]['sources'][number]): boolean =>
  kind === 'bulk' && yields.every((one) => one === 'quote');

const lists = connectors
  .map((connector) => ({ ...connector, sources: connector.sources.filter(isListOfQuotes) }))
  .filter(({ sources }) => sources.length > 0);

const atNoPath = 'its rows are put together from the whole answer';
const dated = 'each of its rows says when the list was made';

/** The lists of quotes whose rows are all read when they come again, and why. */
const whyRead: Readonly<Record<string, string>> = {
  'cs-trade/prices': atNoPath,
  'csmoney/min-prices': atNoPath,
  'ecosteam/prices': atNoPath,
  'itrade-gg/inventory': atNoPath,
  'rapidskins/listings': atNoPath,
  'skinout/items': atNoPath,
  'skinport/items': dated,
  'swap-gg/prices': atNoPath,
};

let here: StageHours;
beforeAll(async () => {
  here = await openStageHours(lists, 40);
});
afterAll(() => here?.close());

it('rows of a list of quotes that come again are known by their bytes, unless they are at no path or never the same', async () => {
  await here.pass(120);

  const names = lists.flatMap(({ slug, sources }) => sources.map(({ name }) => `${slug}/${name}`));
  const states = here.health().map(({ slug, source, state }) => `${slug}/${source} ${state}`);
  expect(states.filter((text) => !text.endsWith(' live'))).toEqual([]);
  const readAgain = names.filter((name) => !here.knownRows.has(name));
  expect(readAgain.sort()).toEqual(Object.keys(whyRead));
});
