import { describe, expect, it } from 'vitest';
import type { Offer, Quote, Withdrawal } from '../schema/index.ts';
import { contentFault, tidied } from './tidy.ts';

const at = Date.UTC(2026, 0, 15, 12);
const named = (name: string): Quote => ({
  ...{ kind: 'quote', game: 'CS2', name, phase: null, lowest: null, offerCount: 1 },
  ...{ purchaseLink: null, marketplaceItemId: null, thumbnail: null },
});
const linked = (purchaseLink: string | null, inspectLink: string | null): Offer => ({
  ...{
    kind: 'offer',
    game: 'CS2',
    name: 'Chroma Case',
    phase: null,
    offerId: '1',
    price: { amount: 5, currency: 'USD' },
  },
  ...{ purchaseLink, inspectLink, float: null, paintIndex: null, paintSeed: null, stickers: null },
  ...{ tradableAt: null, ownerId: null },
});
const gone: Withdrawal = { kind: 'withdrawal', game: 'CS2', offerId: ' ', reason: 'sold' };

describe('contentFault', () => {
  it.each(['AK-47 | Redline (Field-Tested)', '★ 龍王', '😀'.repeat(128), '\u200b', '__proto__', ' Case\t'])(
    'takes the name %j, which readers can request',
    (name) => {
      expect(contentFault(named(name), at)).toBeNull();
    },
  );

  it.each([
    ['  \u00a0', '/name is blank'],
    ['x'.repeat(257), '/name has 257 characters, of at most 256'],
    ['😀'.repeat(129), '/name has 258 characters, of at most 256'],
    ['Case\u0000', '/name contains control characters'],
    ['Two\nlines', '/name contains control characters'],
    ['\u001b[31mCase', '/name contains control characters'],
    ['Case\u0085\u009b', '/name contains control characters'],
  ])('refuses the name %j, which no reader can request', (name, fault) => {
    expect(contentFault(named(name), at)).toBe(fault);
  });

  it('takes records that name no item', () => {
    expect(contentFault(gone, at)).toBeNull();
  });
});

describe('tidied', () => {
  it('removes blanks around a name', () => {
    expect(tidied(named('\ufeff  Chroma  Case\u00a0\t'))).toEqual(named('Chroma  Case'));
  });

  it.each([
    ['https://market.example/a?b=c#d', 'steam://rungame/730/1/+csgo_econ_action_preview%20S1A2D3'],
    ['HTTP://market.example/龍王', 'https://market.example/inspect'],
    [null, null],
  ])('keeps the links %j and %j', (page, inspect) => {
    const offer = linked(page, inspect);
    expect(tidied(offer)).toBe(offer);
  });

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https:market.example',
    '//market.example/a',
    'java\nscript://market.example/%0aalert(1)',
    'https://market.example/a\nhttps://elsewhere.example',
    'https://market.example/\u001b]8;;',
    '',
  ])('removes the link %j', (link) => {
    expect(tidied(linked(link, link))).toEqual(linked(null, null));
    expect(tidied({ ...named('Case'), thumbnail: link })).toEqual(named('Case'));
  });

  it('removes a purchase link that only Steam can open', () => {
    expect(tidied(linked('steam://run/730', 'steam://run/730'))).toEqual(linked(null, 'steam://run/730'));
  });

  it('leaves records that name no item as they are', () => {
    expect(tidied(gone)).toBe(gone);
  });
});
