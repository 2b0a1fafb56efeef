import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { unknownTraits } from '../../../test/support/book/unknown-traits.ts';
import { Nullable } from '../../schema/index.ts';
import { lookup } from '../connector.ts';
import { type Fixture, receivedAt } from './fixtures.ts';
import { nullFaults } from './null-faults.ts';

const Strict = Type.Object({
  id: Type.String(),
  cents: Type.Number(),
  state: Type.Enum(['listed', 'sold']),
  float: Type.Optional(Type.Number()),
  seller: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
});
const Lenient = Type.Object({
  ...Strict.properties,
  float: Type.Optional(Nullable(Type.Number())),
  seller: Type.Optional(Nullable(Type.Object({ id: Type.Optional(Nullable(Type.String())) }))),
});

const sourceOf = (row: typeof Strict | typeof Lenient, decides: Readonly<Record<string, string>> = {}) =>
  lookup({
    name: 'offers',
    yields: ['offer'],
    evidence: 'documented',
    permission: 'documented',
    budget: 'api',
    everySeconds: 60,
    request: () => ({ url: 'https://market.example/' }),
    replaces: ['offer'],
    rowsAt: '',
    row,
    decides,
    parse: ({ id, cents, float, seller, state }) =>
      state === 'sold'
        ? null
        : {
            kind: 'offer',
            game: 'CS2',
            name: 'Chroma Case',
            phase: null,
            offerId: id,
            price: { amount: cents * 10, currency: 'USD' },
            ...unknownTraits,
            purchaseLink: `https://market.example/${id}`,
            float: float ?? null,
            ownerId: seller?.id ?? null,
          },
  });

const fixture: Fixture = {
  file: 'offers-1.json',
  source: 'offers',
  kind: 'synthetic',
  text: JSON.stringify([{ id: '1', cents: 5, float: 0.5, seller: { id: '7' }, state: 'listed' }]),
  about: { game: 'CS2', item: null, marketplaceItemId: null, at: receivedAt },
  outcome: 'read',
  rejects: 0,
};

describe('nullFaults', () => {
  it('names the fields that only describe and in which null rejects a row', () => {
    expect(nullFaults(sourceOf(Strict), [fixture])).toEqual(['float', 'seller', 'seller.id']);
    expect(nullFaults(sourceOf(Lenient), [fixture])).toEqual([]);
  });

  it('leaves out fields for which the source says why they decide, unless they can be null after all', () => {
    const decides = { float: 'some reason' };
    expect(nullFaults(sourceOf(Strict, decides), [fixture])).toEqual(['seller', 'seller.id']);
    expect(nullFaults(sourceOf(Lenient, decides), [fixture])).toEqual(['float, which "decides" names, can be null']);
  });
});
