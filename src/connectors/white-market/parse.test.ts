import { describe, expect, it } from 'vitest';
import type { About } from '../../contract/connector.ts';
import { whiteMarket } from './index.ts';
import { eventsIn, parseEvent, parseListed, parseOrdered } from './parse.ts';

const about: About = { game: 'CS2', item: null, marketplaceItemId: null, at: 0 };

const source = (name: string) => {
  const found = whiteMarket.sources.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no source ${name}`);
  return found;
};

describe('a message of White.market', () => {
  it('is JSON in JSON', () => {
    expect(eventsIn({ channel: 'c', data: { message: '{"type":"market_product_removed"}' } })).toEqual([
      { type: 'market_product_removed' },
    ]);
    expect(() => eventsIn({ channel: 'c', data: { message: { type: 'market_product_removed' } } })).toThrow(
      'not a string',
    );
  });
});

describe('an item on White.market', () => {
  it('has numbers as text, and none where the text is blank', () => {
    const node = { id: 'a', price: { value: '1.5', currency: 'USD' as const } };
    const described = { description: { nameHash: 'P250 | Sand Dune (Field-Tested)' } };

    expect(
      parseListed(
        { node: { ...node, item: { ...described, float: '0.25', paintIndex: '99', paintSeed: '0' } } },
        about,
      ),
    ).toMatchObject({ float: 0.25, paintIndex: 99, paintSeed: 0 });
    expect(
      parseListed({ node: { ...node, item: { ...described, float: '', paintIndex: '', paintSeed: '' } } }, about),
    ).toMatchObject({ float: null, paintIndex: null, paintSeed: null });
  });
});

describe('an offer of White.market', () => {
  it('has the same page from a lookup as from the feed', () => {
    const name = 'P250 | Sand Dune (Field-Tested)';
    const price = { value: '1.5', currency: 'USD' as const };
    const listed = parseListed({ node: { id: 'a-1', price, item: { description: { nameHash: name } } } }, about);
    const content = { id: 'a-1', app_id: '730' as const, name_hash: name, price: '1.5' };

    expect(listed?.purchaseLink).toMatch(/#a-1$/);
    expect(parseEvent({ type: 'market_product_added', content }, about)).toMatchObject({
      purchaseLink: listed?.purchaseLink,
    });
  });
});

describe('an order on White.market', () => {
  const node = {
    id: 'a',
    appId: '730' as const,
    nameHash: 'Kilowatt Case',
    quantity: 3,
    price: { value: '0.30', currency: 'USD' as const },
    status: 'ACTIVE' as const,
  };

  it('with a condition is no plain bid', () => {
    expect(parseOrdered({ node }, about)?.quantity).toBe(3);
    expect(
      parseOrdered({ node: { ...node, params: [{ param: 'CSGO_FLOAT', value: ['0.1', '0.2'] }] } }, about),
    ).toBeNull();
  });
});

describe('a request to White.market', () => {
  it('is for a single page, beyond which nothing is known to be gone', () => {
    for (const name of ['offers', 'buy-orders']) expect(source(name)).toMatchObject({ pageRows: 100 });
  });

  it('is for the cheapest offers and the best orders, if there are more than a page has', () => {
    const queryOf = (name: string) => {
      const asked = source(name);
      const call = { game: 'CS2', item: 'Kilowatt Case', marketplaceItemId: null } as const;
      return JSON.stringify(asked.kind === 'lookup' ? asked.request(call)?.body : null);
    };

    expect(queryOf('offers')).toContain('nameStrict: true, distinctValues: false, sort: { field: PRICE, type: ASC }');
    expect(queryOf('buy-orders')).toContain('nameStrict: true, sort: { field: PRICE, type: DESC }');
  });

  it('contains a name as a GraphQL string, whatever is in it', () => {
    const name = 'Sticker | "\\Boom" Trail';
    const offers = source('offers');
    const request =
      offers.kind === 'lookup' ? offers.request({ game: 'CS2', item: name, marketplaceItemId: null }) : null;

    expect(JSON.stringify(request?.body)).toContain(JSON.stringify(JSON.stringify(name)).slice(1, -1));
  });

  it('can be answered by an error with a success status', () => {
    const { refusal } = source('offers');
    const error = (category: string) => ({ errors: [{ message: '…', extensions: { category } }] });

    expect(refusal?.(error('market.product.not_found'))).toBe('gone');
    expect(refusal?.(error('graphql'))).toBe('retry');
    expect(refusal?.({ data: {}, errors: [] })).toBeNull();
  });
});
