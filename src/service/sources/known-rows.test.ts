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

/** Every list of quotes; where rows that come again are all read, why. */
const whyRead: Readonly<Record<string, string | null>> = {
  'bitskins/in-sell': null,
  'cs-deals/prices': null,
  'cs-trade/prices': atNoPath,
  'csfloat/dopplers': null,
  'csfloat/price-list': null,
  'csmoney/min-prices': atNoPath,
  'dupe-fi/prices': null,
  'ecosteam/prices': atNoPath,
  'gamerpay/prices': null,
  'itrade-gg/inventory': atNoPath,
  'lis-skins/prices': null,
  'loot-farm/prices': null,
  'mannco-store/prices': null,
  'market-csgo/prices': null,
  'rapidskins/listings': atNoPath,
  'shadowpay/prices': null,
  'skin-land/prices': null,
  'skinbaron/extended-prices': null,
  'skinbaron/prices': null,
  'skinout/items': atNoPath,
  'skinport/items': dated,
  'skinsmonkey/prices': null,
  'swap-gg/prices': atNoPath,
  'waxpeer/prices': null,
  'white-market/prices': null,
};

let here: StageHours;
beforeAll(async () => {
  here = await openStageHours(lists, 40);
});
afterAll(() => here?.close());

it('rows of a list of quotes that come again are known by their bytes, unless they are at no path or never the same', async () => {
  await here.pass(120);

  const names = lists.flatMap(({ slug, sources }) => sources.map(({ name }) => `${slug}/${name}`));
  expect(Object.keys(whyRead)).toEqual(names.sort());
  const states = here.health().map(({ slug, source, state }) => `${slug}/${source} ${state}`);
  expect(states.filter((text) => !text.endsWith(' live'))).toEqual([]);
  const readAgain = names.filter((name) => !here.knownRows.has(name));
  expect(readAgain).toEqual(names.filter((name) => whyRead[name] !== null));
});
