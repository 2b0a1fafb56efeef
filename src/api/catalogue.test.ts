import { afterEach, describe, expect, it } from 'vitest';
import { type ServedStream, serveStream } from '../../test/support/stream/served-stream.ts';
import { pricedOffer } from '../../test/support/stream/stream-rig.ts';
import { noAttributes } from '../schema/index.ts';

const opened: ServedStream[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((served) => served.close()));
});

const names = [
  'AK-47 | Redline (Field-Tested)',
  'AWP | Asiimov (Battle-Scarred)',
  'StatTrak™ AK-47 | Redline (Minimal Wear)',
  'Sticker | Titan (Holo) | Katowice 2014',
  '★ Karambit | Doppler (Factory New)',
];

async function serve(): Promise<ServedStream> {
  const served = await serveStream();
  opened.push(served);
  served.put(names.map((name, at) => pricedOffer(`o${at}`, 1_000 + at, { name })));
  return served;
}

const ask = (served: ServedStream, query: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${served.port}/tape/${query}`, { headers: { 'x-api-key': served.key, ...headers } });

const namesIn = async (served: ServedStream, query: string): Promise<string[]> => {
  const { items }: { items: { name: string }[] } = await (await ask(served, query)).json();
  return items.map(({ name }) => name);
};

const tell = (served: ServedStream, marketplaceId: number, attributes: Partial<typeof noAttributes>) =>
  served.book.apply(
    [{ kind: 'item', game: 'CS2', name: names[0] as string, itemAttributes: { ...noAttributes, ...attributes } }],
    { marketplaceId, source: 'list', at: Date.now() },
  );

describe('the catalogue', () => {
  it('has what the name says, what is told, and who contradicts it', async () => {
    const served = await serve();
    tell(served, 1, { rarity: 'Classified', collections: ['The Phoenix Collection'] });
    tell(served, 2, { rarity: 'Covert', minFloat: 0.1 });
    const { items } = await (await ask(served, 'catalogue?game=CS2&query=redline&exterior=field-tested')).json();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      ...{ name: names[0], kind: 'rifle', weapon: 'AK-47', finish: 'Redline', statTrak: false, minFloat: 0.1 },
      ...{ collections: ['The Phoenix Collection'] },
    });
    const rarities = items[0].told.filter(({ attribute }: { attribute: string }) => attribute === 'rarity');
    expect(rarities.map(({ value }: { value: string }) => value).sort()).toEqual(['Classified', 'Covert']);
    expect(rarities[0].value).toBe(items[0].rarity);
  });

  it('is filtered by what items are', async () => {
    const served = await serve();
    tell(served, 1, { rarity: 'Classified', minFloat: 0.1, maxFloat: 0.7 });
    const [redline, awp, statTrak, sticker, knife] = names;
    for (const [filter, found] of [
      ['kind=rifle', [redline, statTrak]],
      ['kind=knife;sniperRifle', [awp, knife]],
      ['kind=rifle&statTrak=true', [statTrak]],
      ['rarity=classified', [redline]],
      ['event=Katowice%202014', [sticker]],
      ['maxFloat=0.5', [redline]],
      ['maxFloat=0.05', []],
      ['weapon=ak-47&exterior=minimal%20wear', [statTrak]],
    ] as const)
      expect(await namesIn(served, `catalogue?game=CS2&${filter}`), filter).toEqual(found);
    expect((await ask(served, 'catalogue?game=CS2&kind=sword')).status).toBe(400);
  });

  it('comes in pages of which each item is on one', async () => {
    const served = await serve();
    const found: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: Response = await ask(served, `catalogue?game=CS2&limit=2&after=${encodeURIComponent(after)}`);
      const { items, next }: { items: { name: string }[]; next: string | null } = await page.json();
      found.push(...items.map(({ name }) => name));
      after = next;
    }
    expect(found).toEqual(names);
  });

  it('is unchanged under its ETag until more is told', async () => {
    const served = await serve();
    const first = await ask(served, 'catalogue?game=CS2');
    await first.text();
    const tag = first.headers.get('etag') ?? '';
    const again = () => ask(served, 'catalogue?game=CS2', { 'if-none-match': tag });
    expect((await again()).status).toBe(304);
    tell(served, 1, { rarity: 'Classified' });
    const changed = await again();
    expect(changed.status).toBe(200);
    await changed.text();
  });

  it('is a table as CSV', async () => {
    const served = await serve();
    tell(served, 1, { rarity: 'Classified', collections: ['The Phoenix Collection'] });
    const lines = (await (await ask(served, 'catalogue?game=CS2&format=csv&rarity=Classified')).text()).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.split(',').slice(0, 3)).toEqual(['name', 'kind', 'rarity']);
    expect(lines[1]?.startsWith(`${names[0]},rifle,Classified,`)).toBe(true);
  });

  it('gives its filters to searches, offers, movers, deals and prices', async () => {
    const served = await serve();
    const found = await (await ask(served, 'search?game=CS2&query=a&kind=knife')).json();
    expect(found.map(({ name }: { name: string }) => name)).toEqual([names[4]]);
    const { offers } = await (await ask(served, 'offers?game=CS2&kind=rifle&statTrak=false')).json();
    expect(offers.map(({ name }: { name: string }) => name)).toEqual([names[0]]);
    const { prices } = await (await ask(served, 'prices?game=CS2&kind=sticker')).json();
    expect(prices.map(({ name }: { name: string }) => name)).toEqual([names[3]]);
    for (const list of ['deals', 'movers'])
      expect((await ask(served, `${list}?game=CS2&kind=knife&weapon=Karambit`)).status).toBe(200);
  });
});
