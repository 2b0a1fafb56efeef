import { describe, expect, it } from 'vitest';
import { connectors } from '../src/connectors/index.ts';
import type { About, Connector, Polled, WireRequest } from '../src/contract/connector.ts';
import { type Reading, readText } from '../src/contract/suite/read-text.ts';
import type { Game } from '../src/schema/index.ts';
import { liquidNames } from '../src/stage/catalogue/liquid-names.ts';
import { createWorld } from '../src/stage/create-world.ts';
import { createPlayedSecrets } from '../src/stage/played-secrets.ts';
import { players } from '../src/stage/players/index.ts';
import { askPlayer } from './support/ask-player.ts';
import { stageItems } from './support/stage-items.ts';

const now = Date.UTC(2026, 0, 15, 12);
const world = createWorld({ seed: 1, startedAt: now, items: stageItems });
const secretOf = createPlayedSecrets();

/** The request as it goes out, with the credential of its source. */
function carried({ credentials }: Connector, { credential }: Polled, request: WireRequest): WireRequest {
  const found = credentials.find(({ env }) => env === credential);
  if (found === undefined) return request;
  const { carry } = found;
  const secret = secretOf(found.env);
  if (carry.in === 'header')
    return { ...request, headers: { ...request.headers, [carry.name.toLowerCase()]: (carry.prefix ?? '') + secret } };
  if (carry.in === 'query') return { ...request, query: { ...request.query, [carry.name]: secret } };
  throw new Error(`a credential in a ${carry.in} is not carried here`);
}

function addressOf({ url, query = {} }: WireRequest): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) address.searchParams.append(name, String(one));
  return address.href;
}

function answerTo(connector: Connector, source: Polled, request: WireRequest, about: About): Reading {
  const player = players.find(({ slug }) => slug === connector.slug);
  if (player === undefined) throw new Error(`nobody plays ${connector.slug}`);
  const { method = 'GET', headers = {}, body, ...rest } = carried(connector, source, request);
  const reply = askPlayer(player, world, now)(addressOf(rest), { method, headers, body: JSON.stringify(body) ?? '' });
  if (reply === null) throw new Error(`${connector.slug} does not play ${addressOf(rest)}`);
  expect(reply.status ?? 200).toBe(200);
  return readText(source, typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body), about);
}

/** What a list says of the item's own id. */
function itemIdOf(connector: Connector, game: Game): string | null {
  const list = connector.sources.find((source) => source.kind === 'bulk' && source.yields.includes('quote'));
  if (list?.kind !== 'bulk') return null;
  const about = { game, item: null, marketplaceItemId: null, at: now };
  const { records } = answerTo(connector, list, list.request({ game }), about);
  const found = records.find((record) => record.kind === 'quote' && record.name === liquidNames[game]);
  return found?.kind === 'quote' ? found.marketplaceItemId : null;
}

function readingOf(connector: Connector, source: Polled, game: Game): Reading {
  const item = source.kind === 'lookup' ? liquidNames[game] : null;
  const marketplaceItemId = source.kind === 'lookup' ? itemIdOf(connector, game) : null;
  const request =
    source.kind === 'bulk'
      ? source.request({ game })
      : source.kind === 'walk'
        ? source.request({ game, cursor: null })
        : source.request({ game, item: item ?? '', marketplaceItemId });
  if (request === null) throw new Error(`${source.name} cannot be asked for ${item}`);
  return answerTo(connector, source, request, { game, item, marketplaceItemId, at: now });
}

const slugs = ['bitskins', 'csgoempire', 'shadowpay', 'lis-skins', 'white-market', 'backpack-tf'];

const asked = connectors
  .filter(({ slug }) => slugs.includes(slug))
  .flatMap((connector) =>
    connector.sources.flatMap((source) =>
      source.kind === 'feed'
        ? []
        : (source.games ?? connector.games).map((game) => ({ connector, source, game, slug: connector.slug })),
    ),
  )
  .map((one) => ({ ...one, name: one.source.name }));

describe('what the stage answers', () => {
  it.each(asked)('is read by $slug/$name of $game, every row of it', ({ connector, source, game }) => {
    const { outcome, detail, rejected, records } = readingOf(connector, source, game);

    expect({ outcome, detail, rejected }).toEqual({ outcome: 'read', detail: null, rejected: [] });
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(source.yields));
  });

  it.each(asked.filter(({ source }) => source.kind === 'lookup' && source.yields.includes('offer')))(
    'about an item is every listing of it: $slug/$name of $game',
    ({ connector, source, game, slug }) => {
      const item = world.itemNamed(game, liquidNames[game]);
      const listings = item === null ? [] : world.listings(slug, item);
      const ids = readingOf(connector, source, game).records.flatMap((record) =>
        record.kind === 'offer' ? [record.offerId] : [],
      );

      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(listings.length);
    },
  );
});
