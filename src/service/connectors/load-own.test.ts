import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { skinport } from '../../connectors/skinport/index.ts';
import { marketplaceNamed, marketplaces, marketplaceWithId } from '../../schema/index.ts';
import { loadOwnConnectors } from './load-own.ts';
import { openOwnIds } from './own-ids.ts';

let folder: string;
let dataFolder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itemtape-own-'));
  dataFolder = join(folder, '_data');
});

const good = (slug: string, name: string, more = '') => `
  export const marketplace = { name: '${name}'${more} };
  export const connector = ({ Type, bulk, money, appIdOf }) => ({
    slug: '${slug}', games: ['CS2'], credentials: [], budgets: { api: { requests: 1, perSeconds: 60, scope: 'ip' } },
    sources: [bulk({
      name: 'offers', yields: ['quote'], evidence: 'documented', permission: 'documented', budget: 'api', everySeconds: 60,
      request: ({ game }) => ({ url: 'https://${slug}.example/', query: { app: appIdOf(game) } }),
      rowsAt: '', row: Type.Object({}), parse: () => null,
    })],
  });`;

function put(slug: string, text: string, file = 'index.mjs'): void {
  mkdirSync(join(folder, slug));
  writeFileSync(join(folder, slug, file), text);
}

async function load() {
  const ids = openOwnIds(dataFolder);
  const own = await loadOwnConnectors({ folder, builtIn: [skinport], ids });
  ids.keep();
  return { slugs: own.connectors.map(({ slug }) => slug), broken: own.broken };
}

describe('connectors of the operator', () => {
  it('are loaded despite broken ones, each of which is reported with its reason', async () => {
    put('aa-good', good('aa-good', 'AaGood'));
    put('bad-syntax', 'export const connector = {');
    put('cc-throws', 'throw new Error("no such luck")');
    put('dd-empty', '');
    put('ee-function', 'export default () => { throw new Error("not today") }');
    put(
      'ff-shape',
      'export default { slug: "ff-shape", games: ["Chess"], credentials: [], budgets: {}, sources: [{}] }',
    );
    put('gg-budget', good('gg-budget', 'GgBudget').replace("budget: 'api'", "budget: 'other'"));
    put('hh-plain', good('hh-plain', 'HhPlain').replace('https://', 'http://'));
    put('ii-slug', good('other', 'IiSlug'));
    put('jj-nameless', good('jj-nameless', 'JjNameless').replace('marketplace', 'shop'));
    put('kk-name', good('kk-name', 'Buff 163'));
    put('kk-comma', good('kk-comma', 'Smith, Sons'));
    put('kk-quoted', good('kk-quoted', 'The "Best" Shop'));
    put('kk-hidden', good('kk-hidden', 'Shop\u202e'));
    put('kk-long', good('kk-long', 'S'.repeat(65)));
    put('ll-id', good('ll-id', 'LlId', ', id: 3'));
    put('mm-none', '', 'main.mjs');
    put('nn-source', good('nn-source', 'NnSource').replace("evidence: 'documented'", "evidence: 'sure'"));
    put('skinport', good('skinport', 'Mine'));
    put('Zz Good', good('zz', 'Zz'));
    put('zz-good', good('zz-good', 'ZzGood').replace('const connector =', 'default'), 'index.js');
    put('_passed-over', 'throw 1');

    const { slugs, broken } = await load();
    expect(slugs).toEqual(['aa-good', 'zz-good']);
    const reasons = Object.fromEntries(broken.map(({ slug, reason }) => [slug, reason]));
    expect(reasons).toMatchObject({
      'bad-syntax': expect.stringMatching(/syntax/i),
      'cc-throws': 'no such luck',
      'dd-empty': expect.stringContaining('it exports no connector'),
      'ee-function': 'not today',
      'ff-shape': 'games must be a list of CS2, Dota2, Rust, TF2',
      'gg-budget': expect.stringContaining('offers: budget "other" is not declared'),
      'hh-plain': expect.stringContaining('is not https'),
      'ii-slug': 'slug "other" is not the folder name "ii-slug"',
      'jj-nameless': expect.stringContaining('the registry does not know "jj-nameless"'),
      'kk-name': expect.stringContaining('"buff163" already means Buff163'),
      'kk-comma': expect.stringContaining('no comma, quotation mark, backslash or control character'),
      'kk-quoted': expect.stringContaining('no comma, quotation mark'),
      'kk-hidden': expect.stringContaining('control character'),
      'kk-long': expect.stringContaining('at most 64 characters'),
      'll-id': expect.stringContaining('its id 3 belongs to another marketplace'),
      'mm-none': 'it has none of index.js, index.mjs, index.ts',
      'nn-source': expect.stringContaining('sources[0]: evidence must be one of recorded, documented, inferred'),
      skinport: expect.stringContaining('is used by a built-in connector'),
      'Zz Good': expect.stringContaining('not kebab-case'),
    });
    expect(broken).toHaveLength(19);
    expect(broken.find(({ slug }) => slug === 'cc-throws')?.path).toBe(join(folder, 'cc-throws'));
  });

  it('come last in the registry, and are found by every name', async () => {
    put('own-shop', good('own-shop', "Own Shop & Bob\\'s 龍王", ", aliases: ['corner']"));
    await load();

    const own = marketplaceNamed('Corner');
    expect(own).toMatchObject({ name: "Own Shop & Bob's 龍王", slug: 'own-shop' });
    expect(own?.id).toBeGreaterThanOrEqual(200);
    expect(marketplaceWithId(own?.id ?? 0)).toBe(own);
    expect(marketplaces).toContain(own);
  });

  it('keep their ids over starts, whichever others are added or removed', async () => {
    put('later-b', good('later-b', 'LaterB'));
    await load();
    const { id } = marketplaceNamed('LaterB') ?? { id: 0 };
    put('earlier-a', good('earlier-a', 'EarlierA'));
    put('wants-it', good('wants-it', 'WantsIt', `, id: ${id}`));

    const { slugs, broken } = await load();
    expect(slugs).toEqual(['earlier-a', 'later-b']);
    expect(broken).toMatchObject([{ slug: 'wants-it' }]);
    expect(marketplaceNamed('LaterB')?.id).toBe(id);
    expect(marketplaceNamed('EarlierA')?.id).not.toBe(id);
    const stored = JSON.parse(readFileSync(join(dataFolder, 'marketplaces.json'), 'utf8'));
    expect(stored).toContainEqual({ id, name: 'LaterB', slug: 'later-b', aliases: [] });
    expect(openOwnIds(dataFolder).left()).toHaveLength(2);
  });

  it('stop the start if the file of ids is damaged', () => {
    mkdirSync(dataFolder);
    writeFileSync(join(dataFolder, 'marketplaces.json'), '{"a": 1');
    expect(() => openOwnIds(dataFolder)).toThrow('restore it from a backup');
  });

  it('have to be in a folder that exists', async () => {
    const nowhere = join(folder, 'nowhere');
    const loading = loadOwnConnectors({ folder: nowhere, builtIn: [], ids: openOwnIds(dataFolder) });
    await expect(loading).rejects.toThrow(`collect.connectors names ${nowhere}, which does not exist`);
  });
});
